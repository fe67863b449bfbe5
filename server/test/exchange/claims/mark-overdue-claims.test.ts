import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { markOverdueClaims } from '../../../src/exchange/claims/mark-overdue-claims.js';
import { countOverdueClaims } from '../../../src/resources/claims/overdue.js';
import { claimRow, plantClaims, plantFile, plantRoute, say } from '../../support/planted-claims.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const HOUR = 3_600_000;
let test: TestApp;

beforeEach(async () => {
  test = await testApp([]);
  onTestFinished(() => test.close());
  // A Wednesday, so that two working days are two days.
  test.clock.advance(Date.parse('2026-06-03T12:00:00Z') - test.clock.now());
  await plantRoute(test);
});

const mark = () => markOverdueClaims(test.services, new AbortController().signal);
const events = () => test.queries((queries) => queries.from('events').selectAll().orderBy('created_at').execute());
const overdue = () => test.services.store.read((db) => countOverdueClaims(db));

describe('a claim of which nothing is heard', () => {
  it('is overdue where its 277CA does not come: one alert, and it is not accepted by the payer; a late answer clears it', async () => {
    const [id = ''] = await plantClaims(test, 1);
    await plantFile(test, [id]);
    await say(test, [id], { state: 'DELIVERED', source: 'delivered' });
    test.clock.advance(HOUR);
    await say(test, [id], { state: 'RECEIVED', source: '999' });
    test.clock.advance(47 * HOUR - 1);
    await mark();
    expect([await overdue(), await events()]).toEqual([0, []]);
    test.clock.advance(1);
    await Promise.all([mark(), mark()]);
    await mark();
    expect(await events()).toMatchObject([
      { type: 'claim.overdue', mode: 'production', resource_kind: 'claim', resource_id: id },
    ]);
    expect(await claimRow(test, id)).toMatchObject({ state: 'RECEIVED', overdue_since: test.clock.now() });
    expect(await overdue()).toBe(1);
    test.clock.advance(HOUR);
    await say(test, [id], { state: 'ACCEPTED', source: '277CA' });
    expect(await claimRow(test, id)).toMatchObject({ state: 'ACCEPTED', overdue_since: null, due_at: null });
    test.clock.advance(1000 * HOUR);
    await mark();
    expect([await overdue(), (await events()).length]).toEqual([0, 1]);
  });

  it('is overdue in each state for itself, and one alert tells each', async () => {
    const [id = ''] = await plantClaims(test, 1);
    test.clock.advance(HOUR);
    await mark();
    expect((await claimRow(test, id)).overdue_since).toBe(test.clock.now());
    await say(test, [id], { state: 'DELIVERED', source: 'delivered' });
    expect(await claimRow(test, id)).toMatchObject({ overdue_since: null, due_at: test.clock.now() + 24 * HOUR });
    test.clock.advance(24 * HOUR);
    await mark();
    // The 999 is late, and so is not yet what the payer owes beside it.
    await say(test, [id], { state: 'RECEIVED', source: '999' });
    expect(await claimRow(test, id)).toMatchObject({ overdue_since: null, due_at: test.clock.now() + 24 * HOUR });
    expect((await events()).map(({ resource_id }) => resource_id)).toEqual([id, id]);
  });

  it('is told twice where neither a 999 nor a 277CA comes, once at each deadline; a late 999 does not have the second told again', async () => {
    const [id = ''] = await plantClaims(test, 1);
    await say(test, [id], { state: 'DELIVERED', source: 'delivered' });
    const sentAt = test.clock.now();
    test.clock.advance(24 * HOUR);
    await Promise.all([mark(), mark()]);
    const since = test.clock.now();
    expect(await claimRow(test, id)).toMatchObject({ overdue_since: since, due_at: sentAt + 48 * HOUR });
    test.clock.advance(24 * HOUR - 1);
    await mark();
    expect((await events()).length).toBe(1);
    test.clock.advance(1);
    await Promise.all([mark(), mark()]);
    await mark();
    expect((await events()).map(({ type, resource_id }) => [type, resource_id])).toEqual([
      ['claim.overdue', id],
      ['claim.overdue', id],
    ]);
    expect(await claimRow(test, id)).toMatchObject({ state: 'DELIVERED', overdue_since: since, due_at: null });
    expect(await overdue()).toBe(1);
    await say(test, [id], { state: 'RECEIVED', source: '999' });
    await mark();
    expect(await claimRow(test, id)).toMatchObject({ state: 'RECEIVED', overdue_since: since, due_at: null });
    expect((await events()).length).toBe(2);
    await say(test, [id], { state: 'ACCEPTED', source: '277CA' });
    expect([await overdue(), (await claimRow(test, id)).overdue_since]).toEqual([0, null]);
  });

  it('is told of both at once where nobody has looked until both were missing', async () => {
    const [id = ''] = await plantClaims(test, 1);
    await say(test, [id], { state: 'DELIVERED', source: 'delivered' });
    test.clock.advance(72 * HOUR);
    await mark();
    await mark();
    expect((await events()).map(({ resource_id }) => resource_id)).toEqual([id, id]);
    await say(test, [id], { state: 'RECEIVED', source: '999' });
    await mark();
    expect([(await events()).length, await overdue()]).toEqual([2, 1]);
  });

  it('is not told of its 277CA again where that is the nearer one', async () => {
    await plantRoute(test, { acknowledgedWithinHours: 72, reportedWithinDays: 1 }, 'slow');
    const [id = ''] = await plantClaims(test, 1, { route_id: 'slow' });
    await say(test, [id], { state: 'DELIVERED' });
    test.clock.advance(24 * HOUR);
    await mark();
    await say(test, [id], { state: 'RECEIVED' });
    test.clock.advance(72 * HOUR);
    await mark();
    expect([(await events()).length, await overdue()]).toEqual([1, 1]);
  });

  it('is not overdue where it goes nowhere, and stays overdue where the same is said once more', async () => {
    await plantClaims(test, 1, { route_id: null, mode: 'test' });
    const [id = ''] = await plantClaims(test, 1);
    test.clock.advance(HOUR);
    await mark();
    expect(await overdue()).toBe(1);
    await say(test, [id], { state: 'QUEUED', source: 'again' });
    expect((await claimRow(test, id)).overdue_since).toBe(test.clock.now());
  });

  it('is found in portions, by two processes at once, and told once', async () => {
    const other = await test.account('other');
    const ids = await plantClaims(test, 450);
    test.clock.advance(HOUR);
    await Promise.all([mark(), mark()]);
    const found = await events();
    expect(found.map(({ resource_id }) => resource_id).sort()).toEqual([...ids].sort());
    expect(found.every(({ account_id }) => account_id !== other.accountId)).toBe(true);
    expect(await overdue()).toBe(450);
  });
});

describe('the deadlines of a route', () => {
  it('count as they are when a claim moves', async () => {
    await plantRoute(test, { acknowledgedWithinHours: 5, reportedWithinDays: 4 }, 'another');
    const [id = ''] = await plantClaims(test, 1, { route_id: 'another' });
    const sentAt = test.clock.now();
    await say(test, [id], { state: 'DELIVERED' });
    expect((await claimRow(test, id)).due_at).toBe(sentAt + 5 * HOUR);
    await say(test, [id], { state: 'RECEIVED' });
    // Over a weekend.
    expect((await claimRow(test, id)).due_at).toBe(Date.parse('2026-06-09T12:00:00Z'));
  });
});
