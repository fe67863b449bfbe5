import { describe } from 'vitest';
import { breaksAlone, type Spoil } from './breaks.js';

const HOSPITALS = '/claimInformation/serviceLines/1/drugIdentification';
const PRACTICES = '/claimInformation/serviceLines/1/drugIdentification';

function practiceWith(name: string, value: string): Spoil {
  return ({ claimInformation }) => {
    claimInformation.serviceLines[1].drugIdentification[name] = value;
  };
}

function hospitalWith(name: string, value: string): Spoil {
  return ({ claimInformation }) => {
    claimInformation.serviceLines[1].drugIdentification = {
      ...{ nationalDrugCode: '00002-8215-01', nationalDrugUnitCount: '2', measurementUnitCode: 'ML', [name]: value },
    };
  };
}

describe('drugs (V67)', () => {
  breaksAlone([
    {
      ...{ id: 'V67', claim: 'p1-subscriber', by: 'no quantity of it' },
      spoil: practiceWith('nationalDrugUnitCount', '0.00'),
      at: [`${PRACTICES}/nationalDrugUnitCount`],
    },
    {
      ...{ id: 'V67', claim: 'p1-subscriber', by: 'less than nothing of it' },
      spoil: practiceWith('nationalDrugUnitCount', '-1'),
      at: [`${PRACTICES}/nationalDrugUnitCount`],
    },
    {
      ...{ id: 'V67', claim: 'p1-subscriber', by: 'ten digits, of which nobody can say where a zero lacks' },
      spoil: practiceWith('nationalDrugCode', '0000282150'),
      at: [`${PRACTICES}/nationalDrugCode`],
    },
    {
      ...{ id: 'V67', claim: 'i1-inpatient', by: 'no quantity of it' },
      spoil: hospitalWith('nationalDrugUnitCount', '0'),
      at: [`${HOSPITALS}/nationalDrugUnitCount`],
    },
    {
      ...{ id: 'V67', claim: 'i1-inpatient', by: 'parts of wrong lengths' },
      spoil: hospitalWith('nationalDrugCode', '00002-82155-1'),
      at: [`${HOSPITALS}/nationalDrugCode`],
    },
  ]);
});
