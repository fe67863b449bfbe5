import { expect, it } from 'vitest';
import { paymentsOf } from '../../recipes/remittance-835/payments.js';
import { fixture } from './files.js';

it('lists what was paid, and why not more', async () => {
  expect(await paymentsOf(fixture('remittance-835'))).toEqual([
    {
      claim: 'A-1001',
      charged: 150,
      paid: 130,
      adjustments: [
        { reason: 'PR-1', amount: 15 },
        { reason: 'CO-45', amount: 5 },
      ],
    },
  ]);
});
