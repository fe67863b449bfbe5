import { describe, expect, it } from 'vitest';
import { resendAsked } from '../../../src/exchange/claim-files/resend-claims.js';
import { markOverdueClaims } from '../../../src/exchange/claims/mark-overdue-claims.js';
import { historyOf } from '../../../src/resources/claims/rows.js';
import type { ClaimFiles } from '../../../src/store/claim-tables.js';
import { answerClaimFile } from '../../support/answer-claim-file.js';
import { claimReport, functional, interchangeOf, ta1 } from '../../support/claim-answers.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';

const HOUR = 3_600_000;
const SIGNAL = new AbortController().signal;

const resend = (world: ClaimFileWorld, ids: readonly string[]) =>
  resendAsked(world.services, world.app.accountId, { ids, onlyRejected: false, except: [], dryRun: false });

/** Claims that were handed over, of which nothing was heard, and that wait to be sent again. */
async function sentAgain(count: number) {
  const world = await claimFileWorld({ claims: { perSet: 1 } });
  const ids = await world.take(count);
  world.app.clock.advance(2_000);
  await world.settle();
  const [first] = await world.files();
  if (first === undefined) throw new Error('There is no file.');
  world.app.clock.advance(24 * HOUR);
  await markOverdueClaims(world.services, SIGNAL);
  expect((await resend(world, ids)).resent).toEqual(ids);
  return { world, ids, first };
}

/** Lets those that wait go, unless their route is disabled. */
async function goOn(world: ClaimFileWorld): Promise<void> {
  world.app.clock.advance(120_000);
  await world.settle();
}

function report(world: ClaimFileWorld, ids: readonly string[], code = 'A1:20'): string {
  const action = code.startsWith('A7') ? ('U' as const) : ('WQ' as const);
  const said = ids.map((id) => ({
    ...{ code, action },
    claim: { accountId: world.app.accountId, id, trace: '0', number: 'PCN', member: 'M', charge: '1' },
  }));
  return interchangeOf(claimReport(said));
}

/** A 999 that takes the set of this place in a file, from 1, and refuses the others. */
function taken({ group_number, claim_count }: ClaimFiles, place: number): string {
  const places = Array.from({ length: Number(claim_count) }, (_, at) => at + 1);
  const sets = Object.fromEntries(places.map((at) => [String(at).padStart(4, '0'), at === place ? 'A' : 'R']));
  return functional(Number(group_number), sets, places.length === 1 ? 'A' : 'P');
}

const claimOf = async (world: ClaimFileWorld, id = '') => (await world.claims()).find((claim) => claim.id === id);
/** How often each went to the payer. */
const sentOf = (world: ClaimFileWorld, ids: readonly string[]) =>
  ids.map((id) => world.sent.filter(({ x12 }) => x12.includes(id)).length);
const toldOf = async (world: ClaimFileWorld, id: string) =>
  (await world.app.queries((queries) => historyOf(queries, id))).map(({ state, sending }) => `${state} ${sending}`);

