import { expect, it } from 'vitest';
import { finishRestore } from '../../../src/backup/finish-restore.js';
import { tieByHand } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { releaseClaimFile } from '../../../src/exchange/claim-files/release-file.js';
import { historyOf } from '../../../src/resources/claims/rows.js';
import { sentWithIds } from '../../../src/resources/claims/sent-claims.js';
import { UNKNOWN_PARTNER } from '../../../src/resources/claims/speaker.js';
import { answerClaimFile } from '../../support/answer-claim-file.js';
import { claimReport, interchangeOf, type Said } from '../../support/claim-answers.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';
import { CLAIM_ROUTE } from '../../support/claims.js';

function report(world: ClaimFileWorld, id: string, more: Partial<Said>): string {
  const claim = { accountId: world.app.accountId, id, trace: '0', number: 'PCN', member: 'M', charge: '1' };
  return interchangeOf(claimReport([{ claim, ...more }]));
}

/** Two claims that waited at a backup. Their payer has one of them, and has said so; the file that held them is no more, and the other is not sent so far. */
async function dissolved() {
  const world = await claimFileWorld();
  const { services, app } = world;
  const [had = '', other = ''] = await world.take(2);
  await services.store.write((tx) =>
    finishRestore(tx, {
      ...{ clock: services.clock, createdAt: '2026-06-01T00:00:00Z', numbers: 'as-is', deliveries: 'hold' },
    }),
  );
  await answerClaimFile(world, report(world, had, {}));
  const [held] = await world.files();
  await releaseClaimFile(services, app.accountId, { fileId: held?.id ?? '', as: 'send' });
  expect([await world.files(), await world.items()]).toEqual([[], []]);
  return { world, had, other };
}

const stateOf = async (world: ClaimFileWorld, claimId: string) =>
  (await world.claims()).find(({ id }) => id === claimId)?.state;
const unmatched = ({ services }: ClaimFileWorld) =>
  services.store.read((db) => db.selectFrom('unmatched_claim_answers').selectAll().execute());
const sendings = async (world: ClaimFileWorld, id: string) =>
  (await world.app.queries((queries) => historyOf(queries, id))).map(({ state, sending }) => `${state} ${sending}`);

it('a claim whose file is no more, as its payer had it before, is found by a later 277CA', async () => {
  const { world, had } = await dissolved();
  expect(await stateOf(world, had)).toBe('ACCEPTED');
  await answerClaimFile(world, report(world, had, { code: 'A7:562:85', action: 'U' }));
  expect(await stateOf(world, had)).toBe('REJECTED');
  // What was said at one instant has no order.
  expect((await sendings(world, had)).sort()).toEqual(['ACCEPTED 1', 'QUEUED 1', 'REJECTED 1']);
  expect(await unmatched(world)).toEqual([]);
});

it('a claim whose file is no more is found by its own BHT03, too', async () => {
  const { world, had, other } = await dissolved();
  const refused = { code: 'A7:562:85', action: 'U', d9: undefined } as const;
  for (const [number, id] of [
    ['PCN1', other],
    ['PCN0', had],
  ] as const) {
    const row = (await world.claims()).find((claim) => claim.id === id);
    const claim = { accountId: world.app.accountId, id, trace: row?.trace_id ?? '', number, member: 'M', charge: '1' };
    await answerClaimFile(world, interchangeOf(claimReport([{ claim, ...refused }])));
  }
  expect([await stateOf(world, had), await stateOf(world, other)]).toEqual(['REJECTED', 'QUEUED']);
});

it('a claim whose file is no more is tied by hand', async () => {
  const { world, had } = await dissolved();
  await answerClaimFile(world, report(world, '01JZ0000000000000000000000', { code: 'A7:562:85', action: 'U' }));
  const [listed] = await unmatched(world);
  await tieByHand(world.services, listed?.id ?? '', had);
  expect(await stateOf(world, had)).toBe('REJECTED');
});

it('a claim that is in no file, and was never sent so far, is none that a payer speaks of', async () => {
  const { world, other } = await dissolved();
  expect(await stateOf(world, other)).toBe('QUEUED');
  await answerClaimFile(world, report(world, other, {}));
  expect(await stateOf(world, other)).toBe('QUEUED');
  const [listed] = await unmatched(world);
  await expect(tieByHand(world.services, listed?.id ?? '', other)).rejects.toThrow('route');
});

it('a claim in no file is of its own route alone, and not where it is a test', async () => {
  const { world, had } = await dissolved();
  const { store } = world.services;
  const found = (routeId: string) =>
    store.read((db) => sentWithIds(db, { ...UNKNOWN_PARTNER, routes: [routeId], last: [routeId] }, [had]));
  const [claim] = await world.claims();
  expect(await found(CLAIM_ROUTE.routeId)).toMatchObject([
    { id: had, sendings: [{ sending: 1, transaction_id: claim?.trace_id, at: claim?.created_at }] },
  ]);
  expect(await found('another')).toEqual([]);
  await store.write((tx) => tx.updateTable('claims').set({ mode: 'test' }).where('id', '=', had).execute());
  expect(await found(CLAIM_ROUTE.routeId)).toEqual([]);
});
