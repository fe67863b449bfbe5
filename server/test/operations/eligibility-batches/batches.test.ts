import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { answers, BATCHES, batchWorld, item, items } from '../../support/batches.js';
import { answerTo, CHECK, PATIENT } from '../../support/eligibility.js';
import { until } from '../../support/test-jobs.js';

const CREATE = `${BATCHES}/batch-eligibility`;
const POLL = `${BATCHES}/polling/batch-eligibility`;

it('makes each check of a batch, and counts what came of it', async () => {
  const world = await batchWorld();
  world.payer = async (question) => {
    if (Buffer.from(question.x12).toString().includes('*MI*REJECTED~')) {
      question.onSending();
      return {
        kind: 'answer',
        x12: await answerTo(question.x12, (answer) => ({ ...answer, benefitsInformation: [{ code: '6' }] })),
      };
    }
    return answers(question);
  };
  const rejected = item('second', { subscriber: { ...PATIENT, memberId: 'REJECTED' } });
  const id = await world.submit({ name: 'tomorrow', maxRetryHours: 9, items: [item('first'), rejected] });
  const batch = await world.over(id);
  expect(batch).toMatchObject({
    ...{ id, name: 'tomorrow', batchType: 'ELIGIBILITY', source: 'API', status: 'COMPLETED', maxRetryHours: 9 },
    ...{
      totalCount: 2,
      validatedCount: 0,
      validationFailedCount: 0,
      inProgressCount: 0,
      successCount: 2,
      errorCount: 0,
    },
  });
  const listed = (await world.call('GET', `${BATCHES}/batch/${id}/items`)).json();
  expect(listed.nextPageToken).toBeUndefined();
  expect(listed.items).toMatchObject([
    {
      ...{ batchId: id, state: 'COMPLETED', index: 0 },
      additionalInfo: {
        eligibility: {
          eligibilityCheckResult: 'ACTIVE',
          submitterTransactionIdentifier: 'first',
          payerId: '00042',
          providerName: 'LAKE CLINIC',
          providerNpi: '1999999984',
          subscriberFirstName: PATIENT.firstName,
          subscriberLastName: PATIENT.lastName,
          subscriberMemberId: PATIENT.memberId,
        },
      },
    },
    { state: 'COMPLETED', index: 1, additionalInfo: { eligibility: { eligibilityCheckResult: 'INACTIVE' } } },
  ]);
});

it('is named by its id, where no name is given', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await world.submit({ items: items(1) });
  expect(await world.batch(id)).toMatchObject({ name: id, status: 'IN_PROGRESS', validatedCount: 1, maxRetryHours: 8 });
});

it('tells the batch that has a name already, and stores no second one', async () => {
  const world = await batchWorld({ isIdle: true });
  const given = { name: 'tonight', items: items(1) };
  const batchId = await world.submit(given);
  const again = await world.call('POST', CREATE, { payload: given });
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'NAME_TAKEN', batchId }]);
  const other = await world.account('Other');
  const theirs = await world.call('POST', CREATE, { payload: given, headers: { authorization: other.liveKey } });
  expect(theirs.statusCode).toBe(200);
});

it('takes none of a batch in which one check is wrong, and tells the place of each', async () => {
  const world = await batchWorld({ isIdle: true });
  const { provider: _, ...nobody } = CHECK;
  const wrong = [
    item('sound'),
    { ...CHECK },
    item('two', { tradingPartnerServiceId: '42' }),
    { ...nobody, submitterTransactionIdentifier: 'three', tradingPartnerServiceId: '43' },
    'no object',
  ];
  const answer = await world.call('POST', CREATE, { payload: { items: wrong } });
  expect(answer.statusCode).toBe(400);
  const places = answer.json().fieldList.map(({ path }: { path: string }) => path);
  expect(places).toEqual([
    '/items/1/submitterTransactionIdentifier',
    '/items/2/tradingPartnerServiceId',
    '/items/3/provider',
    '/items/3/tradingPartnerServiceId',
    '/items/4',
    '/items/4/submitterTransactionIdentifier',
  ]);
  expect(await world.queries((q) => q.from('eligibility_batch_items').select('id').execute())).toEqual([]);
  const unknown = await world.call('POST', CREATE, { payload: { items: wrong.slice(2, 3) } });
  expect(unknown.json().fieldList).toEqual([
    { path: '/items/0/tradingPartnerServiceId', message: expect.stringContaining('00042 (LAKES') },
  ]);
});

