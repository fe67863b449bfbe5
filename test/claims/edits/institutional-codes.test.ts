import { describe } from 'vitest';
import { breaksAlone, type Spoil } from './breaks.js';

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
