import { beforeEach, describe, expect, it } from 'vitest';
import { createClaimAnswerJob } from '../../../src/exchange/claim-answers/answer-job.js';
import { tieByHand } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import {
  createReceivedAnswersJob,
  RECEIVED_CLAIM_ANSWERS,
} from '../../../src/exchange/claim-answers/received-answers.js';
import { CLAIM_ANSWER, takeClaimAnswer } from '../../../src/exchange/claim-answers/take-answer.js';
import { BY_ITSELF } from '../../../src/resources/claims/speaker.js';
import { noteCarrier } from '../../../src/resources/payer-routes/claim-carriers.js';
import { removeRoute, replaceRoute } from '../../../src/resources/payer-routes/save-route.js';
import type { GivenRoute } from '../../../src/resources/payer-routes/schemas.js';
import { soundRoute } from '../../../src/resources/payer-routes/sound-route.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import {
  claimReport,
  functional,
  interchangeOf,
  type PlantedFile,
  plantSentClaims,
  type SentClaim,
  ta1,
} from '../../support/claim-answers.js';
import { saveRoute } from '../../support/claim-sendings.js';
import { ACCOUNT, type Inbound, openInbound } from '../../support/inbound.js';
import { CONNECTION, PARTNERSHIP } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

const PRACTICE = 'practice-1';
/** A partner of the same account, by whom no claims go. */
const RIVALS = { partnership: 'north_rival', connection: '01JZ0000000000000000000009' };

/** A route whose files the partner of the account carries. */
const CARRIED: GivenRoute = {
  ...{ name: 'carried', kind: 'partnership', connection: { accountId: ACCOUNT, partnershipId: PARTNERSHIP } },
  ...{ sender: { qualifier: 'ZZ', id: 'NORTH' }, receiver: { qualifier: 'ZZ', id: 'BUYER' } },
  catchAll: { transactions: ['professionalClaimSubmission'] },
};

let inbound: Inbound;
let routeId: string;
let file: PlantedFile;

/** An account of the operator whose partner carries the claims of a practice, and who has another partner, too. */
beforeEach(async () => {
  inbound = await openInbound({
    around: (handlers, services) => ({
      ...handlers,
      [RECEIVED_CLAIM_ANSWERS]: createReceivedAnswersJob(services),
      [CLAIM_ANSWER]: createClaimAnswerJob(services),
    }),
  });
  const { services, write } = inbound;
  const stamp = { created_at: 1, updated_at: 1 };
  await write(async (queries) => {
    await queries
      .insert('profiles', {
        ...{ profile_id: 'rival', profile_type: 'partner', interchange_qualifier: 'ZZ', interchange_id: 'RIVAL' },
        ...{ application_identifiers: '[]', ...stamp },
      })
      .execute();
    await queries
      .insert('partnerships', {
        ...{ partnership_id: RIVALS.partnership, local_profile_id: 'north', partner_profile_id: 'rival' },
        ...{ usage_indicator: 'P', timezone: 'UTC', time_format: 'HHMM', ack_configuration: null },
        ...{ expected_acknowledgments: null, processing_configuration: null, ...stamp },
      })
      .execute();
    await queries
      .insert('connections', {
        ...{ id: RIVALS.connection, partnership_id: RIVALS.partnership, kind: 'bucket', name: 'rival', enabled: 1 },
        ...{ test: 0, settings: '{"bucketName":"rival-bucket"}', ...stamp },
      })
      .execute();
    const setting = { release: '005010X214', transaction_set: '277', guide_id: '277CA-005010X214' };
    const rest = { local_application_id: null, partner_application_id: null, connection_id: null, subdirectory: null };
    await queries
      .insert(
        'transaction_settings',
        [PARTNERSHIP, RIVALS.partnership].map((partnership_id) => ({
          ...{ ...setting, direction: 'inbound' as const, id: 'claim-reports', partnership_id },
          ...{ ...rest, filename: null, fragments: null, ...stamp },
        })),
      )
      .execute();
    await queries.update('connections').set({ test: 0 }).where('id', '=', CONNECTION).execute();
  });
  await addAccount(services.store, PRACTICE);
  routeId = await saveRoute(services, CARRIED);
  file = await plantSentClaims(services, PRACTICE, [{}, {}], { routeId });
});