it.each([
  ['no items', { items: [] }, '/items'],
  ['too many', { items: Array.from({ length: 10_001 }, () => 0) }, '/items'],
  ['a name with a blank', { items: items(1), name: 'two words' }, '/name'],
  ['a name that is too long', { items: items(1), name: 'n'.repeat(101) }, '/name'],
  ['few hours', { items: items(1), maxRetryHours: 7 }, '/maxRetryHours'],
  ['many hours', { items: items(1), maxRetryHours: 25 }, '/maxRetryHours'],
  ['a member that nobody knows', { items: items(1), priority: 'high' }, '/priority'],
])('refuses %s', async (_, payload, path) => {
  const world = await batchWorld({ isIdle: true });
  const answer = await world.call('POST', CREATE, { payload });
  expect([answer.statusCode, answer.json().fieldList[0].path]).toEqual([400, path]);
});

it('gives results to those who poll, each once, and goes on where a reader was', async () => {
  const world = await batchWorld();
  const id = await world.submit({ name: 'many', items: items(25) });
  await world.over(id);
  const first = (await world.call('GET', `${POLL}?pageSize=20`)).json();
  expect(first.items).toHaveLength(20);
  expect(first.items[0]).toMatchObject({
    ...{ batchId: id, batchName: 'many', submitterTransactionIdentifier: expect.stringMatching(/^own-/) },
    ...{ benefitsInformation: [{ code: '1' }], id: expect.stringMatching(/^ec_/) },
  });
  const rest = (await world.call('GET', `${POLL}?pageSize=20&pageToken=${first.nextPageToken}`)).json();
  expect([rest.items.length, rest.nextPageToken]).toEqual([5, undefined]);
  const known = [...first.items, ...rest.items].map((one) => one.submitterTransactionIdentifier);
  expect(new Set(known).size).toBe(25);
  const later = await world.submit({ items: [item('later')] });
  await world.over(later);
  const next = (await world.call('GET', `${POLL}?pageToken=${rest.resumeToken}`)).json();
  expect(
    next.items.map((one: { submitterTransactionIdentifier: string }) => one.submitterTransactionIdentifier),
  ).toEqual(['later']);
  const ofFirst = (await world.call('GET', `${POLL}?batchId=${id}&pageSize=200`)).rawPayload;
  expect(JSON.parse(gunzipSync(ofFirst).toString()).items).toHaveLength(25);
});

it('packs pages of more than 20 results by gzip, as they are documented, and no others', async () => {
  const world = await batchWorld({ isIdle: true });
  expect((await world.call('GET', `${POLL}?pageSize=20`)).headers['content-encoding']).toBeUndefined();
  const packed = await world.call('GET', `${POLL}?pageSize=21`);
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual({ items: [], resumeToken: expect.any(String) });
});

it('gives results from a time on', async () => {
  const world = await batchWorld();
  await world.over(await world.submit({ items: [item('before')] }));
  world.clock.advance(3_600_000);
  const from = new Date(world.clock.now()).toISOString();
  world.clock.advance(1_000);
  await world.over(await world.submit({ items: [item('behind')] }));
  const { items: found } = (await world.call('GET', `${POLL}?startDateTime=${from}`)).json();
  expect(found.map((one: { submitterTransactionIdentifier: string }) => one.submitterTransactionIdentifier)).toEqual([
    'behind',
  ]);
});

it('asks again while the payer does not answer, not before 90 seconds, and counts nothing twice', async () => {
  const world = await batchWorld();
  world.payer = ({ onSending }) => {
    onSending();
    return { kind: 'none', failure: 'timed-out', wasSent: true };
  };
  const id = await world.submit({ items: [item('slow')] });
  const items = async () => (await world.call('GET', `${BATCHES}/batch/${id}/items`)).json().items;
  await until(async () => (await items())[0].state === 'RETRYING');
  expect(await world.batch(id)).toMatchObject({ inProgressCount: 1, errorCount: 0, status: 'IN_PROGRESS' });
  expect((await items())[0].additionalInfo.eligibility.aaaErrors).toMatchObject([{ code: '80' }]);
  world.clock.advance(89_000);
  world.jobs.wake();
  expect(world.asked).toHaveLength(1);
  world.payer = answers;
  world.clock.advance(2_000);
  world.jobs.wake();
  expect(await world.over(id)).toMatchObject({ status: 'COMPLETED', successCount: 1, inProgressCount: 0 });
  expect(world.asked).toHaveLength(2);
});

