import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

const params = { batchId: IDS.batch };

/** Requests about batches of checks, and their answers. */
export const BATCH_EXAMPLES: Examples = {
  BatchEligibilityChecks: [
    {
      summary: 'Two patients of tomorrow',
      body: {
        name: 'tomorrow-morning',
        items: [
          {
            submitterTransactionIdentifier: 'visit-1',
            tradingPartnerServiceId: 'BRINK',
            provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
            subscriber: { firstName: 'Jane', lastName: 'Doe', memberId: 'BW1001', dateOfBirth: '19900101' },
          },
          {
            submitterTransactionIdentifier: 'visit-2',
            tradingPartnerServiceId: 'BRINK',
            provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
            subscriber: { firstName: 'John', lastName: 'Roe', memberId: 'BW1002', dateOfBirth: '19850630' },
          },
        ],
      },
      answer: { batchId: IDS.batch, submittedAt: '2026-01-31T13:42:00.000Z' },
    },
  ],
  GetBatch: [{ summary: 'How far it is', params }],
  GetBatchItems: [
    { summary: 'Its checks', params },
    { summary: 'Those without an answer', params, query: { state: 'COMPLETED_WITH_ERRORS' } },
  ],
  BatchEligibilityPolling: [{ summary: 'Results of one batch', query: { batchId: IDS.batch, pageSize: '20' } }],
};
