import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ClaimReport } from '../../../src/claims/report/report-codec.js';
import { CATEGORY_TEXTS } from '../../../src/claims/report/report-codes.js';
import { claimReportSchema } from '../../../src/claims/report/report-schema.js';
import { codec, parsed, readFixture } from './report-fixtures.js';

const FOLDER = process.env.EDILOOM_CONTRACT;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const ORIGIN = {
  transactionId: '7b2a6a52-6d7c-4c46-9d1c-2f1f1c9d0a11',
  senderId: 'NORTHHEALTH    ',
  usageIndicator: 'T',
};
/** The guide lets 2200C be about the provider (85), which the interface's list does not have: passed on, as all codes are. */
const BEYOND = /\/serviceProviderStatuses\/\d+\/entityIdentifierCode$/;
const SETS = [
  ...['277ca-accepted.edi', '277ca-rejected.edi', 'answers/of-a-payer.edi'],
  ...['answers/broken-levels.edi', 'answers/batch-rejected.edi', 'answers/provider-rejected.edi'],
];

async function reportOf(x12: string): Promise<ClaimReport | undefined> {
  return codec.toReport((await parsed(x12)).data, ORIGIN);
}

describe('the 277 report', () => {
  it.each(SETS)('%s gives what its schema says', async (name) => {
    const check = ajv.compile(claimReportSchema);
    check(await reportOf(readFixture(name)));
    expect(check.errors ?? []).toEqual([]);
  });

  // The document is not ours to ship: this runs where `EDILOOM_CONTRACT` names its folder.
  it.skipIf(FOLDER === undefined).each(SETS)('%s gives what the interface says', async (name) => {
    const contract = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    contract.addSchema(JSON.parse(readFileSync(join(FOLDER ?? '', 'healthcare.json'), 'utf8')), 'document');
    const check = contract.compile({ $ref: 'document#/components/schemas/ConvertReport277ResponseContent' });
    check(await reportOf(readFixture(name)));
    expect((check.errors ?? []).filter(({ instancePath }) => !BEYOND.test(instancePath))).toEqual([]);
  });

  it('has our own acknowledgment in the names of the interface', async () => {
    expect(await reportOf(readFixture('277ca-rejected.edi'))).toEqual({
      meta: { transactionId: ORIGIN.transactionId, senderId: 'NORTHHEALTH', applicationMode: 'test' },
      transactions: [
        {
          controlNumber: '0001',
          referenceIdentification: '01JTESTACK000000000000002',
          transactionSetCreationDate: '20260301',
          transactionSetCreationTime: '0915',
          payers: [
            {
              entityIdentifierCode: 'AY',
              entityIdentifierCodeValue: 'Clearinghouse',
              organizationName: 'EDILOOM',
              etin: 'EDILOOM',
              claimStatusTransactions: [BATCH],
            },
          ],
        },
      ],
    });
  });

  it('has a line with one day as its begin, and the numbers of payer and line', async () => {
    const report = await reportOf(readFixture('answers/of-a-payer.edi'));
    const [, claim] = Array.from(claimsIn(report));
    expect(claim).toMatchObject({
      claimStatus: {
        referencedTransactionTraceNumber: 'PCN7F3K9Q3X',
        ...{ billTypeIdentifier: '131', claimServiceDate: '20260212' },
        informationClaimStatuses: [
          {
            statusInformationActionCodeValue: 'Reject',
            statusMessage: 'TAXONOMY AND NPI DISAGREE',
            informationStatuses: [{ statusCode: '21' }, { entityIdentifierCodeValue: 'Rendering Provider' }, {}],
          },
          {},
        ],
      },
      serviceLines: [
        {
          ...{ lineItemControlNumber: 'LINE-1', serviceLineDate: '20260212', beginServiceLineDate: '20260212' },
          service: { procedureCode: '99213', procedureModifiers: ['25', '59'], revenueCode: '0450' },
          serviceClaimStatuses: [{ serviceStatuses: [{ statusCode: '507' }, { statusCode: '454' }] }],
        },
        { beginServiceLineDate: '20260212', endServiceLineDate: '20260213', service: { chargeAmount: '50' } },
      ],
    });
    const [first] = Array.from(claimsIn(report));
    expect(first).toMatchObject({ claimStatus: { tradingPartnerClaimNumber: 'NH-2026-9' } });
  });

  it('keeps amounts as they were written', async () => {
    const text = JSON.stringify(await reportOf(readFixture('answers/of-a-payer.edi')));
    expect(text).toContain('"totalClaimChargeAmount":"185.50"');
    expect(text).toContain('"totalClaimChargeAmount":"150.00"');
  });

  it.each(Object.keys(CATEGORY_TEXTS))('has a text for %s', async (category) => {
    const x12 = readFixture('277ca-accepted.edi').replace('STC*A1:20*', `STC*${category}:20*`);
    const [claim] = Array.from(claimsIn(await reportOf(x12)));
    expect(JSON.stringify(claim)).toContain(
      `"healthCareClaimStatusCategoryCode":"${category}","healthCareClaimStatusCategoryCodeValue":"`,
    );
  });

  it('passes a code on that is in no list, without a text', async () => {
    const x12 = readFixture('277ca-accepted.edi').replace('STC*A1:20*', 'STC*Z9:9999*');
    const [claim] = Array.from(claimsIn(await reportOf(x12)));
    expect(JSON.stringify(claim)).toContain(
      '"informationStatuses":[{"healthCareClaimStatusCategoryCode":"Z9","statusCode":"9999"}]',
    );
  });

  it('tells a production set', async () => {
    const { data } = await parsed(readFixture('277ca-accepted.edi'));
    expect(codec.toReport(data, { ...ORIGIN, usageIndicator: 'P' })?.meta.applicationMode).toBe('production');
  });
});