it('gives a check up after the hours that the batch has for it', async () => {
  const world = await batchWorld();
  world.payer = () => ({ kind: 'none', failure: 'not-reached', wasSent: false });
  const id = await world.submit({ items: [item('dead')], maxRetryHours: 8 });
  await until(async () => {
    const { status } = await world.batch(id);
    world.clock.advance(60_000);
    world.jobs.wake();
    return status !== 'IN_PROGRESS';
  });
  expect(await world.batch(id)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', errorCount: 1, successCount: 0 });
  expect(world.asked.length).toBeGreaterThan(10);
  expect(world.asked.length).toBeLessThan(25);
  const [result] = (await world.call('GET', POLL)).json().items;
  expect(result).toMatchObject({ submitterTransactionIdentifier: 'dead', status: 'ERROR', errors: [{ code: '42' }] });
});

it('does not ask again what a payer has rejected, and counts it as answered', async () => {
  const world = await batchWorld();
  world.payer = async ({ x12, onSending }) => {
    onSending();
    const { payer } = { payer: { aaaErrors: [{ code: '79', followupAction: 'Please Correct and Resubmit' }] } };
    return {
      kind: 'answer',
      x12: await answerTo(x12, (answer) => ({
        ...answer,
        payer: { ...answer.payer, ...payer } as never,
        benefitsInformation: [],
      })),
    };
  };
  const id = await world.submit({ items: [item('rejected')] });
  expect(await world.over(id)).toMatchObject({ status: 'COMPLETED', successCount: 1 });
  const [one] = (await world.call('GET', `${BATCHES}/batch/${id}/items?eligibilityCheckResult=FAILED`)).json().items;
  expect(one.additionalInfo.eligibility.aaaErrors).toMatchObject([{ code: '79' }]);
  expect(world.asked).toHaveLength(1);
});

it('lists items by their states and results, several of them at once', async () => {
  const world = await batchWorld();
  const id = await world.submit({ items: items(3) });
  await world.over(id);
  const count = async (query: string) =>
    (await world.call('GET', `${BATCHES}/batch/${id}/items?${query}`)).json().items.length;
  expect(await count('state=COMPLETED')).toBe(3);
  expect(await count('state=STARTED&state=RETRYING')).toBe(0);
  expect(await count('eligibilityCheckResult=ACTIVE&eligibilityCheckResult=FAILED')).toBe(3);
  const page = (await world.call('GET', `${BATCHES}/batch/${id}/items?pageSize=2`)).json();
  const next = (
    await world.call('GET', `${BATCHES}/batch/${id}/items?pageSize=2&pageToken=${page.nextPageToken}`)
  ).json();
  expect([page.items.length, next.items.length, next.items[0].index]).toEqual([2, 1, 2]);
});

it('refuses test keys, and shows nobody the batches of another account', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await world.submit({ items: items(1) });
  const test = { headers: { authorization: world.testKey } };
  expect((await world.call('POST', CREATE, { ...test, payload: { items: items(1) } })).statusCode).toBe(403);
  expect((await world.call('GET', `${BATCHES}/batch/${id}`, test)).statusCode).toBe(403);
  const other = { headers: { authorization: (await world.account('Other')).liveKey } };
  for (const path of [`batch/${id}`, `batch/${id}/items`, `polling/batch-eligibility?batchId=${id}`]) {
    expect((await world.call('GET', `${BATCHES}/${path}`, other)).statusCode).toBe(404);
  }
  expect((await world.call('GET', POLL, other)).json().items).toEqual([]);
});

it('stores what is asked sealed alone', async () => {
  const world = await batchWorld({ isIdle: true });
  await world.submit({ items: items(2) });
  const rows = await world.queries((queries) => queries.from('eligibility_batch_items').selectAll().execute());
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(PATIENT.lastName);
  expect(JSON.stringify(await world.queries((queries) => queries.from('jobs').selectAll().execute()))).not.toContain(
    PATIENT.memberId,
  );
});
