import { describe, expect, it } from 'vitest';
import { breaksAlone, judged, type Spoil, spoilt } from './breaks.js';

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

it.each(['0002-8215-01', '00002-215-01', '00002-8215-1'])('%s is a National Drug Code', (code) => {
  expect(judged('p1-subscriber', spoilt('p1-subscriber', practiceWith('nationalDrugCode', code)))).toEqual({
    ...{ errors: [], warnings: [] },
  });
});

it('what is no National Drug Code may have any form', () => {
  const request = spoilt('p1-subscriber', (one) => {
    practiceWith('serviceIdQualifier', 'UP')(one);
    practiceWith('nationalDrugCode', '0123-4567')(one);
  });
  expect(judged('p1-subscriber', request)).toEqual({ errors: [], warnings: [] });
});
