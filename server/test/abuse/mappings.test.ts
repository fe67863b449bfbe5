import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappingRoutes } from '../../src/operations/mappings.js';
import { createCustomerCode } from '../../src/worker/create-customer-code.js';
import type { CustomerCode } from '../../src/worker/customer-code.js';
import { type TestApp, testApp } from '../support/test-app.js';

const BASE = '/2021-06-01/mappings';

const HANG = '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)';
/** Milliseconds after which it is stopped, as long as others wait behind it; a server gives more. */
const STOP_MS = 5_000;

let app: TestApp;
let customerCode: CustomerCode;

beforeAll(async () => {
  app = await testApp(mappingRoutes, {
    parts: ({ clock }) => {
      const code = createCustomerCode({ clock, workers: 2, memoryMb: 64 });
      customerCode = {
        ...code,
        map: (mapping, document, { timeoutMs, ...options } = {}) => {
          if (timeoutMs === undefined) throw new Error('A mapping runs without a time of its own.');
          const mostMs = mapping.expression === HANG ? STOP_MS : timeoutMs;
          return code.map(mapping, document, { ...options, timeoutMs: mostMs });
        },
      };
      return { customerCode };
    },
  });
});

afterAll(async () => {
  await app.close();
  await customerCode.close();
});

async function mapped(mapping: string, payload: string | Buffer, headers = {}): Promise<[number, string]> {
  const given = { name: `m${Math.random()}`, type: 'only_mapped_keys', mapping };
  const made = await app.call('POST', BASE, { payload: given, headers });
  expect(made.statusCode).toBe(201);
  const all = { 'content-type': 'application/json', ...headers };
  const answer = await app.call('POST', `${BASE}/${made.json().id}/map`, { payload, headers: all });
  return [answer.statusCode, answer.statusCode < 400 ? answer.body : answer.json().code];
}

describe('mappings that mean harm', () => {
  it('do not keep other accounts waiting', async () => {
    const { liveKey } = await app.account('Other');
    let ended = false;
    const hanging = mapped(HANG, '{}').finally(() => {
      ended = true;
    });
    expect(await mapped('a', '{ "a": 1 }', { authorization: liveKey })).toEqual([200, '1']);
    expect(ended).toBe(false);
    expect(await hanging).toEqual([400, 'mapping_failed']);
  });

  it('that never end, sixty at once, are answered 429 or stopped, and another account is answered meanwhile', async () => {
    const { liveKey } = await app.account('Neighbour');
    const given = { name: 'endless', type: 'only_mapped_keys', mapping: HANG };
    const { id } = (await app.call('POST', BASE, { payload: given })).json();
    let open = 60;
    const endless = Promise.all(
      Array.from({ length: open }, async () => {
        const answer = await app.call('POST', `${BASE}/${id}/map`, { payload: {} });
        open--;
        return answer;
      }),
    );
    for (let round = 0; round < 5; round++) {
      expect(await mapped('a', '{ "a": 1 }', { authorization: liveKey })).toEqual([200, '1']);
    }
    // It was not their end that let the neighbour through.
    expect(open).toBeGreaterThan(0);
    const answers = await endless;
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(50);
    for (const answer of refused) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400, 429]));
  });

  it.each([
    ['memory', '$length($pad("x", 500000000))', '{}', [413, 'size_exceeded']],
    ['a huge answer', '$pad("", 5000000, "x")', '{}', [413, 'size_exceeded']],
    ['a list over the limit', '[1..9000000]', '{}', [413, 'size_exceeded']],
    ['recursion', '($f := function($n) { 1 + $f($n + 1) }; $f(1))', '{}', [400, 'mapping_failed']],
    ['deep input', '$', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, [400, 'bad_parameters']],
    ['input over 4 MB', '$', JSON.stringify('x'.repeat(4_500_000)), [413, 'request_too_large']],
    ['input over 6 MB', '$', JSON.stringify('x'.repeat(6_500_000)), [413, 'request_too_large']],
    ['bad UTF-8', '$', Buffer.from([0x22, 0xff, 0xfe, 0x22]), [400, 'bad_parameters']],
    ['a number of more digits than are kept', '$', '{ "a": [1, 12345678901234567890] }', [400, 'bad_parameters']],
    ['money', '$', '1.10', [200, '1.1']],
    ['NUL', '$', '"\\u0000"', [400, 'bad_parameters']],
    ['half a character as the answer', '$substring("😀", 0, 1) & $fromMillis(0)', '{}', [200, expect.any(String)]],
  ])('are answered: %s', async (_, mapping, payload, answer) => {
    expect(await mapped(mapping, payload)).toEqual(answer);
    expect(await mapped('a', '{ "a": 1 }')).toEqual([200, '1']);
  });

  it('leak nothing into later ones', async () => {
    await mapped('($kept := secret; $)', '{ "secret": "CANARY" }');
    expect(await mapped('{ "a": $kept, "b": secret, "c": $$.secret }', '{}')).toEqual([200, '{}']);
  });
});
