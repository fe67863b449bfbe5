import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FUNCTION_COMMANDS } from '../../src/commands/functions.js';
import { createInvokeJob } from '../../src/exchange/functions/invoke-job.js';
import type { Job } from '../../src/jobs/job.js';
import type { Scripted } from '../support/fake-functions.js';
import { FUNCTIONS, type FunctionsApp, functionsApp } from '../support/functions-app.js';
import { runCommand } from '../support/run-command.js';

const FAILED = {
  error: { errorType: 'RangeError', errorMessage: 'no\u001b[2J', trace: ['at index.js:1'] },
  log: 'one\ntwo\u001b]0;x\u0007\n',
};

let test: FunctionsApp;
let next: Scripted = { result: '1' };
beforeAll(async () => {
  test = await functionsApp({ script: () => next });
});
afterAll(() => test.close());
beforeEach(() => {
  next = { result: '1' };
});

const run = (name: string, positionals: readonly string[] = [], options = {}) =>
  runCommand(test.services, FUNCTION_COMMANDS, name, { positionals, options });
async function make(functionName: string, authorization = test.liveKey): Promise<void> {
  const environmentVariables = { LIMIT: 'word-to-be-hidden' };
  const payload = { functionName, code: '1', environmentVariables };
  expect((await test.call('POST', FUNCTIONS, { payload, headers: { authorization } })).statusCode).toBe(201);
}
/** One that failed all its attempts. @returns its id. */
async function failed(name: string): Promise<string> {
  next = FAILED;
  test.clock.advance(1000);
  const headers = { 'x-amz-invocation-type': 'Event' };
  const answer = await test.call('POST', `${FUNCTIONS}/${name}/invocations`, { payload: {}, headers });
  const invocationId = String(answer.headers['x-stedi-invocationid']);
  const handler = createInvokeJob(test.services, test.fake.here.machine);
  for (let at = 0; at < 3; at++) {
    const job = { accountId: test.accountId, attempt: 1, payload: { invocationId } } as Job;
    const outcome = await handler(job, new AbortController().signal);
    await test.queries(async (queries) => outcome.commit?.(queries));
  }
  return invocationId;
}
const actionsOn = async (id: string) => {
  const rows = await test.queries((of) => of.from('audit').select('action').where('object_id', '=', id).execute());
  return rows.map(({ action }) => action).sort();
};

