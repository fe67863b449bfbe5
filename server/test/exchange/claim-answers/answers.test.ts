import { describe, expect, it } from 'vitest';
import { UNMATCHED_CLAIM_COMMANDS } from '../../../src/commands/unmatched-claims.js';
import { giveUpClaimAnswer } from '../../../src/exchange/claim-answers/answer-job.js';
import { MOST_ANSWER_BYTES, takeClaimAnswer } from '../../../src/exchange/claim-answers/take-answer.js';
import { leasedJob } from '../../../src/jobs/job-rows.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import {
  answersWorld,
  claimReport,
  functional,
  interchangeOf,
  ROUTE_ID,
  type Said,
  ta1,
} from '../../support/claim-answers.js';
import { runCommand } from '../../support/run-command.js';

const report = (said: readonly Said[]) => interchangeOf(claimReport(said));

describe('a 277CA', () => {
  it.each([
    ['A0:17', 'WQ', 'ACCEPTED'],
    ['A1:20', 'WQ', 'ACCEPTED'],
    ['A2:20', 'WQ', 'IN_ADJUDICATION'],
    ['A3:21', 'U', 'REJECTED'],
    ['A4:35', 'U', 'REJECTED'],
    ['A5:20', 'WQ', 'ACCEPTED'],
    ['A6:562:85', 'U', 'REJECTED'],
    ['A7:562:85', 'U', 'REJECTED'],
    ['A8:562', 'U', 'REJECTED'],
    ['F1:65', 'WQ', 'QUEUED'],
  ] as const)('with %s moves its claim', async (code, action, state) => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}]);
    await world.answer(report(claims.map((claim) => ({ claim, code, action }))));
    expect(await world.states(claims)).toEqual([state]);
    expect(await world.unmatched()).toEqual([]);
  });

  it('is tied without REF D9 by BHT03 and CLM01, and without these by what the claim is', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}, {}]);
    const [first, second] = claims;
    if (first === undefined || second === undefined) throw new Error('none');
    await world.answer(report([{ claim: first, d9: undefined }]));
    await world.answer(report([{ claim: second, d9: undefined, bht: undefined, code: 'A7:21', action: 'U' }]));
    expect(await world.states(claims)).toEqual(['ACCEPTED', 'REJECTED']);
  });

  it('of a shared patient control number is nobody’s where it fits two, and the one’s whose set it names', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{ number: 'SAME' }, { number: 'SAME' }]);
    const [first] = claims;
    if (first === undefined) throw new Error('none');
    await world.answer(report([{ claim: first, d9: undefined, bht: undefined }]));
    expect(await world.states(claims)).toEqual(['QUEUED', 'QUEUED']);
    const [listed] = await world.unmatched();
    expect(listed).toMatchObject({ said: '277CA', kind: 'several' });
    expect(JSON.parse(listed?.candidates ?? '').sort()).toEqual(claims.map(({ id }) => id).sort());
    await world.answer(report([{ claim: first, d9: undefined }]));
    expect(await world.states(claims)).toEqual(['ACCEPTED', 'QUEUED']);
  });

  it('of another route says nothing of a claim', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}]);
    await world.answer(report(claims.map((claim) => ({ claim }))), 'another-route');
    expect(await world.states(claims)).toEqual(['QUEUED']);
    expect(await world.unmatched()).toMatchObject([{ said: '277CA', kind: 'none' }]);
  });

  it('is read as some payers break it', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}]);
    await world.answer(report(claims.map((claim) => ({ claim, isBroken: true }))));
    expect(await world.states(claims)).toEqual(['ACCEPTED']);
  });

  it('that refuses a whole batch refuses its claims', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}, {}, {}], { perSet: 2 });
    const body = claimReport([]).concat(
      `\nHL*2*1*21*0\nNM1*41*2*SENDER*****46*SENDER\nTRN*2*${claims[0]?.trace}\nSTC*A8:496:41*20260601*U*371`,
    );
    await world.answer(interchangeOf(body));
    expect(await world.states(claims)).toEqual(['REJECTED', 'REJECTED', 'QUEUED']);
  });

  it('of two accounts moves the claims of both, and gives each a report of its own', async () => {
    const world = await answersWorld();
    const one = await world.file('account-1', [{ member: 'MEMBERONE' }]);
    const other = await world.file('account-2', [{ member: 'MEMBERTWO' }]);
    const all = [...one.claims, ...other.claims];
    await world.answer(report(all.map((claim) => ({ claim, text: `TEXT OF ${claim.member}` }))));
    expect(await world.states(all)).toEqual(['ACCEPTED', 'ACCEPTED']);
    const { store, artifacts } = world.services;
    const reports = await store.read((db) =>
      db.selectFrom('claim_reports').selectAll().orderBy('account_id').execute(),
    );
    expect(reports.map(({ account_id }) => account_id)).toEqual(['account-1', 'account-2']);
    for (const [at, { artifact_id }] of reports.entries()) {
      const row = await store.read((db) =>
        db.selectFrom('artifacts').selectAll().where('id', '=', artifact_id).executeTakeFirstOrThrow(),
      );
      expect(row.master_key_id).not.toBeNull();
      const text = Buffer.from(await artifacts.read(row)).toString('utf8');
      expect([text.includes('MEMBERONE'), text.includes('MEMBERTWO')]).toEqual([at === 0, at === 1]);
      expect(JSON.parse(text).meta.transactionId).toBe(reports[at]?.id);
    }
    const events = await store.read((db) => db.selectFrom('events').selectAll().orderBy('account_id').execute());
    expect(events.map(({ account_id, type }) => [account_id, type])).toEqual([
      ['account-1', 'claim.accepted'],
      ['account-2', 'claim.accepted'],
    ]);
    expect(events.map(({ detail }) => JSON.parse(detail).relatedResources[0].id)).toEqual(reports.map(({ id }) => id));
  });

  it('that comes late and refuses counts, and both are in the history', async () => {
    const world = await answersWorld();
    const { claims } = await world.file('account-1', [{}]);
    await world.answer(report(claims.map((claim) => ({ claim }))));
    await world.answer(report(claims.map((claim) => ({ claim, code: 'A7:21', action: 'U' }))));
    expect(await world.states(claims)).toEqual(['REJECTED']);
    expect((await world.history(claims[0] as never)).map(({ state }) => state).sort()).toEqual([
      'ACCEPTED',
      'QUEUED',
      'REJECTED',
    ]);
  });
});

