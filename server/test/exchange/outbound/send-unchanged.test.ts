import { expect, it } from 'vitest';
import { wholeArtifactsOf } from '../../../src/objects/artifact-rows.js';
import { coreApp } from '../../support/core-app.js';
import { FRAGMENT_GUIDE, FRAGMENT_KEY, PARTNERSHIP, purchaseOrder } from '../../support/partner-rows.js';
import type { TestApp } from '../../support/test-app.js';

const core = '/2023-08-01';
const group = `${core}/partnerships/${PARTNERSHIP}/transaction-groups/g`;

/** An app that does something each time that a file is made and not yet sent. */
async function appWith(meanwhile: (test: TestApp) => Promise<unknown>): Promise<TestApp> {
  const made: { test?: TestApp } = {};
  const test = await coreApp(({ artifacts }) => ({
    artifacts: {
      ...artifacts,
      prepare: async (...given) => {
        const prepared = await artifacts.prepare(...given);
        if (made.test !== undefined) await meanwhile(made.test);
        return prepared;
      },
    },
  }));
  made.test = test;
  return test;
}

const stage = (test: TestApp, order: string) =>
  test.call('POST', `${group}/transactions/po`, { payload: { transaction: purchaseOrder(order) } });

const add = (test: TestApp, line: number) => {
  const lines = purchaseOrder('X', line).detail[FRAGMENT_KEY].slice(-1);
  const payload = { guideId: FRAGMENT_GUIDE, fragment: { [FRAGMENT_KEY]: lines } };
  return test.call('POST', `${core}/fragments/f`, { payload });
};

const sendFragments = (test: TestApp) => {
  const transaction = { heading: purchaseOrder('PARTS').heading, detail: { [FRAGMENT_KEY]: [] } };
  return test.call('POST', `${core}/partnerships/${PARTNERSHIP}/transactions/in-parts`, {
    payload: { transaction, fragmentGroupIds: ['f'] },
  });
};

async function fileOf(test: TestApp, executionId: string): Promise<string> {
  const rows = await test.queries((queries) => wholeArtifactsOf(queries, executionId));
  return Buffer.from(rows.find(({ usage }) => usage === 'output')?.bytes ?? []).toString();
}

it('what is staged while the file of its group is made is in the file', async () => {
  let staged = 0;
  const test = await appWith(async (app) => {
    if (++staged <= 2) expect((await stage(app, `LATE${staged}`)).statusCode).toBe(201);
  });
  await stage(test, 'FIRST');
  const answer = await test.call('POST', `${group}/generate-edi`, { payload: {} });
  expect(answer.statusCode).toBe(200);
  const file = await fileOf(test, answer.json().fileExecutionId);
  expect(file.match(/\*SA\*\w+/g)).toEqual(['*SA*FIRST', '*SA*LATE1', '*SA*LATE2']);
  expect((await stage(test, 'AFTER')).statusCode).toBe(409);
});

it('a fragment that comes while the transaction is made is in it', async () => {
  let added = 1;
  const test = await appWith(async (app) => {
    if (++added <= 3) expect((await add(app, added)).statusCode).toBe(201);
  });
  await add(test, 1);
  const answer = await sendFragments(test);
  expect(answer.statusCode).toBe(200);
  expect((await fileOf(test, answer.json().fileExecutionId)).match(/PO1\*\d/g)).toEqual(['PO1*1', 'PO1*2', 'PO1*3']);
});

it('a group that goes on growing is not sent, and says so', async () => {
  let growing = true;
  const test = await appWith(async (app) => growing && Promise.all([stage(app, 'MORE'), add(app, 1)]));
  await stage(test, 'FIRST');
  await add(test, 1);
  for (const answer of [await test.call('POST', `${group}/generate-edi`, { payload: {} }), await sendFragments(test)]) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: expect.stringContaining('Send it when'),
    });
  }
  growing = false;
  expect((await test.call('POST', `${group}/generate-edi`, { payload: {} })).statusCode).toBe(200);
});
