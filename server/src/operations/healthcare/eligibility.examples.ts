import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { FIRST_ANSWER } from './first-answer.js';
import { FIRST_CHECK, FIRST_RAW_CHECK } from './first-check.js';

/** Checks that test keys may send. */
export const ELIGIBILITY_EXAMPLES: Examples = {
  EligibilityCheck: [
    { summary: 'A subscriber, with a test key', key: 'test', body: FIRST_CHECK, answer: FIRST_ANSWER },
    {
      summary: 'A dependent, with a test key',
      key: 'test',
      body: {
        tradingPartnerServiceId: '87726',
        provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
        subscriber: { firstName: 'John', lastName: 'Doe', memberId: 'UHC202649' },
        dependents: [{ firstName: 'Jane', lastName: 'Doe', dateOfBirth: '19521121' }],
      },
    },
    {
      summary: 'A member whom the payer does not find, with a test key',
      key: 'test',
      body: {
        tradingPartnerServiceId: '87726',
        provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
        subscriber: { firstName: 'Jane', lastName: 'Doe', memberId: 'UHCAAA75', dateOfBirth: '19900101' },
      },
    },
  ],
  ListEligibilityChecks: [
    {
      summary: 'Those of a patient',
      query: { externalPatientId: FIRST_CHECK.externalPatientId },
      answer: {
        items: [
          {
            id: IDS.check,
            status: 'ANSWERED',
            mode: 'test',
            source: 'json',
            payer: { platformId: 'AETLM', displayName: 'Aetna' },
            outboundTraceId: IDS.checkTrace,
            errorCodes: [],
            createdAt: '2026-01-31T13:00:00.000Z',
            sentAt: '2026-01-31T13:00:00.000Z',
            answeredAt: '2026-01-31T13:00:00.000Z',
          },
        ],
      },
    },
    { summary: 'Those of which the payer did not know the member', query: { errorCode: '75' } },
  ],
  GetEligibilityCheck: [{ summary: 'With its answer', params: { checkId: IDS.check } }],
  GetEligibilityCheckDocument: [
    { summary: 'The 270 that went out', params: { checkId: IDS.check, document: 'question' } },
    { summary: 'The request, its secrets masked', params: { checkId: IDS.check, document: 'request' } },
  ],
  EligibilityRawX12Check: [{ summary: 'A subscriber, with a test key', key: 'test', body: { x12: FIRST_RAW_CHECK } }],
};
