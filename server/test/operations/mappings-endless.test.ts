import { afterAll, beforeAll, expect, it } from 'vitest';
import { mappingRoutes } from '../../src/operations/mappings.js';
import { createCustomerCode } from '../../src/worker/create-customer-code.js';
import type { CustomerCode } from '../../src/worker/customer-code.js';
import { type TestApp, testApp } from '../support/test-app.js';

const BASE = '/2021-06-01/mappings';
/** No engine of regular expressions comes back from it. */
const ENDLESS = '{ "no": $match($pad("", 60, "a") & "!", /^((a+)+)+$/) }';
const SOUND = '{ "no": id }';

let app: TestApp;
let code: CustomerCode;
beforeAll(async () => {
  code = createCustomerCode({ clock: { now: () => Date.now() }, workers: 2 });
  app = await testApp(mappingRoutes, { parts: () => ({ customerCode: code }) });
});
afterAll(async () => {
  await app.close();
  await code.close();
});

async function mappingOf(authorization: string, mapping: string): Promise<string> {
  const payload = { name: mapping, type: 'only_mapped_keys', mapping };
  const made = await app.call('POST', BASE, { payload, headers: { authorization } });
  return `${BASE}/${made.json().id}/map`;
}

it('of sixty that never end the account that has them is told to come again; another account is answered meanwhile', async () => {
  const other = await app.account('Other');
  const [endless, sound] = [await mappingOf(app.liveKey, ENDLESS), await mappingOf(other.liveKey, SOUND)];
  const headers = { authorization: app.liveKey };
  const all = Array.from({ length: 60 }, () => app.call('POST', endless, { payload: {}, headers }));
  let isOver = false;
  const theirs: number[] = [];
  const asking = (async () => {
    while (!isOver) {
      const answer = await app.call('POST', sound, { payload: { id: 7 }, headers: { authorization: other.liveKey } });
      theirs.push(answer.statusCode);
    }
  })();
  const answers = await Promise.all(all);
  isOver = true;
  await asking;
  const codes = answers.map((answer) => `${answer.statusCode} ${answer.json().code}`);
  expect(new Set(codes)).toEqual(new Set(['400 mapping_failed', '429 too_many_requests']));
  // Some had a worker until it was killed; by far the most waited behind them, the last among these.
  expect(codes.filter((one) => one.startsWith('400')).length).toBeLessThan(8);
  expect(codes.at(-1)).toBe('429 too_many_requests');
  expect(theirs.length).toBeGreaterThan(0);
  expect(theirs.filter((status) => status === 200).length).toBeGreaterThan(0);
});