/** An answer as a partner of the account sends it. */
const from = (partner: 'BUYER' | 'RIVAL', x12: string, number = 1): string =>
  x12
    .replace('*ZZ*PAYER          *ZZ*SENDER         *', `*ZZ*${partner.padEnd(15)}*ZZ*NORTH          *`)
    .replace('*PAYER*SENDER*', `*${partner}*NORTHWH*`)
    .replaceAll('000000077', String(number).padStart(9, '0'));

/** Jobs by which a file comes to claims: it has ended before it is shown, and what it says is taken up when it is. */
const OF_FILES: ReadonlySet<string> = new Set(['receive', 'publish', RECEIVED_CLAIM_ANSWERS, CLAIM_ANSWER]);

/** Has a file come in, and waits until nothing of it is left to do. */
async function receive(x12: string, connectionId = CONNECTION) {
  const execution = await inbound.receive(x12, { connectionId });
  await settled();
  return execution;
}

const settled = () =>
  until(async () => {
    const kinds = await inbound.services.store.read((db) => db.selectFrom('jobs').select('kind').execute());
    return !kinds.some(({ kind }) => OF_FILES.has(kind));
  });

const said = () =>
  writeAs(inbound.services.store, PRACTICE, async (queries) => {
    const rows = await queries.from('claims').select(['id', 'state']).execute();
    // As they stand in the file: ids of one millisecond have no order.
    const states = file.claims.map(({ id }) => rows.find((row) => row.id === id)?.state);
    const history = await queries.from('claim_history').select('id').execute();
    const reports = await queries.from('claim_reports').select('id').execute();
    return { states, told: history.length, reports: reports.length };
  });
const answers = () => inbound.services.store.read((db) => db.selectFrom('claim_answers').select('id').execute());

const report = (more: Parameters<typeof interchangeOf>[1] = {}) =>
  interchangeOf(claimReport(file.claims.map((claim) => ({ claim }))), more);
const QUEUED = { states: ['QUEUED', 'QUEUED'], told: 2, reports: 0 };

describe('what the partner uploads by whom claims went', () => {
  it('moves them: first a 999, and then a 277CA', async () => {
    await receive(from('BUYER', functional(file.group, { '0001': 'A', '0002': 'R' }, 'P'), 1));
    expect(await said()).toMatchObject({ states: ['RECEIVED', 'REJECTED'], reports: 0 });
    await receive(from('BUYER', report(), 2));
    expect(await said()).toMatchObject({ states: ['ACCEPTED', 'REJECTED'], reports: 1 });
  });

  it('refuses all of them by a TA1', async () => {
    await receive(from('BUYER', ta1(file.interchange), 1));
    expect((await said()).states).toEqual(['REJECTED', 'REJECTED']);
  });

  it('changes nothing where the same file comes again, under its own number and under another', async () => {
    await receive(from('BUYER', report(), 1));
    const once = await said();
    expect(once).toMatchObject({ states: ['ACCEPTED', 'ACCEPTED'], reports: 1 });
    await receive(from('BUYER', report(), 1));
    expect(await answers()).toHaveLength(1);
    await receive(from('BUYER', report(), 2));
    expect(await said()).toMatchObject({ states: once.states });
    const events = await inbound.services.store.read((db) =>
      db.selectFrom('events').select('type').where('account_id', '=', PRACTICE).execute(),
    );
    expect(events.map(({ type }) => type)).toEqual(['claim.accepted', 'claim.accepted']);
  });

  it('moves nothing where ISA15 says that it is a test', async () => {
    await receive(from('BUYER', report({ usage: 'T' }), 1));
    await receive(
      from('BUYER', functional(file.group, { '0001': 'R', '0002': 'R' }, 'R').replace('*0*P*:', '*0*T*:'), 2),
    );
    expect(await said()).toEqual(QUEUED);
    expect(await answers()).toEqual([]);
  });
});

