import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, type Example, judged, spoilt } from './breaks.js';

const EXAMPLES: readonly Example[] = [
  ...(['p1-subscriber', 'p2-dependent-cob', 'i1-inpatient'] as const),
  ...(['i2-outpatient-cob', 'd1-crown', 'd2-orthodontic-cob'] as const),
];

const TOTAL = '/claimInformation/claimChargeAmount';
const LINES = '/claimInformation/serviceLines';

/** Claims without another payer, with what their first line charges and what all charge together. */
const CLAIMS = [
  { claim: 'p1-subscriber', service: 'professionalService', rest: 60, total: '185.50' },
  { claim: 'i1-inpatient', service: 'institutionalService', rest: 5000, total: '9200' },
  { claim: 'd1-crown', service: 'dentalService', rest: 105, total: '1105' },
] as const;

describe('amounts of a claim', () => {
  it.each(EXAMPLES)('%s breaks no rule', (claim) => {
    expect(
      judged(
        claim,
        spoilt(claim, () => undefined),
      ),
    ).toEqual({ errors: [], warnings: [] });
  });

  breaksAlone(CLAIMS.flatMap((one) => breaches(one)));

  breaksAlone([
    taxes('p1-subscriber', 'salesTaxAmount', { salesTaxAmount: '125.51' }),
    taxes('p1-subscriber', 'salesTaxAmount', { salesTaxAmount: '125', postageTaxAmount: '0.51' }),
    taxes('p1-subscriber', 'postageTaxAmount', { postageTaxAmount: '125.51' }),
    taxes('i1-inpatient', 'serviceTaxAmount', { serviceTaxAmount: '4200', facilityTaxAmount: '0.01' }),
    taxes('i1-inpatient', 'facilityTaxAmount', { facilityTaxAmount: '4200.01' }),
  ]);

  it.each(CLAIMS)('$claim may charge nothing when it only reports', ({ claim, service }) => {
    const request = spoilt(claim, (given) => {
      nothing(given, service);
      given.claimIdentifier = 'RP';
    });
    expect(judged(claim, request)).toEqual({ errors: [], warnings: [] });
  });

  it('taxes may be all that a line charges', () => {
    const request = spoilt('p1-subscriber', ({ claimInformation }) => {
      Object.assign(claimInformation.serviceLines[0], { salesTaxAmount: '125', postageTaxAmount: '0.5' });
    });
    expect(judged('p1-subscriber', request).errors).toEqual([]);
  });
});

function breaches({ claim, service, rest, total }: (typeof CLAIMS)[number]): readonly Breach[] {
  const line = `${LINES}/0/${service}/lineItemChargeAmount`;
  return [
    {
      ...{ id: 'V01', claim, by: 'a cent more than the lines', at: [TOTAL] },
      spoil: (request) => {
        request.claimInformation.claimChargeAmount = (Number(total) + 0.01).toFixed(2);
      },
    },
    {
      ...{ id: 'V02', claim, by: 'a charge of nothing', at: [TOTAL] },
      spoil: (request) => nothing(request, service),
    },
    {
      ...{ id: 'V03', claim, by: 'a line that gives back', at: [line] },
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0][service].lineItemChargeAmount = '-1.5';
        claimInformation.claimChargeAmount = String(rest - 1.5);
      },
    },
    {
      ...{ id: 'V03', claim, by: 'a tenth of a cent', at: [line] },
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0][service].lineItemChargeAmount = '1.501';
        claimInformation.claimChargeAmount = String(rest);
      },
    },
    {
      ...{ id: 'V04', claim, by: 'no charge', at: [TOTAL] },
      spoil: ({ claimInformation }) => {
        delete claimInformation.claimChargeAmount;
      },
    },
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: a request is spoilt in ways that its type forbids
function nothing({ claimInformation }: any, service: string): void {
  claimInformation.claimChargeAmount = '0';
  for (const line of claimInformation.serviceLines) line[service].lineItemChargeAmount = '0';
}

function taxes(claim: Example, told: string, given: Readonly<Record<string, string>>): Breach {
  return {
    ...{ id: 'V05', claim, by: `${Object.keys(given).join(' and ')} of more than the charge` },
    at: [`${LINES}/0/${told}`],
    spoil: ({ claimInformation }) => Object.assign(claimInformation.serviceLines[0], given),
  };
}
