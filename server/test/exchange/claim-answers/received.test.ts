import { beforeEach, describe, expect, it } from 'vitest';
import { tieByHand } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { takeClaimAnswer } from '../../../src/exchange/claim-answers/take-answer.js';
import {
  answerFrom,
  type CarriedClaims,
  openCarriedClaims,
  PRACTICE,
  RIVALS,
  reportOf,
} from '../../support/carried-claims.js';
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
import { ACCOUNT, type Inbound } from '../../support/inbound.js';
import { CONNECTION, PARTNERSHIP } from '../../support/partner-rows.js';

let world: CarriedClaims;
let inbound: Inbound;
let file: PlantedFile;
beforeEach(async () => {
  world = await openCarriedClaims();
  ({ inbound, file } = world);
});

const report = (more: Parameters<typeof reportOf>[1] = {}) => reportOf(file, more);
const QUEUED = { states: ['QUEUED', 'QUEUED'], told: 2, reports: 0 };

describe('what the partner uploads by whom claims went', () => {
  it('moves them: first a 999, and then a 277CA', async () => {
    await world.receive(answerFrom('BUYER', functional(file.group, { '0001': 'A', '0002': 'R' }, 'P'), 1));
    expect(await world.said()).toMatchObject({ states: ['RECEIVED', 'REJECTED'], reports: 0 });
    await world.receive(answerFrom('BUYER', report(), 2));
    expect(await world.said()).toMatchObject({ states: ['ACCEPTED', 'REJECTED'], reports: 1 });
  });

  it('refuses all of them by a TA1', async () => {
    await world.receive(answerFrom('BUYER', ta1(file.interchange), 1));
    expect((await world.said()).states).toEqual(['REJECTED', 'REJECTED']);
  });

  it('changes nothing where the same file comes again, under its own number and under another', async () => {
    await world.receive(answerFrom('BUYER', report(), 1));
    const once = await world.said();
    expect(once).toMatchObject({ states: ['ACCEPTED', 'ACCEPTED'], reports: 1 });
    await world.receive(answerFrom('BUYER', report(), 1));
    expect(await world.answers()).toHaveLength(1);
    await world.receive(answerFrom('BUYER', report(), 2));
    expect(await world.said()).toMatchObject({ states: once.states });
    const events = await inbound.services.store.read((db) =>
      db.selectFrom('events').select('type').where('account_id', '=', PRACTICE).execute(),
    );
    expect(events.map(({ type }) => type)).toEqual(['claim.accepted', 'claim.accepted']);
  });

  it('moves nothing where ISA15 says that it is a test', async () => {
    await world.receive(answerFrom('BUYER', report({ usage: 'T' }), 1));
    await world.receive(
      answerFrom('BUYER', functional(file.group, { '0001': 'R', '0002': 'R' }, 'R').replace('*0*P*:', '*0*T*:'), 2),
    );
    expect(await world.said()).toEqual(QUEUED);
    expect(await world.answers()).toEqual([]);
  });
});

