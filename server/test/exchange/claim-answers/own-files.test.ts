import { beforeEach, describe, expect, it } from 'vitest';
import { tieByHand } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { BY_ITSELF, type Partner, UNKNOWN_PARTNER } from '../../../src/resources/claims/speaker.js';
import { noteCarrier } from '../../../src/resources/payer-routes/claim-carriers.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import {
  type AnswersWorld,
  answersWorld,
  claimReport,
  functional,
  interchangeOf,
  type PlantedFile,
  ROUTE_ID,
  type SentClaim,
  ta1,
} from '../../support/claim-answers.js';

/** Two partners that have carried files of one route, one after the other. */
const FORMER = { carrier_account_id: 'operator', partnership_id: 'former' };
const SUCCESSOR = { carrier_account_id: 'operator', partnership_id: 'successor' };

let world: AnswersWorld;
let former: PlantedFile;
let successor: PlantedFile;

/** A file of two claims, each with what an answer may describe it by alone. */
const fileOf = (partner: Partner, more: Parameters<AnswersWorld['file']>[2] = {}) =>
  world.file('account-1', [{}, {}], { partner, ...more });

const note = ({ carrier_account_id, partnership_id }: typeof FORMER) =>
  writeAs(world.services.store, carrier_account_id, (queries) =>
    noteCarrier(queries, { route_id: ROUTE_ID, partnership_id, at: world.services.clock.now() }),
  );

const answer = (x12: string, partner: Partner) => world.answer(x12, ROUTE_ID, partner);

beforeEach(async () => {
  world = await answersWorld();
  former = await fileOf(FORMER);
  await note(FORMER);
  Object.assign(world.services, { clock: { now: () => Date.parse('2026-06-01T12:00:01Z') } });
  successor = await fileOf(SUCCESSOR);
  await note(SUCCESSOR);
});

const REFUSED = { code: 'A7:562:85', action: 'U' } as const;
const report = (claims: readonly SentClaim[], more: object = {}) =>
  interchangeOf(claimReport(claims.map((claim) => ({ claim, ...REFUSED, ...more }))));

/** A refusal of a batch with no claim below. */
const refusalOf = (trace: string) =>
  interchangeOf(
    [
      ...['ST*277*0001*005010X214', 'BHT*0085*08*REPORT1*20260601*1300*TH', 'HL*1**20*1'],
      ...['NM1*PR*2*LAKES PLAN*****PI*99901', 'TRN*1*REPORT1', 'DTP*050*D8*20260601', 'DTP*009*D8*20260601'],
      ...['HL*2*1*21*0', 'NM1*41*2*SENDER*****46*SENDER', `TRN*2*${trace}`, 'STC*A3:33:41*20260601*U*185.5'],
      ...['QTY*AA*1', 'AMT*YY*185.5'],
    ].join('\n'),
  );

/** All ways to name claims of a file, each of which refuses the first of them at least. */
const WAYS: readonly (readonly [string, (file: PlantedFile) => string])[] = [
  ['REF D9', ({ claims }) => report(claims, { bht: undefined })],
  ['BHT03 and CLM01', ({ claims }) => report(claims, { d9: undefined })],
  ['what they are', ({ claims }) => report(claims, { d9: undefined, bht: undefined })],
  ['ISA13', ({ interchange }) => ta1(interchange)],
  ['GS06', ({ group }) => functional(group, { '0001': 'R', '0002': 'R' }, 'R')],
  ['a batch', ({ claims }) => refusalOf(claims[0]?.trace ?? '')],
];

describe.each(WAYS)('an answer that names claims by %s', (_, naming) => {
  it.each([
    ['former', () => [former, FORMER] as const],
    ['present', () => [successor, SUCCESSOR] as const],
  ])('moves those that the %s partner carried, said by it', async (_name, of) => {
    const [file, partner] = of();
    await answer(naming(file), partner);
    expect((await world.states(file.claims))[0]).toBe('REJECTED');
    expect(await world.states(file === former ? successor.claims : former.claims)).toEqual(['QUEUED', 'QUEUED']);
    expect(await world.unmatched()).toEqual([]);
  });

  it.each([
    ['former', () => [successor, FORMER] as const],
    ['present', () => [former, SUCCESSOR] as const],
    ['present, of another account,', () => [successor, { ...SUCCESSOR, carrier_account_id: 'account-2' }] as const],
  ])('moves none that another carried, said by the %s partner, and is listed as of nobody', async (_name, of) => {
    const [file, partner] = of();
    await answer(naming(file), partner);
    expect(await world.states([...former.claims, ...successor.claims])).toEqual(Array(4).fill('QUEUED'));
    const listed = await world.unmatched();
    expect(listed.length).toBeGreaterThan(0);
    expect(new Set(listed.map(({ kind, candidates }) => `${kind} ${candidates}`))).toEqual(new Set(['none []']));
  });

  it('moves those that a route took there itself where it came over that, and not where a partner says it', async () => {
    const posted = await fileOf(BY_ITSELF);
    for (const partner of [FORMER, SUCCESSOR]) await answer(naming(posted), partner);
    expect(await world.states(posted.claims)).toEqual(['QUEUED', 'QUEUED']);
    await answer(naming(former), BY_ITSELF);
    expect(await world.states(former.claims)).toEqual(['QUEUED', 'QUEUED']);
    await answer(naming(posted), BY_ITSELF);
    expect((await world.states(posted.claims))[0]).toBe('REJECTED');
  });

  it('moves those that nobody knows the carrier of where the last one says it, or the route itself', async () => {
    const [one, other] = [await fileOf(UNKNOWN_PARTNER), await fileOf(UNKNOWN_PARTNER)];
    await answer(naming(one), FORMER);
    expect(await world.states(one.claims)).toEqual(['QUEUED', 'QUEUED']);
    await answer(naming(one), SUCCESSOR);
    await answer(naming(other), BY_ITSELF);
    for (const { claims } of [one, other]) expect((await world.states(claims))[0]).toBe('REJECTED');
  });

  it('moves them all the same where an older release has not noted who says it', async () => {
    for (const file of [former, successor]) {
      await answer(naming(file), UNKNOWN_PARTNER);
      expect((await world.states(file.claims))[0]).toBe('REJECTED');
    }
  });
});

