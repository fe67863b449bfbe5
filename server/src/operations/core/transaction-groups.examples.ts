import type { Examples } from '../../gateway/docs/example.js';
import { ORDER } from './order.js';

/** Requests about transactions that are staged, and their answers. */
export const TRANSACTION_GROUP_EXAMPLES: Examples = {
  CreateTransactionGroup: [
    {
      summary: 'An order for the file of the day',
      params: { partnershipId: 'demo', transactionGroupId: 'orders-2026-01-31', transactionSettingId: 'demo-850' },
      body: { transaction: ORDER },
      answer: {
        transactionGroupId: 'orders-2026-01-31',
        createdAt: '2026-01-31T09:46:00.000Z',
        transactionId: '01a20437-bc95-7000-966a-f18900342a70',
      },
    },
  ],
  GenerateTransactionGroupEdi: [
    {
      summary: 'The file of the day',
      params: { partnershipId: 'demo', transactionGroupId: 'orders-2026-01-31' },
      body: { filename: 'orders-2026-01-31.edi' },
      answer: { artifactId: 'orders-2026-01-31.edi', fileExecutionId: '01a20437-bcbb-7000-b2dd-d64865cd44e9' },
    },
  ],
};
