import { describe, expect, it } from 'vitest';
import { checkFilename, evaluateFilename } from '../../../src/resources/filenames/evaluate-filename.js';
import type { CustomerCode } from '../../../src/worker/customer-code.js';
import { sharedCustomerCode } from '../../support/shared-customer-code.js';

const clock = { now: () => Date.UTC(2026, 1, 3, 4, 5, 6, 789) };
const worker = sharedCustomerCode(clock);

/** Counts what does not go the short way. */
let asked = 0;
const customerCode: CustomerCode = {
  ...worker,
  evaluate: (...given) => {
    asked += 1;
    return worker.evaluate(...given);
  },
};

const BINDINGS = {
  executionId: 'e-1',
  partnershipId: 'acme_shop',
  transactionSet: '850',
  interchangeControlNumber: '000000042',
  groupControlNumber: '7',
};

function nameOf(expression: string): Promise<string> {
  return evaluateFilename({ clock, customerCode }, 'a', expression, BINDINGS);
}

describe('evaluateFilename', () => {
  it.each([
    ['orders.x12', 'orders.x12'],
    ["'orders.x12'", 'orders.x12'],
    ['"orders.x12"', 'orders.x12'],
    ["'PO-' & $millis() & '.edi'", `PO-${clock.now()}.edi`],
    ["$transactionSet & '_' & $interchangeControlNumber & '-' & $groupControlNumber", '850_000000042-7'],
    ["  $partnershipId&'.'  &  $executionId ", 'acme_shop.e-1'],
    ["'a' & $notBound & 'b'", 'ab'],
  ])('joins %s without a worker, as JSONata does', async (expression, name) => {
    asked = 0;
    expect(await nameOf(expression)).toBe(name);
    expect(asked).toBe(0);
    if (expression === name) return;
    expect(await worker.evaluate(expression, undefined, { bindings: BINDINGS })).toBe(name);
  });

  it.each([
    ["$replace($now(), /[^0-9]/, '') & '.x12'", '20260203040506789.x12'],
    ["$substring($executionId, 0, 1) & 'x'", 'ex'],
    ["$transactionSet = '850' ? 'orders' : 'other'", 'orders'],
    ["('a')", 'a'],
    ['1 + 1', '2'],
  ])('evaluates %s', async (expression, name) => {
    expect(await nameOf(expression)).toBe(name);
  });

  it.each([
    ["'../' & $executionId"],
    ["'a/b'"],
    ['..'],
    ["'.'"],
    ["''"],
    ["'a\\u0000'"],
    ["'a\r\nb'"],
    ["'name ' & $now()"],
    ['$nothing'],
    ['{"a": 1}'],
    ["$pad('a', 301, 'b')"],
    ['a'.repeat(301)],
    ['$now()'],
    ["'a*' & $executionId"],
    ["'.' & $executionId"],
    ["$executionId & '.'"],
    ["'LPT9.' & $executionId"],
    ["$pad('a', 256, 'b')"],
  ])('refuses what is no name: %s', async (expression) => {
    await expect(nameOf(expression)).rejects.toMatchObject({ name: 'CustomerCodeError', code: 'failed' });
  });

  it('tells early what cannot be read', async () => {
    await expect(checkFilename(customerCode, 'a', "'a' & ")).rejects.toMatchObject({ code: 'invalid' });
    await expect(checkFilename(customerCode, 'a', '$uppercase($partnershipId)')).resolves.toBeUndefined();
    await expect(checkFilename(customerCode, 'a', "'a' & $millis()")).resolves.toBeUndefined();
    await expect(checkFilename(customerCode, 'a', '.hidden')).rejects.toMatchObject({ code: 'failed' });
  });
});
