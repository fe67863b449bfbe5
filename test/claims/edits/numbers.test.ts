import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, judged, spoilt } from './breaks.js';

const CLAIMS = [
  { claim: 'p1-subscriber', number: 'providerControlNumber', units: 'professionalService/serviceUnitCount' },
  { claim: 'i1-inpatient', number: 'lineItemControlNumber', units: 'institutionalService/serviceUnitCount' },
  { claim: 'd1-crown', number: 'providerControlNumber', units: 'dentalService/procedureCount' },
] as const;

const LINES = '/claimInformation/serviceLines';

describe('numbers and units of lines', () => {
  breaksAlone(
    CLAIMS.flatMap(({ claim, number, units }): readonly Breach[] => [
      {
        ...{ id: 'V61', claim, by: 'a number of a line twice', at: [`${LINES}/1/${number}`] },
        spoil: ({ claimInformation: { serviceLines } }) => {
          serviceLines[1][number] = serviceLines[0][number];
        },
      },
      {
        ...{ id: 'V61', claim, by: 'a number of 31 characters', at: [`${LINES}/1/${number}`] },
        spoil: ({ claimInformation: { serviceLines } }) => {
          serviceLines[1][number] = 'N'.repeat(31);
        },
      },
      ...[0, -1].map((count) => ({
        ...{ id: 'V69', claim, by: `${count} units`, at: [`${LINES}/1/${units}`] },
        spoil: ({ claimInformation: { serviceLines } }: Parameters<Breach['spoil']>[0]) => {
          const [service = '', name = ''] = units.split('/');
          serviceLines[1][service][name] = service === 'dentalService' ? count : String(count);
        },
      })),
    ]),
  );

  it.each(CLAIMS)('$claim may leave numbers out, have one of 30 characters, and a part of a unit', (one) => {
    const { claim, number, units } = one;
    const request = spoilt(claim, ({ claimInformation: { serviceLines } }) => {
      const [service = '', name = ''] = units.split('/');
      delete serviceLines[0][number];
      serviceLines[1][number] = 'N'.repeat(30);
      serviceLines[1][service][name] = service === 'dentalService' ? 0.5 : '0.5';
    });
    expect(judged(claim, request).errors).toEqual([]);
  });
});
