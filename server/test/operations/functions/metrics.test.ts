import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BoxError, type Run } from '../../../src/box/runner.js';
import { createMetrics } from '../../../src/metrics.js';
import { failedFunctions } from '../../../src/resources/functions/failed-figures.js';
import type { Scripted } from '../../support/fake-functions.js';
import { FUNCTIONS, type FunctionsApp, functionsApp } from '../../support/functions-app.js';
import { until } from '../../support/test-jobs.js';

const ERRORS: Readonly<Record<string, string>> = {
  throws: 'word-of-the-function',
  slow: 'Sandbox.Timedout',
  large: 'Runtime.OutOfMemory',
  long: 'Function.ResponseSizeTooLarge',
  tricky: 'constructor',
};

let test: FunctionsApp;
let endWaiting = (): void => {};
const waiting = new Promise<void>((resolve) => {
  endWaiting = resolve;
});
beforeAll(async () => {
  const script = async ({ context }: Run): Promise<Scripted> => {
    const name = String(context.functionName);
    if (name === 'waits') await waiting;
    if (name === 'no-box') throw new BoxError('No box could be made.');
    const errorType = ERRORS[name];
    if (errorType === undefined) return { result: '"word-of-the-result"' };
    return { error: { errorType, errorMessage: 'word-of-the-error', trace: [] } };
  };
  test = await functionsApp({ script, parts: { metrics: createMetrics({ process: false }) } });
});
afterAll(() => test.close());

async function invoke(functionName: string) {
  await test.call('POST', FUNCTIONS, { payload: { functionName, code: '1' } });
  return test.call('POST', `${FUNCTIONS}/${functionName}/invocations`, { payload: { a: 'word-of-the-event' } });
}
/** Lines of the metrics that begin so, by what stands in their braces. */
async function read(name: string, metrics = test.services.metrics): Promise<Readonly<Record<string, number>>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(`${name}{`));
  return Object.fromEntries(lines.map((line) => [line.replace(/^\w+\{|\} .*$/g, ''), Number(line.split(' ').at(-1))]));
}

describe('metrics of functions', () => {
  it('count runs by what came of them, and by function, with no word of what they say', async () => {
    for (const name of ['good', 'good', 'no-box', ...Object.keys(ERRORS)]) await invoke(name);
    expect(await read('ediloom_function_seconds_count')).toEqual({
      ...{ 'outcome="succeeded"': 2, 'outcome="no-box"': 1, 'outcome="failed"': 2, 'outcome="timed-out"': 1 },
      ...{ 'outcome="out-of-memory"': 1, 'outcome="result-too-large"': 1 },
    });
    const runs = await read('ediloom_function_runs_total');
    expect(runs[`account="${test.accountId}",function="good",outcome="succeeded"`]).toBe(2);
    expect(Object.keys(runs)).toHaveLength(7);
    expect(await test.services.metrics.text()).not.toContain('word-of');
  });

  it('have a bounded number of lines, however many functions run', async () => {
    for (let at = 0; at < 300; at++) {
      const run = { accountId: 'a', functionName: `f${at}`, outcome: 'succeeded', seconds: 0 } as const;
      test.services.metrics.functions.run(run);
    }
    const runs = await read('ediloom_function_runs_total');
    expect(Object.keys(runs)).toHaveLength(201);
    expect(runs['account="other",function="other",outcome="succeeded"']).toBe(107);
  });

  it('say how many run and wait for a place', async () => {
    test.services.metrics.functions.places(() => test.fake.here.machine.places.figures());
    const two = [invoke('waits'), invoke('waits')];
    await until(() => test.fake.here.machine.places.figures().waiting === 1);
    expect(await read('ediloom_functions')).toEqual({ 'state="running"': 1, 'state="waiting"': 1 });
    endWaiting();
    await Promise.all(two);
    expect(await read('ediloom_functions')).toEqual({ 'state="running"': 0, 'state="waiting"': 0 });
  });

  it('name the functions whose invocations failed for good', async () => {
    await test.services.store.write((tx) =>
      tx.updateTable('invocations').set({ kind: 'Event' }).where('state', '=', 'failed').execute(),
    );
    let asked = 0;
    const metrics = createMetrics({
      process: false,
      failedFunctions: () => {
        asked++;
        return test.services.store.list(failedFunctions);
      },
    });
    const failed = await read('ediloom_function_failed_invocations', metrics);
    await metrics.text();
    expect(asked).toBe(1);
    expect(failed[`account="${test.accountId}",function="slow"`]).toBe(1);
    expect(Object.keys(failed)).toHaveLength(5);
  });
});
