import { describe } from 'vitest';
import { breaksAlone, type Spoil } from './breaks.js';

/** The first line points so. */
function pointing(service: string, ...pointers: readonly string[]): Spoil {
  return ({ claimInformation }) => {
    claimInformation.serviceLines[0][service].compositeDiagnosisCodePointers.diagnosisCodePointers = pointers;
  };
}

const pointersOf = (service: string) =>
  `/claimInformation/serviceLines/0/${service}/compositeDiagnosisCodePointers/diagnosisCodePointers`;
const PROFESSIONAL = pointersOf('professionalService');
const DENTAL = pointersOf('dentalService');

describe('diagnoses of a line (V42)', () => {
  breaksAlone([
    {
      ...{ id: 'V42', claim: 'p1-subscriber', by: 'a diagnosis that is not there' },
      spoil: pointing('professionalService', '1', '3'),
      at: [`${PROFESSIONAL}/1`],
    },
    {
      ...{ id: 'V42', claim: 'p1-subscriber', by: 'a diagnosis before the first' },
      spoil: pointing('professionalService', '0'),
      at: [`${PROFESSIONAL}/0`],
    },
    {
      ...{ id: 'V42', claim: 'p1-subscriber', by: 'the code of a diagnosis' },
      spoil: pointing('professionalService', 'I10'),
      at: [`${PROFESSIONAL}/0`],
    },
    {
      ...{ id: 'V42', claim: 'p1-subscriber', by: 'a diagnosis twice' },
      spoil: pointing('professionalService', '2', '1', '2'),
      at: [`${PROFESSIONAL}/2`],
    },
    {
      ...{ id: 'V42', claim: 'p1-subscriber', by: 'no diagnosis' },
      spoil: ({ claimInformation }) => {
        delete claimInformation.serviceLines[0].professionalService.compositeDiagnosisCodePointers;
      },
      at: [PROFESSIONAL],
    },
    {
      ...{ id: 'V42', claim: 'p1-subscriber', by: 'more than four' },
      spoil: (request) => {
        const { healthCareCodeInformation: diagnoses } = request.claimInformation;
        for (const diagnosisCode of ['J069', 'R05', 'M545'])
          diagnoses.push({ diagnosisTypeCode: 'ABF', diagnosisCode });
        pointing('professionalService', '1', '2', '3', '4', '5')(request);
      },
      at: [`${PROFESSIONAL}/4`],
      jsonOnly: 'SV107 has four components: there is no place for a fifth',
    },
    {
      ...{ id: 'V42', claim: 'd2-orthodontic-cob', by: 'a diagnosis that is not there' },
      spoil: pointing('dentalService', '2'),
      at: [`${DENTAL}/0`],
    },
    {
      ...{ id: 'V42', claim: 'd2-orthodontic-cob', by: 'none of those given' },
      spoil: ({ claimInformation }) => {
        delete claimInformation.serviceLines[0].dentalService.compositeDiagnosisCodePointers;
      },
      at: [DENTAL],
    },
  ]);
});
