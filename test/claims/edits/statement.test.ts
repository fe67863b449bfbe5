import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, judged, type Spoil, spoilt, throughX12 } from './breaks.js';
import { inEach } from './one-of-each.js';

const DATES = '/claimInformation/claimDateInformation';
const STAYS = ['11', '12', '18', '21', '22', '28', '41', '65', '66', '86'];

function dates(changed: Readonly<Record<string, string | undefined>>): Spoil {
  return ({ claimInformation }) => {
    claimInformation.claimDateInformation = { ...claimInformation.claimDateInformation, ...changed };
  };
}

describe('what a statement covers', () => {
  breaksAlone([
    {
      ...{ id: 'V52', claim: 'i1-inpatient', by: 'an end before the begin', at: [`${DATES}/statementEndDate`] },
      spoil: dates({ statementBeginDate: '20260109' }),
    },
    {
      ...{ id: 'V52', claim: 'i1-inpatient', by: 'an end in the future', at: [`${DATES}/statementEndDate`] },
      spoil: dates({ statementEndDate: '20260302' }),
    },
    {
      ...{ id: 'V52', claim: 'i1-inpatient', by: 'an admission after the end', at: [`${DATES}/admissionDateAndHour`] },
      spoil: dates({ admissionDateAndHour: '202601090000' }),
    },
    {
      ...{
        id: 'V52',
        claim: 'i1-inpatient',
        by: 'an admission of a day after the end',
        at: [`${DATES}/admissionDateAndHour`],
      },
      spoil: dates({ admissionDateAndHour: '20260109' }),
    },
    {
      ...{ id: 'V52', claim: 'i1-inpatient', by: 'days before the birth', at: [`${DATES}/statementBeginDate`] },
      spoil: ({ subscriber }) => {
        subscriber.dateOfBirth = '20260106';
      },
    },
    {
      ...{ id: 'V52', claim: 'i1-inpatient', by: 'a line after it', isWarning: true },
      at: ['/claimInformation/serviceLines/1/serviceDate'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[1].serviceDate = '20260109';
      },
    },
    {
      ...{ id: 'V52', claim: 'i2-outpatient-cob', by: 'a line that ends after it', isWarning: true },
      at: ['/claimInformation/serviceLines/0/serviceDateEnd'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0].serviceDateEnd = '20260121';
      },
    },
  ]);

  it.each([
    ['an end today', { statementEndDate: '20260301' }],
    ['an admission of eight digits', { admissionDateAndHour: '20260105' }],
    ['an admission before the statement', { admissionDateAndHour: '202512201430' }],
    ['an admission in its last hour', { admissionDateAndHour: '202601082359' }],
  ])('keeps all with %s', async (_, changed) => {
    const request = spoilt('i1-inpatient', dates(changed));
    expect(judged('i1-inpatient', request)).toEqual({ errors: [], warnings: [] });
    const read = await throughX12('i1-inpatient', request);
    expect(judged('i1-inpatient', read)).toEqual({ errors: [], warnings: [] });
  });
});

describe('a stay', () => {
  breaksAlone([
    ...STAYS.map(
      (placeOfServiceCode): Breach => ({
        ...{ id: 'V53', claim: 'i1-inpatient', by: `no admission on type of bill ${placeOfServiceCode}` },
        at: [`${DATES}/admissionDateAndHour`],
        spoil: (request) => {
          request.claimInformation.placeOfServiceCode = placeOfServiceCode;
          dates({ admissionDateAndHour: undefined })(request);
        },
      }),
    ),
    ...['1', '4'].map(
      (claimFrequencyCode): Breach => ({
        ...{ id: 'V53', claim: 'i1-inpatient', by: `no discharge on the last bill, ${claimFrequencyCode}` },
        at: [`${DATES}/dischargeHour`],
        spoil: (request) => {
          request.claimInformation.claimFrequencyCode = claimFrequencyCode;
          dates({ dischargeHour: undefined })(request);
        },
      }),
    ),
    ...['2', '3'].map(
      (claimFrequencyCode): Breach => ({
        ...{ id: 'V53', claim: 'i1-inpatient', by: `a discharge on a bill that others follow, ${claimFrequencyCode}` },
        at: [`${DATES}/dischargeHour`],
        spoil: ({ claimInformation }) => {
          claimInformation.claimFrequencyCode = claimFrequencyCode;
          claimInformation.claimCodeInformation.patientStatusCode = '30';
        },
      }),
    ),
  ]);
});

describe('a bill of several days that is not of a stay', () => {
  breaksAlone([
    ...inEach(['i2-outpatient-cob'], {
      ...{ id: 'V54', by: 'a line without a day', at: ['/claimInformation/serviceLines/0/serviceDate'] },
      spoil: (request) => {
        const [line] = request.claimInformation.serviceLines;
        delete line.serviceDate;
        delete line.serviceDateEnd;
        dates({ statementEndDate: '20260121' })(request);
      },
    }),
  ]);

  const withoutDay: Spoil = ({ claimInformation }) => {
    const [line] = claimInformation.serviceLines;
    delete line.serviceDate;
    delete line.serviceDateEnd;
  };
  it('keeps all with one day', () => {
    expect(judged('i2-outpatient-cob', spoilt('i2-outpatient-cob', withoutDay)).errors).toEqual([]);
  });

  it('keeps all with a drug', () => {
    const request = spoilt('i2-outpatient-cob', (claim) => {
      withoutDay(claim);
      dates({ statementEndDate: '20260121' })(claim);
      claim.claimInformation.serviceLines[0].drugIdentification = {
        ...{ nationalDrugCode: '00002821501', nationalDrugUnitCount: '1', measurementUnitCode: 'ML' },
      };
    });
    expect(judged('i2-outpatient-cob', request).errors).toEqual([]);
  });
});
