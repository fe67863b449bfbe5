import { expect, it } from 'vitest';
import { CLAIM_FILE, CLAIMS_GATHER } from '../../../src/exchange/claim-files/claim-file-jobs.js';
import { claimFileWorld } from '../../support/claim-file-world.js';

it('several gatherers at once, as after a lost lease, put no claim into two files, and leave none', async () => {
  const world = await claimFileWorld({ claims: { perFile: 4 } });
  const first = await world.take(9);
  const jobs = await world.jobs(CLAIMS_GATHER);
  const { signal } = new AbortController();
  const gather = world.handlers[CLAIMS_GATHER];
  // Each as if it were alone, while others come.
  const [second] = await Promise.all([world.take(6), ...jobs.slice(0, 4).map((job) => gather(job, signal))]);
  await world.settle();
  const items = await world.items();
  expect(items.map(({ claim_id }) => claim_id).sort()).toEqual([...first, ...second].sort());
  const fileOf = new Map(items.map(({ claim_id, file_id }) => [claim_id, file_id]));
  const claims = await world.claims();
  for (const { id, file_id, state } of claims) expect([id, file_id, state]).toEqual([id, fileOf.get(id), 'DELIVERED']);
  const files = await world.files();
  expect(files.reduce((sum, { claim_count }) => sum + Number(claim_count), 0)).toBe(15);
  expect(files.every(({ state }) => state === 'SENT')).toBe(true);
  expect(world.sent.map(({ id }) => id).sort()).toEqual(files.map(({ id }) => id));
  // What was written for a file that came to nothing is there for nobody.
  const artifacts = await world.app.queries((queries) =>
    queries.from('artifacts').select('owner_id').where('name', '=', 'claims.edi').execute(),
  );
  expect(artifacts.map(({ owner_id }) => owner_id).sort()).toEqual(files.map(({ id }) => id));
  expect(await world.jobs(CLAIM_FILE)).toEqual([]);
});

it('two who send the same file at once come to one file that is sent, and tell its claims once', async () => {
  const world = await claimFileWorld();
  const [id = ''] = await world.take(1);
  const [gathering] = await world.jobs(CLAIMS_GATHER);
  if (gathering === undefined) throw new Error('There is no job.');
  await world.do(gathering);
  const [job] = await world.jobs(CLAIM_FILE);
  if (job === undefined) throw new Error('There is no job.');
  await Promise.all([world.do(job), world.do(job)]);
  expect(await world.files()).toMatchObject([{ state: 'SENT' }]);
  const history = await world.app.queries((queries) =>
    queries.from('claim_history').select('state').where('claim_id', '=', id).execute(),
  );
  expect(history.map(({ state }) => state).sort()).toEqual(['DELIVERED', 'QUEUED']);
});