describe('a claim that waits to be sent again', () => {
  it.each([
    ['its set was taken', 'RECEIVED', 'received'],
    ['it was accepted', 'ACCEPTED', 'accepted'],
    ['it was refused itself', 'REJECTED', 'refused-itself'],
  ] as const)('does not go once an answer about its first sending says that %s', async (_, state, why) => {
    const { world, ids, first } = await sentAgain(1);
    const code = state === 'REJECTED' ? 'A7:562:85' : 'A1:20';
    await answerClaimFile(
      world,
      state === 'RECEIVED' ? functional(first.group_number, { '0001': 'A' }, 'A') : report(world, ids, code),
    );
    await goOn(world);
    expect([sentOf(world, ids), (await world.files()).length]).toEqual([[1], 1]);
    const claim = await claimOf(world, ids[0]);
    expect(claim).toMatchObject({ state, sending: 2, file_id: null, overdue_since: null });
    // Its 277CA is waited for as that of any other.
    expect(claim?.due_at === null).toBe(state !== 'RECEIVED');
    expect((await resend(world, ids)).keptBack).toEqual([{ id: ids[0], why }]);
  });

  it('is moved by further answers about its first sending, and may be sent again once that was refused as a whole', async () => {
    const { world, ids, first } = await sentAgain(2);
    await answerClaimFile(world, functional(first.group_number, { '0001': 'A', '0002': 'A' }, 'A'));
    const [worked = '', lost = ''] = ids;
    await answerClaimFile(world, report(world, [worked], 'A2:20'));
    expect(await claimOf(world, worked)).toMatchObject({ state: 'IN_ADJUDICATION', due_at: null });
    await answerClaimFile(world, functional(first.group_number, { '0001': 'A', '0002': 'R' }, 'P'));
    expect(await claimOf(world, worked)).toMatchObject({ state: 'IN_ADJUDICATION' });
    // It does not go by itself: that was called back.
    expect(await claimOf(world, lost)).toMatchObject({ state: 'REJECTED', sending: 2 });
    await goOn(world);
    expect(sentOf(world, ids)).toEqual([1, 1]);
    expect(await resend(world, ids)).toMatchObject({ resent: [lost], keptBack: [{ id: worked, why: 'accepted' }] });
    await goOn(world);
    expect(sentOf(world, ids)).toEqual([1, 2]);
    expect(await claimOf(world, lost)).toMatchObject({ state: 'DELIVERED', sending: 3 });
  });

  it('goes where its first sending was refused as a whole', async () => {
    const { world, ids, first } = await sentAgain(1);
    await answerClaimFile(world, ta1(first.interchange_number));
    await goOn(world);
    expect(sentOf(world, ids)).toEqual([2]);
    expect(await claimOf(world, ids[0])).toMatchObject({ state: 'DELIVERED', sending: 2 });
  });
});

