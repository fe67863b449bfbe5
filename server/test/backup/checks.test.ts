import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUTE_SUBMISSION } from '../../src/exchange/check-files/fill-files.js';
import { JUDGE_SUBMISSION } from '../../src/exchange/core-submissions/judge-job.js';
import { BATCH_CHECK, START_BATCH } from '../../src/exchange/eligibility-batches/start-job.js';
import { FIRST_CHECK } from '../../src/operations/healthcare/first-check.js';
import { readOwnerFile } from '../../src/owner-file.js';
import { until } from '../support/test-jobs.js';
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

it('holds checks of batches that were open, and files of them that were not judged, and makes each kind of them once that is asked for', async () => {
  const home = await newHome();
  const server = await home.start();
  await server.services.store.write(async (tx) => {
    const { id: account_id } = await tx.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const due = { due_at: Date.now() + 3_600_000, order_at: 1, attempt: 0, lease: 0, created_at: 1, updated_at: 1 };
    for (const kind of [JUDGE_SUBMISSION, START_BATCH, BATCH_CHECK, ROUTE_SUBMISSION]) {
      const payload = JSON.stringify({ batchId: 'b', itemId: 'b.00000', submissionId: 's' });
      const job = { account_id, id: `open-${kind}`, kind, queue: `batches/${account_id}//${kind}`, payload, ...due };
      const free = { lane: null, owner: null, lease_until: null, takeovers: 0, error: null };
      await tx
        .insertInto('jobs')
        .values({ ...job, ...free, state: 'waiting' })
        .execute();
    }
  });
  const backup = join(temporaryFolder(), 'backup');
  expect(await home.run('backup', backup)).toMatchObject({ code: 0 });
  await server.close();

  const restored = await newHome({}, home);
  expect((await restored.run('restore', backup)).out).toContain('4 jobs of eligibility batches were open');
  const again = await restored.start();
  expect((await restored.run('jobs')).out).toMatch(/open-batch-check {2}batch-check .*may have been asked this after/);
  expect((await restored.run('jobs', 'retry', '--kind', BATCH_CHECK)).out).toBe('1 job will be done again\n');
  const left = () =>
    again.services.store.read((db) => db.selectFrom('jobs').select('id').where('id', 'like', 'open-%').execute());
  await until(async () => (await left()).length === 3);
});
