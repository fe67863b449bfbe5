import { describe, expect, it } from 'vitest';
import { breaksAlone, judged, type Spoil, spoilt } from './breaks.js';

const CLAIM = '/claimInformation';
const LINE = `${CLAIM}/serviceLines/0`;

function withTooth(toothCode: string): Spoil {
  return ({ claimInformation }) => {
    claimInformation.serviceLines[0].teethInformation[0].toothCode = toothCode;
  };
}

describe('teeth (V74)', () => {
  it.each(['1', '9', '10', '29', '32', '51', '82', 'A', 'T', 'AS', 'TS'])('%s is one', (tooth) => {
    expect(judged('d1-crown', spoilt('d1-crown', withTooth(tooth)))).toEqual({ errors: [], warnings: [] });
  });

  breaksAlone([
    ...['0', '00', '01', '33', '40', '50', '83', 'U', 'US', 'AA', 'L1'].map((tooth) => ({
      ...({ id: 'V74', claim: 'd1-crown', by: `${tooth} as a tooth` } as const),
      spoil: withTooth(tooth),
      at: [`${LINE}/teethInformation/0/toothCode`],
    })),
    {
      ...{ id: 'V74', claim: 'd1-crown', by: 'a missing tooth that nobody has' },
      spoil: ({ claimInformation }) => {
        claimInformation.toothStatus[0].toothNumber = '34';
      },
      at: [`${CLAIM}/toothStatus/0/toothNumber`],
    },
    {
      ...{ id: 'V74', claim: 'd1-crown', by: 'two procedures on two teeth in a line' },
      spoil: ({ claimInformation }) => {
        const [line] = claimInformation.serviceLines;
        line.teethInformation.push({ toothCode: '15' });
        line.dentalService.procedureCount = 2;
      },
      at: [`${LINE}/dentalService/procedureCount`],
    },
    {
      ...{ id: 'V74', claim: 'd2-orthodontic-cob', by: 'areas that payers do not know', isWarning: true },
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0].dentalService.oralCavityDesignation = ['01', '1', '2'];
      },
      at: [`${LINE}/dentalService/oralCavityDesignation/1`, `${LINE}/dentalService/oralCavityDesignation/2`],
    },
  ]);
});

describe('dates of dental treatment (V74)', () => {
  breaksAlone([
    {
      ...{ id: 'V74', claim: 'd1-crown', by: 'a replacement of what was never placed' },
      spoil: ({ claimInformation }) => {
        delete claimInformation.serviceLines[0].serviceLineDateInformation;
      },
      at: [`${LINE}/serviceLineDateInformation/priorPlacementDate`],
    },
    {
      ...{ id: 'V74', claim: 'd1-crown', by: 'a day of service and the end of a treatment' },
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0].serviceLineDateInformation.treatmentCompletionDate = '20260214';
      },
      at: [`${LINE}/serviceLineDateInformation/treatmentCompletionDate`],
    },
    {
      ...{ id: 'V74', claim: 'd1-crown', by: 'a day of what is to come', isWarning: true },
      spoil: ({ claimInformation }) => {
        claimInformation.predeterminationOfBenefits = true;
        delete claimInformation.serviceLines[1].serviceDate;
      },
      at: [`${LINE}/serviceDate`],
    },
  ]);

  it('a replacement may say about when the first was placed', () => {
    const request = spoilt('d1-crown', ({ claimInformation }) => {
      claimInformation.serviceLines[0].serviceLineDateInformation = { estimatedPriorPlacementDate: '20140501' };
    });
    expect(judged('d1-crown', request)).toEqual({ errors: [], warnings: [] });
  });
});
