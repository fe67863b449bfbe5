/**
 * kill -9 over real processes that deliver into a directory, and over others that pick up from it. Each round kills processes at steps
 * of its own; then one runs to its end, and nothing may be lost, doubled or half. `npm test` runs some rounds; the
 * long form, 250, is `npm run storm:transports`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { TemporaryFolder } from '../cli/temporary-folder.js';
import { contentOf } from './storm-content.js';

const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 3);
const PAYLOADS = 3;
/** What a process that nothing kills takes for them: 10 a delivery; two looks, and 4 a file that is picked up. */
const STEPS = { deliver: 30, receive: 14 } as const;

const temporary = new TemporaryFolder();

it(`${ROUNDS} rounds of kill -9 on each side lose nothing, double nothing and show no half file`, {
  timeout: 60_000 + ROUNDS * 20_000,
}, async () => {
  const program = temporary.at('delivering.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('delivering-process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const random = new Random(ROUNDS);
  const killed = { deliver: 0, receive: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    const folder = temporary.at(`round-${round}`);
    for (const name of ['', 'shared', 'shared/out', 'journal-deliver', 'journal-receive', 'stored']) {
      mkdirSync(join(folder, name));
    }
    const run = (what: 'deliver' | 'receive', steps: number) => runProcess(program, [what, folder, String(steps)]);
    for (const what of ['deliver', 'receive'] as const) {
      // Over the rounds every step comes first; then some at random, in processes that begin with a repair.
      for (const steps of [1 + ((round * 5) % STEPS[what]), random.between(1, 12), random.between(1, 6)]) {
        const end = await run(what, steps);
        if (end === 'SIGKILL') killed[what]++;
        else expect(end).toBe('0');
        if (what === 'deliver') demandWhole(folder);
      }
      expect(await run(what, 0)).toBe('0');
      if (what === 'deliver') demandDelivered(folder);
    }
    demandStored(folder);
  }
  if (process.env.EDILOOM_STORM_ROUNDS !== undefined) console.log(JSON.stringify({ rounds: ROUNDS, killed }));
  // Not a storm in which nothing happened.
  expect(killed.deliver).toBeGreaterThanOrEqual(ROUNDS);
  expect(killed.receive).toBeGreaterThanOrEqual(ROUNDS);
});

/** Exit code, or the signal that ended it. */
async function runProcess(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args, String(PAYLOADS)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const end = await new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(`${signal ?? code}${complaint}`));
  });
  await setTimeout(0);
  return end;
}

function visible(folder: string): readonly string[] {
  return readdirSync(join(folder, 'shared/out')).filter((name) => !name.startsWith('.tmp-'));
}

function demandWhole(folder: string): void {
  for (const name of visible(folder)) {
    const bytes = readFileSync(join(folder, 'shared/out', name));
    expect(Buffer.compare(bytes, contentOf(Number.parseInt(name, 10))), name).toBe(0);
  }
}

function demandDelivered(folder: string): void {
  demandWhole(folder);
  const names = Array.from({ length: PAYLOADS }, (_, i) => `${i}.edi`);
  // Temporary files of killed processes are gone too.
  expect(readdirSync(join(folder, 'shared/out')).sort()).toEqual(names);
  const receipts = readFileSync(join(folder, 'receipts.log'), 'utf8').trim().split('\n');
  expect([...new Set(receipts.map((line) => line.split(' ')[0]))].sort()).toEqual(names);
}

function demandStored(folder: string): void {
  expect(readdirSync(join(folder, 'shared/out'))).toEqual([]);
  const stored = readdirSync(join(folder, 'stored')).filter((name) => !name.endsWith('.new'));
  const contents = stored.map((name) => readFileSync(join(folder, 'stored', name)));
  expect(contents.length).toBe(PAYLOADS);
  for (let i = 0; i < PAYLOADS; i++) {
    expect(contents.filter((bytes) => Buffer.compare(bytes, contentOf(i)) === 0)).toHaveLength(1);
  }
}