describe('a 999', () => {
  it('takes or refuses its sets, with reasons', async () => {
    const world = await answersWorld();
    const { claims, group } = await world.file('account-1', [{}, {}, {}]);
    await world.answer(
      functional(group, { '0001': 'A', '0002': 'R', '0003': 'E' }, 'P', ['IK3*NM1*8*2010*8', 'IK4*9*67*1*X']),
    );
    expect(await world.states(claims)).toEqual(['RECEIVED', 'REJECTED', 'RECEIVED']);
    const { store } = world.services;
    const rows = await store.read((db) =>
      db.selectFrom('claim_history').selectAll().where('state', '=', 'REJECTED').execute(),
    );
    expect(JSON.parse(rows[0]?.reasons ?? 'null')).toMatchObject({
      said: '999',
      reasons: [{ code: 'IK403 1', place: expect.stringContaining('NM1') }],
    });
  });

  it('that comes behind a 277CA changes nothing, and one that refuses the group refuses all', async () => {
    const world = await answersWorld();
    const { claims, group } = await world.file('account-1', [{}, {}]);
    await world.answer(report(claims.map((claim) => ({ claim }))));
    await world.answer(functional(group, { '0001': 'A', '0002': 'A' }, 'A'));
    expect(await world.states(claims)).toEqual(['ACCEPTED', 'ACCEPTED']);
    const other = await world.file('account-1', [{}, {}]);
    await world.answer(functional(other.group, {}, 'R').replace('AK9*R*0*0*0', 'AK9*R*2*2*0*4'));
    expect(await world.states(other.claims)).toEqual(['REJECTED', 'REJECTED']);
  });

  it('of a group number that two files have is told apart by its sets, or listed', async () => {
    const world = await answersWorld();
    const one = await world.file('account-1', [{}, {}], { group: 5 });
    const other = await world.file('account-2', [{}], { group: 5 });
    await world.answer(functional(5, { '0001': 'A' }, 'A'));
    expect(await world.states([...one.claims, ...other.claims])).toEqual(['QUEUED', 'QUEUED', 'RECEIVED']);
    await world.file('account-2', [{}], { group: 5 });
    await world.answer(functional(5, { '0001': 'R' }, 'R'));
    expect(await world.states(other.claims)).toEqual(['RECEIVED']);
    expect(await world.unmatched()).toMatchObject([{ said: '999', kind: 'several' }]);
  });
});

describe('a TA1', () => {
  it('that refuses takes all claims of the file down, one that accepts none', async () => {
    const world = await answersWorld();
    const file = await world.file('account-1', [{}, {}]);
    await world.answer(ta1(file.interchange, 'A', '000'));
    expect(await world.states(file.claims)).toEqual(['QUEUED', 'QUEUED']);
    await world.answer(ta1(file.interchange, 'R', '023'));
    expect(await world.states(file.claims)).toEqual(['REJECTED', 'REJECTED']);
  });

  it('that says that a file came twice, or names none, is listed', async () => {
    const world = await answersWorld();
    const file = await world.file('account-1', [{}]);
    await world.answer(ta1(file.interchange, 'R', '025'));
    await world.answer(ta1('000999999', 'R', '023'));
    expect(await world.states(file.claims)).toEqual(['QUEUED']);
    expect(await world.unmatched()).toMatchObject([
      { said: 'TA1', kind: 'duplicate' },
      { said: 'TA1', kind: 'none' },
    ]);
  });
});