describe('what the partner uploads by whom claims went, and the account has no setting for', () => {
  beforeEach(() =>
    inbound.write((queries) => queries.delete('transaction_settings').where('id', '=', 'claim-reports').execute()),
  );

  const waiting = async () => (await inbound.rows('received_interchanges')).map(({ state }) => state);

  it('moves them, though a 277CA waits for a setting as any other document does', async () => {
    const execution = await receive(from('BUYER', report(), 1));
    expect(await said()).toMatchObject({ states: ['ACCEPTED', 'ACCEPTED'], reports: 1 });
    expect([execution.status, await waiting()]).toEqual(['FAILED', ['quarantined']]);
    expect((await inbound.rows('faults')).map(({ code }) => code)).toEqual(['INVALID_CONFIGURATION']);
  });

  it('moves them by a 999 and by a TA1', async () => {
    await receive(from('BUYER', functional(file.group, { '0001': 'A', '0002': 'R' }, 'P'), 1));
    expect(await said()).toMatchObject({ states: ['RECEIVED', 'REJECTED'] });
    await receive(from('BUYER', ta1(file.interchange), 2));
    expect(await said()).toMatchObject({ states: ['REJECTED', 'REJECTED'] });
    expect(await waiting()).toEqual(['processed', 'processed']);
  });

  it('counts once where the setting is there later and it is processed', async () => {
    const [claim] = file.claims;
    const one = claim === undefined ? '' : interchangeOf(claimReport([{ claim }]));
    const execution = await receive(from('BUYER', one, 1));
    const once = await said();
    expect(once.states).toEqual(['ACCEPTED', 'QUEUED']);
    await inbound.write((queries) =>
      queries
        .insert('transaction_settings', {
          ...{ release: '005010X214', transaction_set: '277', guide_id: '277CA-005010X214' },
          ...{ partnership_id: PARTNERSHIP, id: 'late', direction: 'inbound', connection_id: null, subdirectory: null },
          ...{ local_application_id: null, partner_application_id: null, filename: null, fragments: null },
          ...{ created_at: 1, updated_at: 1 },
        })
        .execute(),
    );
    await inbound.retry([execution.id]);
    // That nothing of this account is known by it is a fault of these claims, which were planted.
    expect(await inbound.childOf(execution.id)).toMatchObject({ transaction_count: 1 });
    await settled();
    expect(await said()).toEqual(once);
    expect(await answers()).toHaveLength(1);
    expect((await inbound.rows('transactions')).map(({ transaction_set: set }) => set)).toEqual(['277']);
  });

  it.each([
    ['is a test', () => report({ usage: 'T' }), CONNECTION],
    ['came over the connection of another', () => report(), RIVALS.connection],
  ])('moves nothing where it %s', async (_, x12, connection) => {
    await receive(from('BUYER', x12(), 1), connection);
    expect(await said()).toEqual(QUEUED);
    expect([await answers(), await waiting()]).toEqual([[], ['quarantined']]);
  });
});

