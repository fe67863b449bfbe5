import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/index.js';
import { remittance, sumOfAmounts } from '../../src/remittance/index.js';
import { type Change, FIXTURE, fixtureWith, guide, read } from './read-fixture.js';

async function balanceOf(...changes: readonly Change[]) {
  return remittance(guide, (await read(fixtureWith(...changes))).data).balance;
}

describe('the balance of a remittance', () => {
  it('holds for payments, denials, reversals and adjustments of the provider', async () => {
    expect(await balanceOf()).toEqual({ balanced: true, imbalances: [] });
  });

  it('tells a line that does not add up, and the claim around it', async () => {
    const { imbalances } = await balanceOf(['CAS*CO*45*20**253*10*1', 'CAS*CO*45*20**253*10.01*1']);
    expect(imbalances).toEqual([
      { element: 'SVC03', claim: 0, line: 1, reason: 'differs', expected: '119.99', stated: '120', difference: '0.01' },
      { element: 'CLP04', claim: 0, reason: 'differs', expected: '289.99', stated: '290', difference: '0.01' },
    ]);
  });

  it('tells a claim, and the payment that follows from it', async () => {
    const { imbalances } = await balanceOf(['CLP*A-2003*22*-200*-150*', 'CLP*A-2003*22*-200*150*']);
    expect(imbalances).toEqual([
      { element: 'CLP04', claim: 2, reason: 'differs', expected: '-150', stated: '150', difference: '300' },
      { element: 'BPR02', reason: 'differs', expected: '627', stated: '327', difference: '-300' },
    ]);
  });

  it('takes the adjustments of the provider off, and adds negative ones', async () => {
    const { imbalances } = await balanceOf(['*L6*-1.75', '*L6*1.75']);
    expect(imbalances).toMatchObject([{ element: 'BPR02', expected: '323.5', stated: '327', difference: '3.5' }]);
  });

  it('calls what is missing or no number unreadable, and guesses nothing', async () => {
    const { imbalances } = await balanceOf(['CAS*CO*50*120.5', 'CAS*CO*50'], ['BPR*I*327*', 'BPR*I*MUCH*']);
    expect(imbalances).toEqual([
      { element: 'SVC03', claim: 1, line: 0, reason: 'unreadable' },
      { element: 'CLP04', claim: 1, reason: 'unreadable' },
      { element: 'BPR02', reason: 'unreadable' },
    ]);
  });

  it('does not judge the payment of a debit', async () => {
    const { imbalances } = await balanceOf(['BPR*I*327*C*', 'BPR*I*327*D*']);
    expect(imbalances).toEqual([{ element: 'BPR02', reason: 'debit' }]);
  });

  it('leaves a group out of the totals whose amounts are not all known', async () => {
    const { data } = await read(fixtureWith(['CAS*PR*3*30', 'CAS*PR*3*XXX']));
    expect(remittance(guide, data).claims[0]?.adjustedByGroup).toEqual([{ group: 'CO', amount: '80' }]);
  });

  it('names a group as it was written, whatever it is called', async () => {
    const { data } = await read(fixtureWith(['CAS*PR*3*30', 'CAS*__proto__*3*30']));
    expect(remittance(guide, data).claims[0]?.adjustedByGroup).toContainEqual({ group: '__proto__', amount: '30' });
  });
});

describe('sumOfAmounts', () => {
  it('is exact where binary floats are not', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(sumOfAmounts(['0.1', '0.2'])).toBe('0.3');
    expect(sumOfAmounts(['9007199254740993', '0.01', '-0.01'])).toBe('9007199254740993');
    expect(sumOfAmounts(['0.00001', '1'])).toBe('1.00001');
    expect(sumOfAmounts(['5', '-5.00'])).toBe('0');
    expect(sumOfAmounts(['-0.5'])).toBe('-0.5');
    expect(sumOfAmounts([])).toBe('0');
  });

  it('has no sum where an amount is missing, none, or longer than any amount', () => {
    for (const wrong of [undefined, '', '-', '1e3', '0x1', '١', '9'.repeat(65)])
      expect(sumOfAmounts(['1', wrong])).toBeUndefined();
  });
});

it('numbers of guide JSON and their texts are the same amounts', async () => {
  const { data } = await read(FIXTURE);
  const asText: JsonObject = JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'number' ? `${value}.00`.replace(/(\.\d+)\.00$/, '$100') : value,
  );
  const amounts = (from: JsonObject) =>
    remittance(guide, from).claims.map(({ charge, paid, adjustedByGroup }) => [charge, paid, adjustedByGroup]);
  expect(amounts(asText)).toEqual(amounts(data));
  expect(remittance(guide, asText).balance.balanced).toBe(true);
});
