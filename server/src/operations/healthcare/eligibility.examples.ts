import type { Examples } from '../../gateway/docs/example.js';
import { FIRST_CHECK, FIRST_RAW_CHECK } from './first-check.js';

/** Checks that test keys may send. */
export const ELIGIBILITY_EXAMPLES: Examples = {
  EligibilityCheck: [
    { summary: 'A subscriber, with a test key', key: 'test', body: FIRST_CHECK },
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
  EligibilityRawX12Check: [{ summary: 'A subscriber, with a test key', key: 'test', body: { x12: FIRST_RAW_CHECK } }],
};
