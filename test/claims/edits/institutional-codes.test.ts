import { describe, expect, it } from 'vitest';
import { breaksAlone, judged, type Spoil, spoilt } from './breaks.js';

const CODES = '/claimInformation/claimCodeInformation';
const SERVICE = '/claimInformation/serviceLines/1/institutionalService';

function withCode(name: string, value: string | undefined): Spoil {
  return ({ claimInformation }) => {
    claimInformation.claimCodeInformation[name] = value;
  };
}

describe('codes of admission and discharge (V64, V65)', () => {
  breaksAlone([
    {
      ...{ id: 'V64', claim: 'i1-inpatient', by: 'a whole stay of someone who is still there' },
      spoil: withCode('patientStatusCode', '30'),
      at: [`${CODES}/patientStatusCode`],
    },
    {
      ...{ id: 'V65', claim: 'i1-inpatient', by: 'a type of admission that is none' },
      spoil: withCode('admissionTypeCode', '6'),
      at: [`${CODES}/admissionTypeCode`],
    },
    ...['1', '08', '99', 'AB'].map((status) => ({
      ...({ id: 'V65', claim: 'i1-inpatient', by: `${status} as the patient's status` } as const),
      spoil: withCode('patientStatusCode', status),
      at: [`${CODES}/patientStatusCode`],
    })),
    {
      ...{ id: 'V65', claim: 'i2-outpatient-cob', by: 'no source of the admission' },
      spoil: withCode('admissionSourceCode', undefined),
      at: [`${CODES}/admissionSourceCode`],
    },
  ]);
});

describe('occurrences and procedures (V66)', () => {
  breaksAlone([
    {
      ...{ id: 'V66', claim: 'i1-inpatient', by: 'an occurrence twice' },
      spoil: ({ claimInformation }) => {
        claimInformation.occurrenceInformationList[0].push({
          ...{ occurrenceSpanCode: '11', occurrenceSpanCodeDate: '20260103' },
        });
      },
      at: ['/claimInformation/occurrenceInformationList/0/1/occurrenceSpanCode'],
    },
    {
      ...{ id: 'V66', claim: 'i1-inpatient', by: 'a procedure of no list' },
      spoil: ({ claimInformation }) => {
        delete claimInformation.serviceLines[1].institutionalService.procedureIdentifier;
      },
      at: [`${SERVICE}/procedureIdentifier`],
    },
    {
      ...{ id: 'V66', claim: 'i1-inpatient', by: 'a list without a procedure' },
      spoil: ({ claimInformation }) => {
        delete claimInformation.serviceLines[1].institutionalService.procedureCode;
      },
      at: [`${SERVICE}/procedureCode`],
    },
    {
      ...{ id: 'V66', claim: 'i1-inpatient', by: 'a code of HIPPS that is too short' },
      spoil: ({ claimInformation }) => {
        Object.assign(claimInformation.serviceLines[1].institutionalService, {
          ...{ procedureIdentifier: 'HP', procedureCode: 'AAA1' },
        });
      },
      at: [`${SERVICE}/procedureCode`],
    },
  ]);
});

describe('institutional codes that are right', () => {
  const told = (spoil: Spoil) =>
    judged('i1-inpatient', spoilt('i1-inpatient', spoil)).errors.filter(({ id }) => /V6[456]/.test(id));

  it('a patient who is still there, on a bill that another follows', () => {
    const spoil: Spoil = (request) => {
      request.claimInformation.claimFrequencyCode = '2';
      withCode('patientStatusCode', '30')(request);
    };
    expect(told(spoil)).toEqual([]);
  });

  it('no source of an admission where nobody was admitted', () => {
    const spoil: Spoil = (request) => {
      request.claimInformation.placeOfServiceCode = '14';
      withCode('admissionSourceCode', undefined)(request);
    };
    expect(told(spoil)).toEqual([]);
  });

  it('an occurrence in two groups, and a HIPPS code', () => {
    const spoil: Spoil = ({ claimInformation }) => {
      const { occurrenceInformationList: groups, serviceLines } = claimInformation;
      groups.push([{ occurrenceSpanCode: '11', occurrenceSpanCodeDate: '20260103' }]);
      Object.assign(serviceLines[1].institutionalService, { procedureIdentifier: 'HP', procedureCode: '1AFKS' });
    };
    expect(told(spoil)).toEqual([]);
  });
});