it('an answer that is cut off counts as far as it goes, and somebody is told that there is more', async () => {
  const world = await answersWorld();
  const { claims } = await world.file('account-1', [{}, {}]);
  await world.answer(report(claims.map((claim) => ({ claim }))).slice(0, -140));
  expect(await world.states(claims)).toEqual(['ACCEPTED', 'QUEUED']);
  const { result } = await runCommand(world.services, UNMATCHED_CLAIM_COMMANDS, 'claims unmatched', {});
  expect((result as Listed).answers.map(({ kind }) => kind)).toEqual(['unreadable']);
});

it.each([
  ['a 277 of an old version', '004040X167', '277', ['unreadable']],
  ['a 277 that names no guide', '005010', '277', ['unreadable']],
  ['an 824', '005010X186A1', '824', ['unreadable']],
  ['an answer to a claim status request', '005010X212', '277', []],
])('%s moves nothing, and what may refuse claims is listed for somebody', async (_, version, set, kinds) => {
  const world = await answersWorld();
  const { claims } = await world.file('account-1', [{}]);
  const said = claimReport(claims.map((claim) => ({ claim, code: 'A7:21', action: 'U' })));
  const other = said.replace('ST*277*', `ST*${set}*`).replaceAll('005010X214', version);
  await world.answer(interchangeOf(other, { version }));
  expect(await world.states(claims)).toEqual(['QUEUED']);
  const { result } = await runCommand(world.services, UNMATCHED_CLAIM_COMMANDS, 'claims unmatched', {});
  expect((result as Listed).answers.map(({ kind }) => kind)).toEqual(kinds);
});

it('the same bytes again are nothing new, and what is no X12 is unreadable', async () => {
  const world = await answersWorld();
  const { claims } = await world.file('account-1', [{}]);
  const x12 = report(claims.map((claim) => ({ claim })));
  await world.answer(x12);
  await world.answer(x12);
  await world.answer('no X12');
  const { store } = world.services;
  const rows = await store.read((db) =>
    db.selectFrom('claim_answers').select(['state', 'claim_count']).orderBy('id').execute(),
  );
  expect(rows).toEqual([
    { state: 'READ', claim_count: 1 },
    { state: 'UNREADABLE', claim_count: 0 },
  ]);
});

it('what cannot be read, is too long or given up is listed for somebody, once, and can be dismissed', async () => {
  const world = await answersWorld();
  const { services } = world;
  const { claims } = await world.file('account-1', [{}]);
  const [first] = claims;
  if (first === undefined) throw new Error('none');
  const listed = async () =>
    ((await runCommand(services, UNMATCHED_CLAIM_COMMANDS, 'claims unmatched', {})).result as Listed).answers;
  await world.answer('no X12');
  const receivedAt = services.clock.now();
  const long = { routeId: ROUTE_ID, x12: Buffer.alloc(MOST_ANSWER_BYTES + 1), source: 'file test', receivedAt };
  await takeClaimAnswer(services, long);
  await takeClaimAnswer(services, long);
  await takeClaimAnswer(services, { ...long, x12: Buffer.from(report([{ claim: first }])) });
  const row = await services.store.read((db) =>
    db.selectFrom('jobs').selectAll().where('kind', '=', 'claim-answer').executeTakeFirstOrThrow(),
  );
  const job = leasedJob(row);
  for (let times = 0; times < 2; times++) {
    const outcome = await giveUpClaimAnswer(services)(job, 'it died');
    await services.store.write(async (tx) => outcome.commit?.(new AccountQueries(tx, job.accountId)));
  }
  const answers = await listed();
  expect(answers.map(({ said, kind }) => `${said} ${kind}`)).toEqual(Array(3).fill('unknown unreadable'));
  const [one] = answers;
  const { result } = await runCommand(services, UNMATCHED_CLAIM_COMMANDS, 'claims unmatched show', {
    positionals: [one?.id ?? ''],
  });
  expect(result).toMatchObject({ content: { shown: { source: 'file test' } } });
  await expect(
    runCommand(services, UNMATCHED_CLAIM_COMMANDS, 'claims tie', { positionals: [one?.id ?? '', first.id] }),
  ).rejects.toThrow('dismiss it');
  await runCommand(services, UNMATCHED_CLAIM_COMMANDS, 'claims dismiss', { positionals: [one?.id ?? ''] });
  expect(await listed()).toHaveLength(2);
});

/** As far as it is looked at. */
interface Listed {
  readonly answers: readonly { readonly id: string; readonly said: string; readonly kind: string }[];
}
