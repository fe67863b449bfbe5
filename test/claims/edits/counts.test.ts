import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, codecOf, judged, spoilt, throughX12 } from './breaks.js';
import { COUNTED } from './counted.js';
import { adjustment, DECIDED, DECISION, decideClaim, decideLine, firstPayer } from './decided.js';

const OPTIONS = {
  ...{ sender: { qualifier: 'ZZ', id: 'CLINIC' }, receiver: { qualifier: 'ZZ', id: 'PAYER' } },
  ...{ transactionId: 'BHT-1', now: Date.parse('2026-03-01T09:15:00Z'), controlNumber: 7 },
};

const OTHER = '/claimInformation/otherSubscriberInformation/0';

describe('how often a claim has the same thing', () => {
  breaksAlone(
    COUNTED.map(
      ({ claim, most, at, give, oneMore }): Breach => ({
        ...{ id: 'V60', claim, by: `${most + 1} of ${at}`, at: [at] },
        spoil: (request) => give(request, most + 1),
        ...(oneMore === undefined ? { jsonOnly: 'the segment has no more places' } : { inX12: oneMore }),
      }),
    ),
  );

  it.each(COUNTED)('$claim is told once of too many of $at when it is written', ({ claim, most, at, give }) => {
    const request = spoilt(claim, (given) => give(given, most + 2));
    const { problems, errors } = codecOf(claim).codec.encode(request, OPTIONS);
    const told = problems.length > 0 ? problems : errors;
    expect(told.map(({ pointer }) => pointer)).toEqual([at]);
  });

  it.each(COUNTED)('$claim may have $most of $at', async ({ claim, most, give }) => {
    const request = spoilt(claim, (given) => give(given, most));
    expect(judged(claim, request).errors).toEqual([]);
    expect(judged(claim, await throughX12(claim, request)).errors).toEqual([]);
  });

  breaksAlone(
    DECIDED.flatMap((one): readonly Breach[] => [
      {
        ...{ id: 'V60', claim: one.claim, by: 'a group of adjustments of the claim twice' },
        at: [`${one.other}/claimLevelAdjustments/2/adjustmentGroupCode`],
        spoil: (request) => {
          const groups = [adjustment(one, one.total - 62), adjustment(one, 1, 'PR'), adjustment(one, 1)];
          decideClaim(one, request).claimLevelAdjustments = groups;
        },
      },
      {
        ...{ id: 'V60', claim: one.claim, by: 'a group of adjustments of a line twice' },
        at: [`${DECISION}/0/${one.ofLine}/1/adjustmentGroupCode`],
        spoil: (request) => {
          decideLine(one, request)[one.ofLine] = [adjustment(one, one.total - 61), adjustment(one, 1)];
        },
      },
    ]),
  );

  it('what is left out with a warning is no error', () => {
    const numbers = ['R1', 'R2'].map((identifier) => ({
      entityTypeQualifier: '1',
      otherPayerRenderingProviderSecondaryIdentifier: [{ qualifier: 'G2', identifier }],
    }));
    const provider = spoilt('p2-dependent-cob', (request) => {
      firstPayer(request).otherPayerRenderingProvider = numbers;
      request.tradingPartnerSecondaryIdentifiers = {
        ...{ payerIdentificationNumber: 'U1', employerIdentificationNumber: '323456789' },
        ...{ claimOfficeNumber: 'O1', naic: 'N1' },
      };
    });
    const notes = spoilt('i1-inpatient', ({ claimInformation }) => {
      claimInformation.claimNotes = { allergies: Array(6).fill('A'), medications: Array(5).fill('M') };
    });
    const told = (['p2-dependent-cob', 'i1-inpatient'] as const).map((claim, at) => {
      const { problems, errors, warnings } = codecOf(claim).codec.encode([provider, notes][at], OPTIONS);
      const left = warnings.filter(({ rule }) => rule === 'not-sent').map(({ pointer }) => pointer);
      return { errors: [...problems, ...errors], left };
    });
    expect(told.map(({ errors }) => errors)).toEqual([[], []]);
    expect(told[0]?.left).toEqual(
      expect.arrayContaining([`${OTHER}/otherPayerRenderingProvider/1`, '/tradingPartnerSecondaryIdentifiers/naic']),
    );
    expect(told[1]?.left).toEqual(['/claimInformation/claimNotes/medications/4']);
  });
});