it('numbers that come again are each of the file that the partner carried itself', async () => {
  const numbers = { interchange: 4_711, group: 4_711 };
  const [one, other] = [await fileOf(FORMER, numbers), await fileOf(SUCCESSOR, numbers)];
  await answer(functional(4_711, { '0001': 'A', '0002': 'A' }, 'A'), FORMER);
  expect(await world.states([...one.claims, ...other.claims])).toEqual(['RECEIVED', 'RECEIVED', 'QUEUED', 'QUEUED']);
  await answer(ta1('000004711'), SUCCESSOR);
  expect(await world.states([...one.claims, ...other.claims])).toEqual([
    ...['RECEIVED', 'RECEIVED'],
    ...['REJECTED', 'REJECTED'],
  ]);
  expect(await world.unmatched()).toEqual([]);
});

it('of a claim that one carried first and the other then, each speaks of its own sending', async () => {
  const [claim] = former.claims as readonly [SentClaim];
  await world.file('account-1', [], { partner: SUCCESSOR, again: [claim] });
  await answer(report([claim], { bht: undefined }), FORMER);
  expect(await world.states([claim])).toEqual(['QUEUED']);
  await answer(report([claim], { code: 'A2:20', action: 'WQ' }), SUCCESSOR);
  expect(await world.states([claim])).toEqual(['IN_ADJUDICATION']);
  const history = await world.history(claim);
  expect(history.flatMap(({ state, sending }) => (state === 'QUEUED' ? [] : [`${state} ${sending}`])).sort()).toEqual([
    ...['IN_ADJUDICATION 2', 'REJECTED 1'],
  ]);
});

it('of a claim that is in no file any more the last partner speaks, and the former by hand alone', async () => {
  const { store } = world.services;
  await store.write(async (tx) => {
    await tx.deleteFrom('claim_file_items').execute();
    await tx.updateTable('claims').set({ state: 'RECEIVED', file_id: null }).execute();
  });
  const [claim, other] = successor.claims as readonly [SentClaim, SentClaim];
  await answer(report([claim], { bht: undefined }), FORMER);
  expect(await world.states([claim])).toEqual(['RECEIVED']);
  await answer(report([other], { bht: undefined }), SUCCESSOR);
  expect(await world.states([other])).toEqual(['REJECTED']);
  const [listed] = await store.read((db) => db.selectFrom('unmatched_claim_answers').select('id').execute());
  await tieByHand(world.services, listed?.id ?? '', claim.id);
  expect(await world.states([claim])).toEqual(['REJECTED']);
});

it('is not tied by hand to a claim that another carried', async () => {
  const [claim] = successor.claims as readonly [SentClaim];
  await answer(report([claim]), FORMER);
  const [listed] = await world.services.store.read((db) =>
    db.selectFrom('unmatched_claim_answers').select('id').execute(),
  );
  await expect(tieByHand(world.services, listed?.id ?? '', claim.id)).rejects.toThrow('partner');
  await tieByHand(world.services, listed?.id ?? '', former.claims[0]?.id ?? '');
  expect(await world.states([claim, ...former.claims])).toEqual(['QUEUED', 'REJECTED', 'QUEUED']);
});

it('the same bytes count once of one partner, and once more of the partner of another account', async () => {
  await addAccount(world.services.store, 'account-3');
  const moved = { ...SUCCESSOR, carrier_account_id: 'account-3' };
  const file = await fileOf(moved);
  for (const partner of [SUCCESSOR, SUCCESSOR, moved, moved]) await answer(ta1(file.interchange), partner);
  expect(await world.states(file.claims)).toEqual(['REJECTED', 'REJECTED']);
  const answers = await world.services.store.read((db) => db.selectFrom('claim_answers').selectAll().execute());
  expect(answers.map(({ carrier_account_id }) => carrier_account_id).sort()).toEqual(['account-3', 'operator']);
});
