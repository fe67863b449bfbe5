import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ELIGIBILITY_EXAMPLES } from '../src/operations/healthcare/eligibility.examples.js';
import { buildServer, startServer } from '../test/support/built-server.js';

/**
 * Asks a whole server for PDF files of a check, many at once, and prints how long others wait for /health meanwhile.
 *
 *     npm run bench:pdfs -- [--count 100]
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '100' } } });
const COUNT = Number(values.count);
const EVERY_MS = 20;

async function main(): Promise<void> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-pdfs-'));
  const server = await startServer(built.main, dataDir, {});
  try {
    const key = (await readFile(join(dataDir, 'test-key'), 'utf8')).trim();
    const headers = { authorization: key, 'content-type': 'application/json' };
    const body = JSON.stringify(ELIGIBILITY_EXAMPLES.EligibilityCheck?.[0]?.body);
    const made = await fetch(`${server.url}/2024-04-01/change/medicalnetwork/eligibility/v3`, {
      method: 'POST',
      headers,
      body,
    });
    const { id } = (await made.json()) as { readonly id: string };
    const pdf = async (): Promise<number> => {
      const begin = performance.now();
      const answer = await fetch(`${server.url}/2024-04-01/eligibility-manager/eligibility-checks/${id}/pdf`, {
        headers,
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`It was answered ${answer.status}`);
      return performance.now() - begin;
    };
    const first = await pdf();
    await report('alone', server.url, new Promise((resolve) => setTimeout(resolve, 3_000)));
    const begin = performance.now();
    const all = Promise.all(Array.from({ length: COUNT }, pdf));
    await report(`beside ${COUNT} PDF files that are asked for at once`, server.url, all);
    const seconds = (performance.now() - begin) / 1000;
    const times = (await all).sort((one, other) => one - other);
    console.log(
      `the first ${first.toFixed(0)} ms, with the start of its process; ${COUNT} in ${seconds.toFixed(1)} s, the last of them after ${(times.at(-1) ?? 0).toFixed(0)} ms`,
    );
  } finally {
    await server.stop();
    built.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** How long /health takes until something is over. */
async function report(name: string, url: string, until: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const begin = performance.now();
    await (await fetch(`${url}/health`)).arrayBuffer();
    times.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await over;
  times.sort((one, other) => one - other);
  const share = (part: number) => (times[Math.floor(times.length * part)] ?? Number.NaN).toFixed(1);
  console.log(`/health ${name}: ${times.length} times, p50 ${share(0.5)} ms, p99 ${share(0.99)} ms   (goal p99 < 100)`);
}

await main();
