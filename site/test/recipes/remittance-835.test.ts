import { expect, it } from 'vitest';
import { paymentsOf, streamedPayments } from '../../recipes/remittance-835/payments.js';
import { fixture, inPieces } from './files.js';

// One CAS with two reasons: what reads only the first of them loses money.
const TWO_REASONS = fixture('remittance-835').replace('CAS*CO*45*5~', 'CAS*CO*45*3**97*2~');
const PAYMENTS = [
  {
    claim: 'A-1001',
    charged: '150',
    paid: '130',
    adjustments: [
      { reason: 'PR-1', amount: '15' },
      { reason: 'CO-45', amount: '3' },
      { reason: 'CO-97', amount: '2' },
    ],
  },
];

it('lists what was paid, and why not more, each reason of a CAS', async () => {
  expect(await paymentsOf(TWO_REASONS)).toEqual(PAYMENTS);
});

it('says the same claim by claim', async () => {
  const streamed = [];
  for await (const payment of streamedPayments(inPieces(TWO_REASONS))) streamed.push(payment);
  expect(streamed).toEqual(PAYMENTS);
});

it('does not take a payment that does not add up', async () => {
  await expect(paymentsOf(TWO_REASONS.replace('*97*2~', '*97*1~'))).rejects.toThrow('does not add up');
});
