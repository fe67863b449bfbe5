import { claimExample } from 'ediloom/claims';
import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { FIRST_RAW_CLAIM, FIRST_RAW_DENTAL_CLAIM, FIRST_RAW_INSTITUTIONAL_CLAIM } from './first-raw-claims.js';

const key = 'test';

/** Claims that are tests, which the payer simulator answers. */
export const CLAIM_EXAMPLES: Examples = {
  ClaimsSubmission: [
    {
      summary: 'An office visit, with a test key',
      key,
      body: claimExample('professional'),
      answer: {
        status: 'SUCCESS',
        controlNumber: '000000001',
        tradingPartnerServiceId: '60054',
        claimReference: {
          correlationId: IDS.claim,
          rhclaimNumber: IDS.claim,
          patientControlNumber: 'VISIT-1001',
          formatVersion: '5010',
          payerId: '60054',
          serviceLines: [{ lineItemControlNumber: 'VISIT-1001-1' }],
          timeOfResponse: '2026-01-31T15:48:00.000Z',
        },
        payer: { payerId: '60054', payerID: '60054', payerName: 'Aetna' },
        meta: { traceId: IDS.claimTrace, applicationMode: 'test' },
        httpStatusCode: '200 OK',
        warnings: [
          {
            code: 'payer::837::not_taken',
            description: 'The payer takes no claims of this type: one that is no test would be refused.',
          },
        ],
        x12: 'ISA*00*          *00*          *ZZ*EDILOOM        *ZZ*LAKECLINIC     *260131*1548*^*00501*000000001*0*T*:~…',
      },
    },
  ],
  ClaimsRawX12Submission: [{ summary: 'The same as an 837P, with a test key', key, body: { x12: FIRST_RAW_CLAIM } }],
  InstitutionalClaimsSubmission: [
    { summary: 'A day in a hospital, with a test key', key, body: claimExample('institutional') },
  ],
  InstitutionalClaimsRawX12Submission: [
    { summary: 'The same as an 837I, with a test key', key, body: { x12: FIRST_RAW_INSTITUTIONAL_CLAIM } },
  ],
  DentalClaimsSubmission: [{ summary: 'A filling, with a test key', key, body: claimExample('dental') }],
  DentalClaimsRawX12Submission: [
    { summary: 'The same as an 837D, with a test key', key, body: { x12: FIRST_RAW_DENTAL_CLAIM } },
  ],
  CreateProfessionalClaimJson: [
    { summary: 'An office visit, with a test key', key, body: claimExample('professional') },
  ],
  GetClaim: [{ summary: 'By its number', params: { claimId: IDS.claim } }],
  ListClaims: [{ summary: 'By its patient control number', query: { patientControlNumber: 'VISIT-1001' } }],
  ConvertReport277: [
    {
      summary: 'What was said of a test; the event `claim.accepted` names it',
      params: { transactionId: IDS.claimReport },
    },
  ],
  GetClaimDocument: [{ summary: 'Its 837, tax ids masked', params: { claimId: IDS.claim, document: 'claim' } }],
};
