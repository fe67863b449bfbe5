import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demandMachine, type FunctionsHere, NO_FUNCTIONS } from '../../../src/exchange/functions/functions.js';
import { endDroppedInvocations, giveUpInvocation } from '../../../src/exchange/functions/give-up-invocation.js';
import { createInvokeJob, invokeHandlers } from '../../../src/exchange/functions/invoke-job.js';
import { openFunctions } from '../../../src/exchange/functions/open-functions.js';
import type { Job } from '../../../src/jobs/job.js';
import { listFailed } from '../../../src/resources/functions/invocation-lists.js';
import {
  errorOf,
  findInvocation,
  logOf,
  promiseAgain,
  purgeInvocations,
} from '../../../src/resources/functions/invocation-rows.js';
import { INVOKE, promiseEvent } from '../../../src/resources/functions/promise-event.js';
import { createFunction, deleteFunction } from '../../../src/resources/functions/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { hasBoxes } from '../../support/boxes.js';
import { testLog } from '../../support/test-log.js';
import { type TestServices, testServices } from '../../support/test-services.js';

let test: TestServices;
let here: FunctionsHere;
beforeAll(async () => {
  test = await testServices();
  await addAccount(test.services.store, 'a');
  here = await openFunctions({
    config: test.services.config,
    clock: test.clock,
    log: testLog(),
    ownAddress: () => undefined,
  });
});
afterAll(() => test.close());

const as = <Result>(work: Parameters<typeof writeAs<Result>>[2]) => writeAs(test.services.store, 'a', work);
const place = { mode: 'live' as const };

/** An invocation of a new function, as its job does it. */
async function promised(name: string, code: string, event = '{}') {
  const { clock, services } = test;
  const row = await as(async (queries) => {
    const given = { source: { code }, timeout: 3, logRetention: 'one_day' };
    const of = await createFunction({ queries, clock, ...place }, name, given);
    return promiseEvent(services, queries, { function: of, source: 'api', depth: 0 }, event);
  });
  const handler = createInvokeJob(services, demandMachine(here));
  const job = { accountId: 'a', kind: INVOKE, attempt: 1, payload: { invocationId: row.id } } as Job;
  const invoke = async () => {
    const outcome = await handler(job, new AbortController().signal);
    await as(async (queries) => outcome.commit?.(queries));
    return outcome;
  };
  const found = () => readAs(services.store, 'a', (queries) => findInvocation(queries, 'live', row.id));
  return { id: row.id, job, invoke, found };
}

describe.skipIf(!(await hasBoxes()))('an invocation that nobody waits for', () => {
  it('is over when it has succeeded: its event is not kept, its log is', async () => {
    const one = await promised(
      'good',
      'exports.handler = (event) => { console.log(event.word); return event; };',
      '{"word":"x"}',
    );
    expect(await one.found()).toMatchObject({ state: 'waiting', attempts: 0, event: expect.any(String) });
    expect((await one.invoke()).kind).toBe('done');
    const row = await one.found();
    expect(row).toMatchObject({ state: 'succeeded', attempts: 1, event: null, error: null });
    expect(logOf(test.services, row)).toBe('x\n');
  });

  it('that fails is tried three times, and is kept then until somebody retries it', async () => {
    const one = await promised('bad', 'exports.handler = () => { throw new RangeError("no"); };');
    for (const attempts of [1, 2]) {
      expect(await one.invoke()).toMatchObject({ kind: 'again' });
      expect(await one.found()).toMatchObject({ state: 'waiting', attempts });
    }
    expect((await one.invoke()).kind).toBe('done');
    const row = await one.found();
    expect(row).toMatchObject({ state: 'failed', attempts: 3, event: expect.any(String) });
    // Its function forgets logs after a day; of what failed somebody is to hear.
    expect(row.expires_at).toBe(test.clock.now() + 14 * 86_400_000);
    expect(JSON.parse(errorOf(test.services, row) ?? '')).toMatchObject({
      errorType: 'RangeError',
      errorMessage: 'no',
    });
    expect(await as((queries) => promiseAgain(queries, one.id, 0))).toBe(true);
    // Of two who retry it one does.
    expect(await as((queries) => promiseAgain(queries, one.id, 0))).toBe(false);
    expect(await one.found()).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  it('whose process dies of it each time has failed then, and can be retried', async () => {
    const one = await promised('deadly', 'exports.handler = () => 1;');
    const giveUp = giveUpInvocation(test.services);
    const outcome = await giveUp(one.job, 'Its process died each time.');
    await as(async (queries) => outcome.commit?.(queries));
    const row = await one.found();
    expect(row).toMatchObject({ state: 'failed', attempts: 0, event: expect.any(String) });
    expect(JSON.parse(errorOf(test.services, row) ?? '')).toEqual({
      ...{ errorType: 'NotRun', trace: [] },
      errorMessage: 'The function was given up. Its process died each time.',
    });
    const failed = await readAs(test.services.store, 'a', (queries) => listFailed(queries, { size: 10 }));
    expect(failed.items).toContainEqual(expect.objectContaining({ id: one.id }));
    expect(await as((queries) => promiseAgain(queries, one.id, 0))).toBe(true);
    expect((await one.invoke()).kind).toBe('done');
    expect(await one.found()).toMatchObject({ state: 'succeeded', attempts: 1 });
  });

  it('whose job was dropped has failed; one that has ended stays as it is', async () => {
    const one = await promised('dropped', 'exports.handler = () => 1;');
    const ended = await promised('ended', 'exports.handler = () => 1;');
    await ended.invoke();
    const before = await ended.found();
    await as((queries) =>
      endDroppedInvocations(test.services, queries, [one.job, ended.job, { kind: 'other', payload: {} }]),
    );
    expect(errorOf(test.services, await one.found())).toContain('30 days');
    expect([await one.found(), await ended.found()]).toMatchObject([{ state: 'failed' }, before]);
  });

  it('is removed when its time has passed, but where it still waits', async () => {
    const [one, waits] = [
      await promised('aged', 'exports.handler = () => 1;'),
      await promised('young', 'exports.handler = () => 1;'),
    ];
    await one.invoke();
    const later = test.clock.now() + 2 * 86_400_000;
    await test.services.store.write((tx) => purgeInvocations(tx, later, 1_000));
    await expect(one.found()).rejects.toMatchObject({ kind: 'not-found' });
    expect(await waits.found()).toMatchObject({ state: 'waiting' });
  });

  it('of a function that was deleted fails, and says so', async () => {
    const one = await promised('gone', 'exports.handler = () => 1;');
    await as((queries) => deleteFunction({ queries, clock: test.clock, ...place }, 'gone'));
    expect((await one.invoke()).kind).toBe('done');
    const row = await one.found();
    expect([row.state, errorOf(test.services, row)]).toEqual(['failed', expect.stringContaining('deleted')]);
  });
});

it('where functions are off no job of theirs is taken: put off again and again it would be kept from a process that has them', () => {
  expect(invokeHandlers({ ...test.services, functions: NO_FUNCTIONS })).toEqual({});
});
