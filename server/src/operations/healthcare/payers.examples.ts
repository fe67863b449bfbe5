import type { Examples } from '../../gateway/docs/example.js';

const params = { platformId: 'BRINK' };

/** Requests about payers that come with the server. */
export const PAYER_EXAMPLES: Examples = {
  ListPayerRecords: [{ summary: 'The first ten', query: { pageSize: '10' } }],
  GetPayerRecord: [
    {
      summary: 'By its platform id',
      params,
      answer: {
        payer: {
          platformId: 'BRINK',
          displayName: 'Brinkwater Health Plan',
          primaryPayerId: '00042',
          aliases: ['00042', '0042', 'BWHP'],
          names: ['Brinkwater HMO'],
          programs: [],
          transactionSupport: {
            eligibilityCheck: 'SUPPORTED',
            claimStatus: 'NOT_SUPPORTED',
            claimSubmission: 'NOT_SUPPORTED',
            professionalClaimSubmission: 'NOT_SUPPORTED',
            institutionalClaimSubmission: 'NOT_SUPPORTED',
            dentalClaimSubmission: 'NOT_SUPPORTED',
            claimPayment: 'NOT_SUPPORTED',
            coordinationOfBenefits: 'NOT_SUPPORTED',
            solicitedClaimAttachment: 'NOT_SUPPORTED',
            unsolicitedClaimAttachment: 'NOT_SUPPORTED',
          },
          coverageTypes: ['medical'],
        },
      },
    },
  ],
  SearchPayers: [
    { summary: 'By the beginning of a name', query: { query: 'brink' } },
    {
      summary: 'Those that take eligibility checks and cover teeth',
      query: { eligibilityCheck: 'EITHER', coverageTypes: 'dental' },
    },
  ],
  ListPayerRecordsCsv: [{ summary: 'All' }],
};