describe('what answers claims of two routes whose files one partnership carries', () => {
  let both: readonly SentClaim[];
  let second: PlantedFile;
  beforeEach(async () => {
    const { services } = inbound;
    const routeId = await saveRoute(services, {
      ...{ name: 'beside', kind: 'partnership', connection: { accountId: ACCOUNT, partnershipId: PARTNERSHIP } },
      ...{ sender: { qualifier: 'ZZ', id: 'NORTH' }, receiver: { qualifier: 'ZZ', id: 'BUYER' } },
      payers: [],
    });
    second = await plantSentClaims(services, PRACTICE, [{}], { routeId });
    both = [...file.claims, ...second.claims];
  });

  const states = () =>
    writeAs(inbound.services.store, PRACTICE, async (queries) => {
      const rows = await queries.from('claims').select(['id', 'state']).execute();
      return both.map(({ id }) => rows.find((row) => row.id === id)?.state);
    });
  const unmatched = () =>
    inbound.services.store.read((db) => db.selectFrom('unmatched_claim_answers').selectAll().execute());
  const about = (claims: readonly SentClaim[], more: object = {}) =>
    interchangeOf(claimReport(claims.map((claim) => ({ claim, ...more }))));

  it('is tied by the route whose file it answers, and the other lists nothing', async () => {
    await receive(from('BUYER', functional(second.group, { '0001': 'A' }, 'A'), 1));
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'RECEIVED']);
    await receive(from('BUYER', functional(file.group, { '0001': 'A', '0002': 'A' }, 'A'), 2));
    expect(await states()).toEqual(['RECEIVED', 'RECEIVED', 'RECEIVED']);
    await receive(from('BUYER', about(both), 3));
    expect(await states()).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    await receive(from('BUYER', ta1(second.interchange), 4));
    expect(await states()).toEqual(['ACCEPTED', 'ACCEPTED', 'REJECTED']);
    expect(await unmatched()).toEqual([]);
  });

  it('is tied so by what it describes, too, and by the batch that it refuses', async () => {
    await receive(from('BUYER', about(second.claims, { d9: undefined, bht: undefined }), 1));
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'ACCEPTED']);
    const refusal = [
      ...['ST*277*0001*005010X214', 'BHT*0085*08*REPORT1*20260601*1300*TH', 'HL*1**20*1'],
      ...['NM1*PR*2*LAKES PLAN*****PI*99901', 'TRN*1*REPORT1', 'DTP*050*D8*20260601', 'DTP*009*D8*20260601'],
      ...['HL*2*1*21*0', 'NM1*41*2*SENDER*****46*SENDER', `TRN*2*${second.claims[0]?.trace}`],
      ...['STC*A3:33:41*20260601*U*185.5', 'QTY*AA*1', 'AMT*YY*185.5'],
    ];
    await receive(from('BUYER', interchangeOf(refusal.join('\n')), 2));
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'REJECTED']);
    expect(await unmatched()).toEqual([]);
  });

  it('is listed once where neither knows it, and tied by hand to a claim of either', async () => {
    const unknown = {
      ...(both[2] as SentClaim),
      id: '01JZ0000000000000000000000',
      trace: '01JZ0000000000000000000001',
    };
    await receive(from('BUYER', about([{ ...unknown, number: 'NOBODY' }]), 1));
    await receive(from('BUYER', ta1('000999999'), 2));
    await receive(from('BUYER', functional(999_999, { '0001': 'R' }, 'R'), 3));
    const listed = await unmatched();
    expect(listed.map(({ said, kind }) => [said, kind]).sort()).toEqual([
      ['277CA', 'none'],
      ['999', 'none'],
      ['TA1', 'none'],
    ]);
    const report = listed.find(({ said }) => said === '277CA');
    await tieByHand(inbound.services, report?.id ?? '', second.claims[0]?.id ?? '');
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'ACCEPTED']);
  });

  it('is listed once where it cannot be read', async () => {
    const x12 = Buffer.from('ISA*00*nothing');
    const routes = await inbound.services.store.read((db) => db.selectFrom('payer_routes').select('id').execute());
    for (const { id: routeId } of routes) {
      await takeClaimAnswer(inbound.services, { routeId, x12, source: 'execution 1', receivedAt: 1 });
    }
    await settled();
    expect((await unmatched()).map(({ kind }) => kind)).toEqual(['unreadable']);
  });
});

