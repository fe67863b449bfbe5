import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIRST_CHECK } from '../../src/operations/healthcare/first-check.js';
import { readOwnerFile } from '../../src/owner-file.js';
import { newHome, temporaryFolder } from './home.js';

const CHECK = '/2024-04-01/change/medicalnetwork/eligibility/v3';
const CHECKS = '/2024-04-01/eligibility-checks';

interface Asked {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function caller(url: string, key: string) {
  return async (path: string, body?: object): Promise<Asked> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = { authorization: key, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { headers, ...sent });
    return { status: answer.status, body: (await answer.json()) as Asked['body'] };
  };
}

/** All that a check is read back by. */
async function readBack(ask: ReturnType<typeof caller>, id: string): Promise<readonly unknown[]> {
  const documents = ['request', 'question', 'payer-answer'].map((name) => `${CHECKS}/${id}/${name}`);
  const found = `${CHECKS}?externalPatientId=${FIRST_CHECK.externalPatientId}`;
  const all = await Promise.all([found, `${CHECKS}/${id}`, ...documents].map((path) => ask(path)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(all[0]?.body).toMatchObject({ items: [{ id }] });
  return all.map(({ body }) => body);
}

it('checks are found by their patients and read in full after a restore elsewhere, and with another master key', async () => {
  const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const home = await newHome({ MASTER_KEY: old });
  const server = await home.start();
  const key = readOwnerFile(home.dataDir, 'test-key') ?? '';
  const ask = caller(server.url, key);
  const { status, body } = await ask(CHECK, FIRST_CHECK);
  expect(status).toBe(200);
  const id = String(body.id);
  const before = await readBack(ask, id);
  const backup = join(temporaryFolder(), 'backup');
  expect(await home.run('backup', backup)).toMatchObject({ code: 0 });
  await server.close();

  const restored = await newHome({ MASTER_KEY: `${next},${old}` });
  expect(await restored.run('restore', backup)).toMatchObject({ code: 0 });
  const again = await restored.start();
  expect(await readBack(caller(again.url, key), id)).toEqual(before);
  // Whoever was asked since the backup has numbers that nobody knows here.
  expect(await caller(again.url, key)(CHECK, FIRST_CHECK)).toMatchObject({
    status: 503,
    body: { code: 'CONTROL_NUMBERS_HELD' },
  });
  expect(await restored.run('control-numbers', 'raise', '+100')).toMatchObject({ code: 0 });
  expect(await restored.run('keys', 'rotate-master')).toMatchObject({ code: 0 });
  await again.close();

  const rotated = await newHome({ ...restored.env, MASTER_KEY: next });
  const last = caller((await rotated.start()).url, key);
  expect(await readBack(last, id)).toEqual(before);
  expect(await last(CHECK, FIRST_CHECK)).toMatchObject({ status: 200 });
});
