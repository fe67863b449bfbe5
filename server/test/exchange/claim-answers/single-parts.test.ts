import type { AcknowledgmentTree } from 'ediloom/claims';
import { expect, it } from 'vitest';
import { partOfTree } from '../../../src/exchange/claim-answers/part-of-report.js';
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