describe('what the partner uploads by whom claims went over a route that is not as it was then', () => {
  const RIVAL: GivenRoute = {
    ...{ ...CARRIED, receiver: { qualifier: 'ZZ', id: 'RIVAL' } },
    connection: { accountId: ACCOUNT, partnershipId: RIVALS.partnership },
  };
  const change = async (given: GivenRoute) => {
    const sound = await soundRoute(given);
    await inbound.services.store.write((tx) => replaceRoute(inbound.services, tx, routeId, sound));
  };
  const remove = () => inbound.services.store.write((tx) => removeRoute(inbound.services, tx, routeId));
  const unmatched = () =>
    inbound.services.store.read((db) => db.selectFrom('unmatched_claim_answers').selectAll().execute());

  beforeEach(async () => {
    await inbound.write((queries) =>
      noteCarrier(queries, { route_id: routeId, partnership_id: PARTNERSHIP, at: inbound.services.clock.now() }),
    );
  });

  it.each([
    ['of another kind', () => change({ ...CARRIED, kind: 'x12-post', connection: { url: 'https://payer.example/' } })],
    ['of another partnership', () => change(RIVAL)],
    ['deleted', remove],
  ])('moves them where it is %s', async (_, changed) => {
    await changed();
    await receive(from('BUYER', functional(file.group, { '0001': 'A', '0002': 'R' }, 'P'), 1));
    expect(await said()).toMatchObject({ states: ['RECEIVED', 'REJECTED'], reports: 0 });
    await receive(from('BUYER', report(), 2));
    expect(await said()).toMatchObject({ states: ['ACCEPTED', 'REJECTED'], reports: 1 });
    await receive(from('BUYER', ta1(file.interchange), 3));
    expect((await said()).states).toEqual(['REJECTED', 'REJECTED']);
    await receive(from('BUYER', functional(999_999, { '0001': 'R' }, 'R'), 4));
    expect((await unmatched()).map(({ said, kind }) => [said, kind])).toEqual([['999', 'none']]);
  });

  it.each([
    ['of another kind', () => change({ ...CARRIED, kind: 'x12-post', connection: { url: 'https://payer.example/' } })],
    ['deleted', remove],
  ])('moves nothing where it is %s, and another partner uploads it', async (_, changed) => {
    await changed();
    await receive(from('RIVAL', report()), RIVALS.connection);
    expect(await said()).toEqual(QUEUED);
    expect(await answers()).toEqual([]);
  });

  let later = 0;
  /** Has a file go by a partnership after all others of the route. */
  const carriedFile = async (partnership_id: string): Promise<PlantedFile> => {
    const { services } = inbound;
    const partner = { carrier_account_id: ACCOUNT, partnership_id };
    const planted = await plantSentClaims(services, PRACTICE, [{}, {}], { routeId, partner });
    const at = services.clock.now() + ++later;
    await inbound.write((queries) => noteCarrier(queries, { route_id: routeId, partnership_id, at }));
    return planted;
  };
  const statesOf = (of: PlantedFile) =>
    writeAs(inbound.services.store, PRACTICE, async (queries) => {
      const rows = await queries.from('claims').select(['id', 'state']).execute();
      return of.claims.map(({ id }) => rows.find((row) => row.id === id)?.state);
    });
  const reportOf = ({ claims }: PlantedFile) => interchangeOf(claimReport(claims.map((claim) => ({ claim }))));
  const WAITING = ['QUEUED', 'QUEUED'];
  /** Has a partner say all that it can of a file. */
  const sayAllOf = async (of: PlantedFile, partner: 'BUYER' | 'RIVAL', number: number) => {
    const connection = partner === 'BUYER' ? CONNECTION : RIVALS.connection;
    const all = [functional(of.group, { '0001': 'A', '0002': 'R' }, 'P'), reportOf(of), ta1(of.interchange)];
    for (const [at, x12] of all.entries()) await receive(from(partner, x12, number + at), connection);
  };

  it('moves those that it carried, and none that another partnership has carried since, nor does that move those', async () => {
    const former = await carriedFile(PARTNERSHIP);
    await change(RIVAL);
    const successor = await carriedFile(RIVALS.partnership);
    await sayAllOf(successor, 'BUYER', 1);
    await sayAllOf(former, 'RIVAL', 1);
    expect([await statesOf(former), await statesOf(successor)]).toEqual([WAITING, WAITING]);
    const listed = await unmatched();
    expect(new Set(listed.map(({ kind, candidates }) => `${kind} ${candidates}`))).toEqual(new Set(['none []']));
    await receive(from('BUYER', functional(former.group, { '0001': 'A', '0002': 'R' }, 'P'), 11));
    expect(await statesOf(former)).toEqual(['RECEIVED', 'REJECTED']);
    await receive(from('BUYER', reportOf(former), 12));
    expect(await statesOf(former)).toEqual(['ACCEPTED', 'REJECTED']);
    await receive(from('BUYER', ta1(former.interchange), 13));
    await receive(from('RIVAL', reportOf(successor), 14), RIVALS.connection);
    expect([await statesOf(former), await statesOf(successor)]).toEqual([
      ['REJECTED', 'REJECTED'],
      ['ACCEPTED', 'ACCEPTED'],
    ]);
    expect(await unmatched()).toHaveLength(listed.length);
  });

  it('moves those before and after another partnership where the route is given back to it', async () => {
    const first = await carriedFile(PARTNERSHIP);
    await change(RIVAL);
    const between = await carriedFile(RIVALS.partnership);
    await change(CARRIED);
    const third = await carriedFile(PARTNERSHIP);
    await sayAllOf(between, 'BUYER', 1);
    for (const [at, own] of [first, third].entries()) {
      await sayAllOf(own, 'RIVAL', 1 + 3 * at);
      expect(await statesOf(own)).toEqual(WAITING);
      await receive(from('BUYER', reportOf(own), 11 + at));
      expect(await statesOf(own)).toEqual(['ACCEPTED', 'ACCEPTED']);
    }
    expect(await statesOf(between)).toEqual(WAITING);
    await receive(from('RIVAL', reportOf(between), 11), RIVALS.connection);
    expect(await statesOf(between)).toEqual(['ACCEPTED', 'ACCEPTED']);
  });

  it('moves none that went by another kind of route, before a partnership carried files once more', async () => {
    const first = await carriedFile(PARTNERSHIP);
    await change({ ...CARRIED, kind: 'x12-post', connection: { url: 'https://payer.example/' } });
    const posted = await plantSentClaims(inbound.services, PRACTICE, [{}, {}], { routeId, partner: BY_ITSELF });
    await change(CARRIED);
    const third = await carriedFile(PARTNERSHIP);
    await sayAllOf(posted, 'BUYER', 1);
    expect(await statesOf(posted)).toEqual(WAITING);
    for (const [at, own] of [first, third].entries()) {
      await receive(from('BUYER', reportOf(own), 11 + at));
      expect(await statesOf(own)).toEqual(['ACCEPTED', 'ACCEPTED']);
    }
  });

  it('moves none of which nobody knows who carried them once another partnership has carried a file of the route', async () => {
    await change(RIVAL);
    await carriedFile(RIVALS.partnership);
    await sayAllOf(file, 'BUYER', 1);
    expect(await statesOf(file)).toEqual(WAITING);
    expect(await unmatched()).toHaveLength(4);
    await sayAllOf(file, 'RIVAL', 1);
    expect(await statesOf(file)).toEqual(['REJECTED', 'REJECTED']);
  });

  it('moves none of which nobody knows who carried them once a file of the route has gone by another kind of route', async () => {
    await change({ ...CARRIED, kind: 'x12-post', connection: { url: 'https://payer.example/' } });
    const handing_since = inbound.services.clock.now() + 1;
    await inbound.services.store.write((tx) =>
      tx.updateTable('claim_files').set({ execution_id: null, handing_since }).execute(),
    );
    await sayAllOf(file, 'BUYER', 1);
    expect(await statesOf(file)).toEqual(WAITING);
  });

  it('is taken up as before where an older release has promised it', async () => {
    const { services } = inbound;
    const execution = await receive(from('BUYER', reportOf(file), 1));
    await services.store.write(async (tx) => {
      await tx.deleteFrom('claim_answers').execute();
      await tx.updateTable('claims').set({ state: 'QUEUED' }).execute();
      await tx.deleteFrom('claim_history').where('source', '<>', 'submitted').execute();
    });
    const payload = { executionId: execution.id, routeId, beside: [routeId], places: [1] };
    await inbound.write((queries) =>
      services.jobs.enqueue(queries, { kind: RECEIVED_CLAIM_ANSWERS, class: 'inbound', payload }),
    );
    inbound.jobs.wake();
    await settled();
    expect(await statesOf(file)).toEqual(['ACCEPTED', 'ACCEPTED']);
    const [answer] = await services.store.read((db) => db.selectFrom('claim_answers').selectAll().execute());
    expect([answer?.carrier_account_id, answer?.partnership_id]).toEqual([null, null]);
  });

  it('moves nothing where a partnership of the same id, of another account, has carried them', async () => {
    const { services } = inbound;
    await inbound.write((queries) => queries.delete('claim_carriers').execute());
    await writeAs(services.store, PRACTICE, (queries) =>
      noteCarrier(queries, { route_id: routeId, partnership_id: PARTNERSHIP, at: services.clock.now() }),
    );
    await remove();
    await receive(from('BUYER', report()));
    expect(await said()).toEqual(QUEUED);
    expect(await answers()).toEqual([]);
  });

  it('is listed once where nothing is known of it, by a route of its own partner, whoever carries which', async () => {
    await change(RIVAL);
    const ofRoute = async (name: string, given: GivenRoute) =>
      saveRoute(inbound.services, { ...given, name, catchAll: { transactions: [] }, payers: [] });
    // Each partner has one route with both, and routes of its own before and behind it.
    for (const name of ['one', 'two', 'three']) await ofRoute(name, RIVAL);
    await ofRoute('four', CARRIED);
    await receive(from('BUYER', functional(999_999, { '0001': 'R' }, 'R'), 1));
    expect((await unmatched()).map(({ said, kind }) => [said, kind])).toEqual([['999', 'none']]);
    await receive(from('RIVAL', functional(999_998, { '0001': 'R' }, 'R'), 2), RIVALS.connection);
    expect((await unmatched()).map(({ said }) => said)).toEqual(['999', '999']);
  });

  it('is tied by hand to a claim that went by the same partner', async () => {
    const [claim] = file.claims;
    const stranger = { ...(claim as SentClaim), id: '01JZ0000000000000000000000', trace: '0', number: 'NOBODY' };
    await remove();
    await receive(from('BUYER', interchangeOf(claimReport([{ claim: stranger }]))));
    const [listed] = await unmatched();
    await tieByHand(inbound.services, listed?.id ?? '', claim?.id ?? '');
    expect((await said()).states).toEqual(['ACCEPTED', 'QUEUED']);
  });
});

describe('what another partner of the account uploads', () => {
  it.each([
    ['a 277CA that names them', () => report()],
    ['a 999 of their group', () => functional(file.group, { '0001': 'R', '0002': 'R' }, 'R')],
    ['a TA1 of their interchange', () => ta1(file.interchange)],
  ])('moves nothing: %s', async (_, x12) => {
    const execution = await receive(from('RIVAL', x12()), RIVALS.connection);
    expect(await said()).toEqual(QUEUED);
    expect(await answers()).toEqual([]);
    // It was read, and was the rival's: it is not for want of a partner that nothing moved.
    const [interchange] = await inbound.rows('received_interchanges');
    expect(execution.partnership_id).toBe(RIVALS.partnership);
    expect(interchange?.state).not.toBe('quarantined');
  });

  it('moves nothing in the name of the partner by whom they went', async () => {
    await receive(from('BUYER', report()), RIVALS.connection);
    expect(await said()).toEqual(QUEUED);
    expect(await answers()).toEqual([]);
  });
});