const RECEIVED = {
  healthCareClaimStatusCategoryCode: 'A1',
  healthCareClaimStatusCategoryCodeValue: 'Received',
  statusCode: '19',
  statusCodeValue: 'Entity acknowledges receipt',
  entityIdentifierCode: 'PR',
  entityIdentifierCodeValue: 'Payer',
};
const REFUSED = {
  statusInformationEffectiveDate: '20260301',
  statusInformationActionCode: 'U',
  statusInformationActionCodeValue: 'Reject',
  totalClaimChargeAmount: '185.5',
};
const INVALID = {
  healthCareClaimStatusCategoryCode: 'A7',
  healthCareClaimStatusCategoryCodeValue: 'Rejected, information invalid',
};
const CLAIM = {
  claimStatus: {
    referencedTransactionTraceNumber: 'PCN7F3K9Q2X',
    patientAccountNumber: 'PCN7F3K9Q2X',
    clearinghouseTraceNumber: '01JTESTREF0000000000000002',
    claimServiceBeginDate: '20260210',
    claimServiceEndDate: '20260211',
    informationClaimStatuses: [
      {
        ...REFUSED,
        statusMessage: 'Billing provider NPI fails its check digit.',
        informationStatuses: [
          {
            ...{ ...INVALID, statusCode: '562', statusCodeValue: 'NPI' },
            ...{ entityIdentifierCode: '85', entityIdentifierCodeValue: 'Billing Provider' },
          },
        ],
      },
      {
        ...REFUSED,
        statusMessage: 'Line charges add up to 180.5, the claim says 185.5.',
        informationStatuses: [{ ...INVALID, statusCode: '178', statusCodeValue: 'Charges' }],
      },
    ],
  },
};
const BATCH = {
  provider: { organizationName: 'Maple Billing Service', etin: 'MB1001' },
  claimTransactionBatchNumber: '01JTESTCLAIM00000000000001',
  providerClaimStatuses: [{ statusInformationEffectiveDate: '20260301', providerStatuses: [RECEIVED] }],
  claimStatusDetails: [
    {
      serviceProvider: { organizationName: 'River Clinic', npi: '1555001019' },
      patientClaimStatusDetails: [
        { subscriber: { lastName: 'Lind', firstName: 'Rosa', memberId: 'SHP0012345' }, claims: [CLAIM] },
      ],
    },
  ],
};

/** Every object that has `claimStatus`, in order. */
function* claimsIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  if ('claimStatus' in value) yield value;
  for (const inner of Object.values(value)) yield* claimsIn(inner);
}
