import type { AcknowledgmentTree } from 'ediloom/claims';
import { expect, it } from 'vitest';
import { partOfTree, partsOfTree } from '../../../src/exchange/claim-answers/part-of-report.js';
import { singleParts } from '../../../src/exchange/claim-answers/single-parts.js';

const claim = (patientControlNumber: string) => ({ patientControlNumber });
const statuses = [{ codes: [{ category: 'A1' }], text: 'ABOUT ALL OF THEM' }];

const TREE: AcknowledgmentTree = {
  sources: [
    { batches: [{ transactionId: 'NONE', statuses, providers: [] }] },
    {
      batches: [
        {
          ...{ transactionId: 'MANY', statuses, totals: { accepted: '3' } },
          providers: [
            { statuses, patients: [{ claims: [claim('1'), claim('2')] }, { claims: [] }] },
            { statuses, patients: [{ claims: [claim('3')] }] },
          ],
        },
        {
          transactionId: 'ONE',
          statuses,
          totals: { accepted: '1' },
          providers: [{ patients: [{ claims: [claim('4')] }] }],
        },
      ],
    },
  ],
};

it('the part of each claim is what it is among the parts of accounts', () => {
  const single = singleParts(TREE);
  for (const place of [0, 1, 2, 3, 4]) {
    expect(single(place)).toEqual(partOfTree(TREE, { claims: new Set([place]), batches: new Set() }));
  }
});

it('the parts of many accounts are made by one walk, and each is what it is alone', () => {
  const accounts = new Map([
    ['a', { claims: new Set([0]), batches: new Set(['NONE']) }],
    ['b', { claims: new Set([1, 2]), batches: new Set<string>() }],
    ['c', { claims: new Set([3]), batches: new Set(['NONE']) }],
  ]);
  const work = partsOfTree(TREE, accounts);
  let steps = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) steps++;
  // One for each patient, however many accounts there are.
  expect(steps).toBe(4);
  for (const [account, part] of accounts) expect(step.value.get(account)).toEqual(partOfTree(TREE, part));
  const names = (account: string) => JSON.stringify(step.done === true && step.value.get(account));
  expect([names('a'), names('b'), names('c')].map((text) => text.match(/Number":"\d"/g))).toEqual([
    ['Number":"1"'],
    ['Number":"2"', 'Number":"3"'],
    ['Number":"4"'],
  ]);
});

it('the part of an account has the billing provider that was refused, though claims of the others in the batch are of nobody', () => {
  const refused = { statuses: [{ codes: [{ category: 'A3' }], action: 'U', text: 'NO CONTRACT' }] };
  const other = { statuses, patients: [{ claims: [claim('1')] }] };
  const tree: AcknowledgmentTree = {
    sources: [{ batches: [{ transactionId: 'MANY', statuses, providers: [refused, { statuses }, other] }] }],
  };
  const providersOf = (claims: readonly number[]) => {
    const part = partOfTree(tree, { claims: new Set(claims), batches: new Set(['MANY']) });
    return part.sources?.flatMap(({ batches = [] }) => batches.flatMap(({ providers = [] }) => providers));
  };
  expect(providersOf([])).toEqual([refused]);
  // All claims are of the account, and so is all that is said of the batch.
  expect(providersOf([0])).toEqual([refused, { statuses }, other]);
});