describe('what the partner uploads by whom claims went, and the account has no setting for', () => {
  beforeEach(() =>
    inbound.write((queries) => queries.delete('transaction_settings').where('id', '=', 'claim-reports').execute()),
  );

  const waiting = async () => (await inbound.rows('received_interchanges')).map(({ state }) => state);

  it('moves them, though a 277CA waits for a setting as any other document does', async () => {
    const execution = await world.receive(answerFrom('BUYER', report(), 1));
    expect(await world.said()).toMatchObject({ states: ['ACCEPTED', 'ACCEPTED'], reports: 1 });
    expect([execution.status, await waiting()]).toEqual(['FAILED', ['quarantined']]);
    expect((await inbound.rows('faults')).map(({ code }) => code)).toEqual(['INVALID_CONFIGURATION']);
  });

  it('moves them by a 999 and by a TA1', async () => {
    await world.receive(answerFrom('BUYER', functional(file.group, { '0001': 'A', '0002': 'R' }, 'P'), 1));
    expect(await world.said()).toMatchObject({ states: ['RECEIVED', 'REJECTED'] });
    await world.receive(answerFrom('BUYER', ta1(file.interchange), 2));
    expect(await world.said()).toMatchObject({ states: ['REJECTED', 'REJECTED'] });
    expect(await waiting()).toEqual(['processed', 'processed']);
  });

  it('counts once where the setting is there later and it is processed', async () => {
    const [claim] = file.claims;
    const one = claim === undefined ? '' : interchangeOf(claimReport([{ claim }]));
    const execution = await world.receive(answerFrom('BUYER', one, 1));
    const once = await world.said();
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
    await world.settled();
    expect(await world.said()).toEqual(once);
    expect(await world.answers()).toHaveLength(1);
    expect((await inbound.rows('transactions')).map(({ transaction_set: set }) => set)).toEqual(['277']);
  });

  it.each([
    ['is a test', () => report({ usage: 'T' }), CONNECTION],
    ['came over the connection of another', () => report(), RIVALS.connection],
  ])('moves nothing where it %s', async (_, x12, connection) => {
    await world.receive(answerFrom('BUYER', x12(), 1), connection);
    expect(await world.said()).toEqual(QUEUED);
    expect([await world.answers(), await waiting()]).toEqual([[], ['quarantined']]);
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

  const states = () => world.statesOf(both);
  const about = (claims: readonly SentClaim[], more: object = {}) =>
    interchangeOf(claimReport(claims.map((claim) => ({ claim, ...more }))));

  it('is tied by the route whose file it answers, and the other lists nothing', async () => {
    await world.receive(answerFrom('BUYER', functional(second.group, { '0001': 'A' }, 'A'), 1));
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'RECEIVED']);
    await world.receive(answerFrom('BUYER', functional(file.group, { '0001': 'A', '0002': 'A' }, 'A'), 2));
    expect(await states()).toEqual(['RECEIVED', 'RECEIVED', 'RECEIVED']);
    await world.receive(answerFrom('BUYER', about(both), 3));
    expect(await states()).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    await world.receive(answerFrom('BUYER', ta1(second.interchange), 4));
    expect(await states()).toEqual(['ACCEPTED', 'ACCEPTED', 'REJECTED']);
    expect(await world.unmatched()).toEqual([]);
  });

  it('is tied so by what it describes, too, and by the batch that it refuses', async () => {
    await world.receive(answerFrom('BUYER', about(second.claims, { d9: undefined, bht: undefined }), 1));
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'ACCEPTED']);
    const refusal = [
      ...['ST*277*0001*005010X214', 'BHT*0085*08*REPORT1*20260601*1300*TH', 'HL*1**20*1'],
      ...['NM1*PR*2*LAKES PLAN*****PI*99901', 'TRN*1*REPORT1', 'DTP*050*D8*20260601', 'DTP*009*D8*20260601'],
      ...['HL*2*1*21*0', 'NM1*41*2*SENDER*****46*SENDER', `TRN*2*${second.claims[0]?.trace}`],
      ...['STC*A3:33:41*20260601*U*185.5', 'QTY*AA*1', 'AMT*YY*185.5'],
    ];
    await world.receive(answerFrom('BUYER', interchangeOf(refusal.join('\n')), 2));
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'REJECTED']);
    expect(await world.unmatched()).toEqual([]);
  });

  it('is listed once where neither knows it, and tied by hand to a claim of either', async () => {
    const unknown = {
      ...(both[2] as SentClaim),
      id: '01JZ0000000000000000000000',
      trace: '01JZ0000000000000000000001',
    };
    await world.receive(answerFrom('BUYER', about([{ ...unknown, number: 'NOBODY' }]), 1));
    await world.receive(answerFrom('BUYER', ta1('000999999'), 2));
    await world.receive(answerFrom('BUYER', functional(999_999, { '0001': 'R' }, 'R'), 3));
    const listed = await world.unmatched();
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
    await world.settled();
    expect((await world.unmatched()).map(({ kind }) => kind)).toEqual(['unreadable']);
  });
});

describe('what another partner of the account uploads', () => {
  it.each([
    ['a 277CA that names them', () => report()],
    ['a 999 of their group', () => functional(file.group, { '0001': 'R', '0002': 'R' }, 'R')],
    ['a TA1 of their interchange', () => ta1(file.interchange)],
  ])('moves nothing: %s', async (_, x12) => {
    const execution = await world.receive(answerFrom('RIVAL', x12()), RIVALS.connection);
    expect(await world.said()).toEqual(QUEUED);
    expect(await world.answers()).toEqual([]);
    // It was read, and was the rival's: it is not for want of a partner that nothing moved.
    const [interchange] = await inbound.rows('received_interchanges');
    expect(execution.partnership_id).toBe(RIVALS.partnership);
    expect(interchange?.state).not.toBe('quarantined');
  });

  it('moves nothing in the name of the partner by whom they went', async () => {
    await world.receive(answerFrom('BUYER', report()), RIVALS.connection);
    expect(await world.said()).toEqual(QUEUED);
    expect(await world.answers()).toEqual([]);
  });
});
