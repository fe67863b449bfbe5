import { beforeEach, describe, expect, it } from 'vitest';
import { tieByHand } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { RECEIVED_CLAIM_ANSWERS } from '../../../src/exchange/claim-answers/received-answers.js';
import { BY_ITSELF } from '../../../src/resources/claims/speaker.js';
import { noteCarrier } from '../../../src/resources/payer-routes/claim-carriers.js';
import { removeRoute, replaceRoute } from '../../../src/resources/payer-routes/save-route.js';
import type { GivenRoute } from '../../../src/resources/payer-routes/schemas.js';
import { soundRoute } from '../../../src/resources/payer-routes/sound-route.js';
import { writeAs } from '../../support/accounts.js';
import {
  answerFrom,
  CARRIED,
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
let routeId: string;
let file: PlantedFile;
beforeEach(async () => {
  world = await openCarriedClaims();
  ({ inbound, routeId, file } = world);
});

const QUEUED = { states: ['QUEUED', 'QUEUED'], told: 2, reports: 0 };

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
    await world.receive(answerFrom('BUYER', functional(file.group, { '0001': 'A', '0002': 'R' }, 'P'), 1));
    expect(await world.said()).toMatchObject({ states: ['RECEIVED', 'REJECTED'], reports: 0 });
    await world.receive(answerFrom('BUYER', reportOf(file), 2));
    expect(await world.said()).toMatchObject({ states: ['ACCEPTED', 'REJECTED'], reports: 1 });
    await world.receive(answerFrom('BUYER', ta1(file.interchange), 3));
    expect((await world.said()).states).toEqual(['REJECTED', 'REJECTED']);
    await world.receive(answerFrom('BUYER', functional(999_999, { '0001': 'R' }, 'R'), 4));
    expect((await world.unmatched()).map(({ said, kind }) => [said, kind])).toEqual([['999', 'none']]);
  });

  it.each([
    ['of another kind', () => change({ ...CARRIED, kind: 'x12-post', connection: { url: 'https://payer.example/' } })],
    ['deleted', remove],
  ])('moves nothing where it is %s, and another partner uploads it', async (_, changed) => {
    await changed();
    await world.receive(answerFrom('RIVAL', reportOf(file)), RIVALS.connection);
    expect(await world.said()).toEqual(QUEUED);
    expect(await world.answers()).toEqual([]);
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
  const statesOf = ({ claims }: PlantedFile) => world.statesOf(claims);
  const WAITING = ['QUEUED', 'QUEUED'];
  /** Has a partner say all that it can of a file. */
  const sayAllOf = async (of: PlantedFile, partner: 'BUYER' | 'RIVAL', number: number) => {
    const connection = partner === 'BUYER' ? CONNECTION : RIVALS.connection;
    const all = [functional(of.group, { '0001': 'A', '0002': 'R' }, 'P'), reportOf(of), ta1(of.interchange)];
    for (const [at, x12] of all.entries()) await world.receive(answerFrom(partner, x12, number + at), connection);
  };

  it('moves those that it carried, and none that another partnership has carried since, nor does that move those', async () => {
    const former = await carriedFile(PARTNERSHIP);
    await change(RIVAL);
    const successor = await carriedFile(RIVALS.partnership);
    await sayAllOf(successor, 'BUYER', 1);
    await sayAllOf(former, 'RIVAL', 1);
    expect([await statesOf(former), await statesOf(successor)]).toEqual([WAITING, WAITING]);
    const listed = await world.unmatched();
    expect(new Set(listed.map(({ kind, candidates }) => `${kind} ${candidates}`))).toEqual(new Set(['none []']));
    await world.receive(answerFrom('BUYER', functional(former.group, { '0001': 'A', '0002': 'R' }, 'P'), 11));
    expect(await statesOf(former)).toEqual(['RECEIVED', 'REJECTED']);
    await world.receive(answerFrom('BUYER', reportOf(former), 12));
    expect(await statesOf(former)).toEqual(['ACCEPTED', 'REJECTED']);
    await world.receive(answerFrom('BUYER', ta1(former.interchange), 13));
    await world.receive(answerFrom('RIVAL', reportOf(successor), 14), RIVALS.connection);
    expect([await statesOf(former), await statesOf(successor)]).toEqual([
      ['REJECTED', 'REJECTED'],
      ['ACCEPTED', 'ACCEPTED'],
    ]);
    expect(await world.unmatched()).toHaveLength(listed.length);
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
      await world.receive(answerFrom('BUYER', reportOf(own), 11 + at));
      expect(await statesOf(own)).toEqual(['ACCEPTED', 'ACCEPTED']);
    }
    expect(await statesOf(between)).toEqual(WAITING);
    await world.receive(answerFrom('RIVAL', reportOf(between), 11), RIVALS.connection);
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
      await world.receive(answerFrom('BUYER', reportOf(own), 11 + at));
      expect(await statesOf(own)).toEqual(['ACCEPTED', 'ACCEPTED']);
    }
  });

  it('moves none of which nobody knows who carried them once another partnership has carried a file of the route', async () => {
    await change(RIVAL);
    await carriedFile(RIVALS.partnership);
    await sayAllOf(file, 'BUYER', 1);
    expect(await statesOf(file)).toEqual(WAITING);
    expect(await world.unmatched()).toHaveLength(4);
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
    const execution = await world.receive(answerFrom('BUYER', reportOf(file), 1));
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
    await world.settled();
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
    await world.receive(answerFrom('BUYER', reportOf(file)));
    expect(await world.said()).toEqual(QUEUED);
    expect(await world.answers()).toEqual([]);
  });

  it('is listed once where nothing is known of it, by a route of its own partner, whoever carries which', async () => {
    await change(RIVAL);
    const ofRoute = async (name: string, given: GivenRoute) =>
      saveRoute(inbound.services, { ...given, name, catchAll: { transactions: [] }, payers: [] });
    // Each partner has one route with both, and routes of its own before and behind it.
    for (const name of ['one', 'two', 'three']) await ofRoute(name, RIVAL);
    await ofRoute('four', CARRIED);
    await world.receive(answerFrom('BUYER', functional(999_999, { '0001': 'R' }, 'R'), 1));
    expect((await world.unmatched()).map(({ said, kind }) => [said, kind])).toEqual([['999', 'none']]);
    await world.receive(answerFrom('RIVAL', functional(999_998, { '0001': 'R' }, 'R'), 2), RIVALS.connection);
    expect((await world.unmatched()).map(({ said }) => said)).toEqual(['999', '999']);
  });

  it('is tied by hand to a claim that went by the same partner', async () => {
    const [claim] = file.claims;
    const stranger = { ...(claim as SentClaim), id: '01JZ0000000000000000000000', trace: '0', number: 'NOBODY' };
    await remove();
    await world.receive(answerFrom('BUYER', interchangeOf(claimReport([{ claim: stranger }]))));
    const [listed] = await world.unmatched();
    await tieByHand(inbound.services, listed?.id ?? '', claim?.id ?? '');
    expect((await world.said()).states).toEqual(['ACCEPTED', 'QUEUED']);
  });
});