describe('functions', () => {
  it('are listed in both modes, with names of variables and no value', async () => {
    expect((await run('functions')).shown).toBe('There is no function.');
    await make('b-live');
    await make('a-test', test.testKey);
    const { shown, result } = await run('functions list');
    expect(shown.split('\n')).toEqual(['a-test  test  3 s  one_day  LIMIT', 'b-live  live  3 s  one_day  LIMIT']);
    expect(JSON.stringify(result)).not.toContain('word-to-be-hidden');
  });

  it('have their invocations listed, by state and of both modes', async () => {
    await make('listed');
    await make('tried', test.testKey);
    const headers = { authorization: test.testKey };
    await test.call('POST', `${FUNCTIONS}/tried/invocations`, { payload: {}, headers });
    await test.call('POST', `${FUNCTIONS}/listed/invocations`, { payload: {} });
    const id = await failed('listed');
    const all = (await run('functions invocations', ['listed'])).shown.split('\n');
    expect(all).toEqual([
      expect.stringMatching(/ {2}listed {2}failed {2}attempts 3 {2}\S+Z {2}api {2}5 ms$/),
      expect.stringContaining('succeeded'),
    ]);
    expect(all[0]?.startsWith(id)).toBe(true);
    expect((await run('functions invocations', ['listed'], { limit: '1' })).shown).toBe(all[0]);
    expect((await run('functions invocations', ['listed'], { status: 'succeeded' })).shown).toBe(all[1]);
    expect((await run('functions invocations', ['tried'])).shown).toContain('tried  succeeded');
    await expect(run('functions invocations', ['none'])).rejects.toThrow('There is no such function.');
    expect((await run('functions invocations', ['tried'], { status: 'failed' })).shown).toBe('There is none.');
    // Page by page.
    expect((await run('functions invocations', ['listed'], { before: id })).shown).toBe(all[1]);
    const last = all[1]?.split(' ')[0];
    expect((await run('functions invocations', ['listed'], { before: last })).shown).toBe('There is none.');
    await expect(run('functions invocations', ['listed'], { before: 'x' })).rejects.toThrow('no such invocation');
  });

  it('have the log of an invocation shown, so that a terminal obeys none of it; the audit has it', async () => {
    await make('logged');
    const id = await failed('logged');
    const { shown } = await run('functions log', [id]);
    expect(shown.split('\n').slice(1)).toEqual([
      ...['RangeError: no\\u001b[2J', 'at index.js:1', '', 'one', 'two\\u001b]0;x\\u0007'],
    ]);
    expect(await actionsOn(id)).toEqual(['read']);
    await expect(run('functions log', ['01J0000000000000000000000A'])).rejects.toThrow('no such invocation');
  });

  it('have what failed for good listed and retried, by ids or all together', async () => {
    await run('functions retry', [], { all: true });
    expect((await run('functions errors')).shown).toBe('No invocation has failed for good.');
    await make('fails');
    await make('fails-and-goes');
    const ids = [await failed('fails'), await failed('fails'), await failed('fails-and-goes')];
    const idsOf = (shown: string) => shown.split('\n').map((one) => one.split(' ')[0]);
    expect(idsOf((await run('functions errors')).shown)).toEqual([...ids].reverse());
    expect(idsOf((await run('functions errors', [], { limit: '1' })).shown)).toEqual([ids[2]]);
    expect(idsOf((await run('functions errors', [], { before: ids[2] })).shown)).toEqual([ids[1], ids[0]]);
    await expect(run('functions retry', [ids[0] ?? '', 'x'])).rejects.toThrow('no invocation x. Nothing was retried.');

    expect((await run('functions retry', [ids[0] ?? ''])).shown).toBe('1 invocation will be done again');
    expect(await actionsOn(ids[0] ?? '')).toEqual(['retry']);
    // Together or not at all.
    await expect(run('functions retry', [ids[1] ?? '', ids[0] ?? ''])).rejects.toThrow('retried already');
    expect(idsOf((await run('functions errors')).shown)).toEqual([ids[2], ids[1]]);
    await test.call('DELETE', `${FUNCTIONS}/fails-and-goes`);
    await expect(run('functions retry', [ids[2] ?? ''])).rejects.toThrow('deleted');
    expect((await run('functions retry', [], { all: true })).shown).toBe(
      '1 invocation will be done again\n1 will not: their functions were deleted',
    );
    expect(idsOf((await run('functions errors')).shown)).toEqual([ids[2]]);
    const jobs = await test.queries((of) => of.from('jobs').select('payload').execute());
    expect(jobs.filter(({ payload }) => payload.includes(ids[1] ?? '')).length).toBe(2);
  });

  it('are retried once by two who retry all of them at the same time', async () => {
    await make('shared');
    const ids = [];
    for (let at = 0; at < 5; at++) ids.push(await failed('shared'));
    const both = await Promise.all([
      run('functions retry', [], { all: true }),
      run('functions retry', [], { all: true }),
    ]);
    const counts = both.map(({ result }) => (result as { readonly retried: number }).retried);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(5);
    for (const id of ids) expect(await actionsOn(id)).toEqual(['retry']);
  });

  it.each<[string, readonly string[], object, string]>([
    ['functions invocations', [], {}, 'takes the name of one function'],
    ['functions invocations', ['a'], { status: 'lost' }, '--status is failed, succeeded or waiting'],
    ['functions invocations', ['a'], { limit: '0' }, '--limit'],
    ['functions log', ['a', 'b'], {}, 'takes the id of one invocation'],
    ['functions errors', ['a'], {}, 'takes no "a"'],
    ['functions retry', [], {}, 'takes ids of invocations, or --all'],
    ['functions retry', ['a'], { all: true }, 'takes ids of invocations, or --all'],
    ['functions', ['a'], {}, 'takes no "a"'],
  ])('%s %j %j is refused, and says what it takes', async (name, positionals, options, words) => {
    await expect(run(name, positionals, options)).rejects.toThrow(words);
  });
});
