import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, judged, spoilt } from './breaks.js';

const NUMBER = '/claimInformation/claimSupplementalInformation/claimControlNumber';
const CLAIMS = ['p1-subscriber', 'i1-inpatient', 'd1-crown'] as const;

// biome-ignore lint/suspicious/noExplicitAny: a request is spoilt in ways that its type forbids
function give({ claimInformation }: any, given: { frequency?: string; number?: string; filing?: string }): void {
  const { frequency, number, filing } = given;
  if (frequency !== undefined) claimInformation.claimFrequencyCode = frequency;
  if (filing !== undefined) claimInformation.claimFilingCode = filing;
  if (number !== undefined) claimInformation.claimSupplementalInformation.claimControlNumber = number;
}

describe('a claim and the one that it replaces', () => {
  breaksAlone([
    ...(['p1-subscriber', 'd1-crown'] as const).flatMap((claim) =>
      ['0', '9', 'A'].map((frequency) => ofCode(claim, frequency)),
    ),
    ...['L', 'R', '%', 'a'].map((frequency) => ofCode('i1-inpatient', frequency)),
  ]);

  breaksAlone(
    CLAIMS.flatMap((claim): readonly Breach[] => [
      ...['7', '8'].map((frequency) => ({
        ...{ id: 'V63', claim, by: `frequency ${frequency} without the payer's number`, at: [NUMBER] },
        spoil: (request: unknown) => give(request, { frequency }),
      })),
      {
        ...{ id: 'V63', claim, by: "a new claim with the payer's number", at: [NUMBER] },
        spoil: (request) => give(request, { number: 'ICN7' }),
      },
    ]),
  );

  it.each(CLAIMS)('%s may replace and void with the number, and without it towards Medicare', (claim) => {
    for (const frequency of ['7', '8'])
      for (const more of [{ number: 'ICN7' }, { filing: 'MA' }, { filing: 'MB' }]) {
        const request = spoilt(claim, (given) => give(given, { frequency, ...more }));
        expect(judged(claim, request).errors).toEqual([]);
      }
  });

  it('a bill has the frequencies of its own list, with a number or without', () => {
    for (const frequency of ['0', '2', '3', '4', '5', '6', '9', 'A', 'Q', 'Z'])
      for (const more of [{}, { number: 'ICN7' }]) {
        const request = spoilt('i1-inpatient', (given) => give(given, { frequency, ...more }));
        expect(judged('i1-inpatient', request).errors.filter(({ id }) => /V6[23]/.test(id))).toEqual([]);
      }
  });
});

function ofCode(claim: Breach['claim'], frequency: string): Breach {
  return {
    ...{ id: 'V62', claim, by: `frequency ${frequency}`, at: ['/claimInformation/claimFrequencyCode'] },
    spoil: (request) => give(request, { frequency }),
  };
}
