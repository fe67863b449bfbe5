import { expect, it } from 'vitest';
import { dismissUnmatched, showUnmatched, tieByHand } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { readReport } from '../../../src/resources/claim-answers/reports.js';
import { payerNumberOf } from '../../../src/resources/claims/payer-number.js';
import { answersWorld, claimReport, functional, interchangeOf } from '../../support/claim-answers.js';

const CANARY = 'CANARYNAME';

async function unmatchedWorld() {
  const world = await answersWorld();
  const { claims } = await world.file('account-1', [{ number: 'SAME' }, { number: 'SAME' }]);
  const [claim, other] = claims;
  if (claim === undefined || other === undefined) throw new Error('none');
  const said = { claim, d9: undefined, bht: undefined, text: CANARY, payerNumber: 'ICN1' } as const;
  await world.answer(interchangeOf(claimReport([said])));
  const { store } = world.services;
  const { id } = await store.read((db) =>
    db.selectFrom('unmatched_claim_answers').selectAll().executeTakeFirstOrThrow(),
  );
  return { world, claim, other, id };
}

it('what fits several is tied by hand, once, and its account has the report', async () => {
  const { world, claim, other, id } = await unmatchedWorld();
  const { services } = world;
  expect(JSON.stringify((await showUnmatched(services, id)).content)).toContain(CANARY);
  await tieByHand(services, id, claim.id);
  expect(await world.states([claim, other])).toEqual(['ACCEPTED', 'QUEUED']);
  const row = await services.store.read((db) =>
    db.selectFrom('claims').selectAll().where('id', '=', claim.id).executeTakeFirstOrThrow(),
  );
  expect(row.payer_number).toMatch(/^sealed:/);
  expect(payerNumberOf(services.sealedColumns, row)?.number).toBe('ICN1');
  const report = await services.store.read((db) =>
    db.selectFrom('claim_reports').selectAll().executeTakeFirstOrThrow(),
  );
  const caller = { accountId: 'account-1', mode: 'live' } as const;
  const json = await readReport(services, caller, report.id);
  expect([json.meta.transactionId, JSON.stringify(json).includes(CANARY)]).toEqual([report.id, true]);
  await expect(readReport(services, { ...caller, accountId: 'account-2' }, report.id)).rejects.toThrow();
  await expect(readReport(services, { ...caller, mode: 'test' }, report.id)).rejects.toThrow();
  await expect(tieByHand(services, id, other.id)).rejects.toThrow('before');
  const audit = await services.store.read((db) => db.selectFrom('audit').select(['action', 'object_kind']).execute());
  expect(audit.map(({ action, object_kind }) => `${action} ${object_kind}`).sort()).toEqual([
    ...['read unmatched-claim-answer', 'tie claim', 'tie unmatched-claim-answer'],
  ]);
});

it('a claim of another route is refused, and what is dismissed is not listed', async () => {
  const { world, id } = await unmatchedWorld();
  const { claims } = await world.file('account-2', [{}], { routeId: 'another-route' });
  await expect(tieByHand(world.services, id, claims[0]?.id ?? '')).rejects.toThrow('route');
  await dismissUnmatched(world.services, id);
  await expect(dismissUnmatched(world.services, id)).rejects.toThrow('before');
});

it('no value of a patient is in a log, an event, a reason or a row', async () => {
  const { world, claim } = await unmatchedWorld();
  const { group, claims } = await world.file('account-1', [{}, {}]);
  const [named] = claims;
  if (named === undefined) throw new Error('none');
  await world.answer(interchangeOf(claimReport([{ claim: named, code: `A7:${CANARY}`, action: 'U', text: CANARY }])));
  await world.answer(
    functional(group, { '0001': 'R', '0002': 'A' }, 'P', [
      'IK3*NM1*8**8',
      `CTX*CLM01:${named.number}`,
      `IK4*3*67*7*${CANARY}`,
    ]),
  );
  await world.answer(`${interchangeOf(claimReport([{ claim, text: CANARY }])).slice(0, -60)}`);
  const { store } = world.services;
  const tables = [
    'events',
    'claim_history',
    'claims',
    'claim_answers',
    'claim_reports',
    'unmatched_claim_answers',
    'jobs',
  ] as const;
  for (const table of tables) {
    const rows = await store.read((db) => db.selectFrom(table).selectAll().execute());
    const text = JSON.stringify(rows);
    expect([table, text.includes(CANARY), text.includes(named.number)]).toEqual([table, false, false]);
  }
  expect(world.log()).not.toContain(CANARY);
  const reasons = await store.read((db) =>
    db
      .selectFrom('claim_history')
      .select('reasons')
      .where('claim_id', '=', named.id)
      .where('reasons', 'is not', null)
      .execute(),
  );
  expect(reasons.map((row) => row.reasons).join()).toContain('this claim');
});

it('what is longer than a number of a claim may be is none: the payer’s number stays as it was', async () => {
  const { world, claim } = await unmatchedWorld();
  const { services } = world;
  const told = async (payerNumber: string) => {
    await world.answer(interchangeOf(claimReport([{ claim, payerNumber }])));
    const row = await services.store.read((db) =>
      db.selectFrom('claims').selectAll().where('id', '=', claim.id).executeTakeFirstOrThrow(),
    );
    return payerNumberOf(services.sealedColumns, row)?.number;
  };
  expect(await told('9'.repeat(51))).toBeUndefined();
  expect(await told('9'.repeat(50))).toBe('9'.repeat(50));
});
