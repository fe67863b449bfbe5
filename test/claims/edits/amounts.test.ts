import { describe, expect, it } from 'vitest';
import { breaksAlone, type Example, judged, spoilt } from './breaks.js';

const EXAMPLES: readonly Example[] = [
  ...(['p1-subscriber', 'p2-dependent-cob', 'i1-inpatient'] as const),
  ...(['i2-outpatient-cob', 'd1-crown', 'd2-orthodontic-cob'] as const),
];

describe('amounts of a claim', () => {
  it.each(EXAMPLES)('%s breaks no rule', (claim) => {
    expect(
      judged(
        claim,
        spoilt(claim, () => undefined),
      ),
    ).toEqual({ errors: [], warnings: [] });
  });

  breaksAlone([
    {
      ...{ id: 'V01', claim: 'p1-subscriber', by: 'a cent more than the lines' },
      spoil: (request) => {
        request.claimInformation.claimChargeAmount = '185.51';
      },
      at: ['/claimInformation/claimChargeAmount'],
    },
  ]);
});