describe('a file with a claim that its payer has', () => {
  it('is given up where nobody has begun to hand it over, and its other claims go in a new one', async () => {
    const { world, ids } = await sentAgain(3);
    await world.setRoute({ enabled: 0 });
    await goOn(world);
    const [, unbegun] = await world.files();
    expect(unbegun).toMatchObject({ state: 'WRITTEN', claim_count: 3, failure: 'route-disabled' });
    const [accepted = '', ...others] = ids;
    await answerClaimFile(world, report(world, [accepted]));
    expect(await claimOf(world, accepted)).toMatchObject({ state: 'ACCEPTED', file_id: null });
    await world.setRoute({ enabled: 1 });
    await goOn(world);
    await goOn(world);
    expect(sentOf(world, ids)).toEqual([1, 2, 2]);
    const files = await world.files();
    expect(files.map(({ id }) => id)).not.toContain(unbegun?.id);
    expect(files.map(({ state, claim_count }) => [state, claim_count])).toEqual([
      ['SENT', 3],
      ['SENT', 2],
    ]);
    expect(files[1]?.interchange_number).not.toBe(unbegun?.interchange_number);
    expect((await world.items()).filter(({ file_id }) => file_id === unbegun?.id)).toEqual([]);
    for (const id of others) {
      expect(await claimOf(world, id)).toMatchObject({ state: 'DELIVERED', sending: 2, file_id: files[1]?.id });
    }
    expect([...(await toldOf(world, accepted))].sort()).toEqual(['ACCEPTED 1', 'DELIVERED 1', 'QUEUED 1', 'QUEUED 2']);
    const document = await world.app.queries((queries) =>
      queries.from('artifacts').select('expires_at').where('owner_id', '=', String(unbegun?.id)).execute(),
    );
    expect(document.every(({ expires_at }) => Number(expires_at) <= world.app.clock.now())).toBe(true);
  });

  it('is not called back once somebody has begun to hand it over', async () => {
    const { world, ids, first } = await sentAgain(2);
    world.send = () => ({ kind: 'failed', failure: 'timed-out', mayHaveArrived: false });
    await goOn(world);
    await answerClaimFile(world, taken(first, 1));
    expect(await claimOf(world, ids[0])).toMatchObject({ state: 'QUEUED', sending: 2 });
    world.send = () => ({ kind: 'sent', at: world.app.clock.now() });
    await goOn(world);
    expect((await world.files()).map(({ state, claim_count }) => [state, claim_count])).toEqual([
      ['SENT', 2],
      ['SENT', 2],
    ]);
    expect((await world.claims()).map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED']);
  });

  it.each([
    ['TA1', (file: ClaimFiles) => ta1(file.interchange_number)],
    ['999', (file: ClaimFiles) => functional(Number(file.group_number), { '0001': 'R' }, 'R')],
  ] as const)(
    'is not refused by a %s under its number, which is about another file: that is listed',
    async (said, about) => {
      const { world, ids } = await sentAgain(1);
      await world.setRoute({ enabled: 0 });
      await goOn(world);
      await answerClaimFile(world, about((await world.files())[1] as ClaimFiles));
      expect(await claimOf(world, ids[0])).toMatchObject({ state: 'QUEUED', sending: 2 });
      const listed = await world.services.store.read((db) =>
        db.selectFrom('unmatched_claim_answers').select(['said', 'kind']).execute(),
      );
      expect(listed).toEqual([{ said, kind: 'none' }]);
      await world.setRoute({ enabled: 1 });
      await goOn(world);
      expect(sentOf(world, ids)).toEqual([2]);
      expect(await claimOf(world, ids[0])).toMatchObject({ state: 'DELIVERED', sending: 2 });
    },
  );

  it('counts as begun where a run was cut off before its route was disabled', async () => {
    const { world, ids, first } = await sentAgain(1);
    const cutOff = new Error('killed');
    world.send = () => Promise.reject(cutOff);
    await expect(goOn(world)).rejects.toThrow(cutOff);
    await world.setRoute({ enabled: 0 });
    await goOn(world);
    await answerClaimFile(world, taken(first, 1));
    expect(await claimOf(world, ids[0])).toMatchObject({ state: 'QUEUED' });
    await world.setRoute({ enabled: 1 });
    world.send = () => ({ kind: 'failed', failure: 'broken-off', mayHaveArrived: true });
    await goOn(world);
    // Its sender hears that the payer may have it.
    expect(world.sent.at(-1)).toMatchObject({ wasCutOff: true });
  });
});

it('whenever an answer comes, a claim is called back or is sent again, and no other is lost or goes twice', async () => {
  const { world, ids, first } = await sentAgain(12);
  let again: readonly string[] = ids;
  for (let round = 0; again.length > 0; round++) {
    const [called = '', ...others] = again;
    world.app.clock.advance(120_000);
    const before = new Map(ids.map((id, at) => [id, sentOf(world, ids)[at] ?? 0]));
    const answered = async () => {
      // At other moments of the gathering and the handing over in each round.
      for (let turn = 0; turn < round * 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      await answerClaimFile(world, taken(first, round + 1));
    };
    await Promise.all([answered(), world.settle()]);
    await goOn(world);
    const sent = new Map(ids.map((id, at) => [id, (sentOf(world, ids)[at] ?? 0) - (before.get(id) ?? 0)]));
    expect(others.map((id) => sent.get(id))).toEqual(others.map(() => 1));
    const claim = await claimOf(world, called);
    const sending = 2 + round;
    // Sent again, or called back: never both, never neither.
    expect([`${claim?.state}`, sent.get(called), claim?.file_id === null]).toEqual(
      sent.get(called) === 0 ? ['RECEIVED', 0, true] : ['DELIVERED', 1, false],
    );
    expect(Number(claim?.sending)).toBe(sending);
    world.app.clock.advance(24 * HOUR);
    await markOverdueClaims(world.services, SIGNAL);
    again = (await resend(world, others)).resent;
    expect(again).toEqual(others);
  }
}, 120_000);
