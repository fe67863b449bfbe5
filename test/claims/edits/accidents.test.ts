import { describe, expect, it } from 'vitest';
import { breaksAlone, judged, type Spoil, spoilt, throughX12 } from './breaks.js';
import { inEach } from './one-of-each.js';

const PRACTICE = ['p1-subscriber', 'd1-crown'] as const;
const DATE = '/claimInformation/claimDateInformation/accidentDate';

function accident(relatedCausesCode: readonly string[], more: object, accidentDate?: string): Spoil {
  return ({ claimInformation }) => {
    Object.assign(claimInformation, { relatedCausesCode, ...more });
    if (accidentDate !== undefined)
      claimInformation.claimDateInformation = { ...claimInformation.claimDateInformation, accidentDate };
  };
}

describe('accidents', () => {
  breaksAlone([
    ...inEach(PRACTICE, {
      ...{ id: 'V55', by: 'an accident without its day', at: [DATE] },
      spoil: accident(['OA'], {}),
    }),
    ...inEach(PRACTICE, {
      ...{ id: 'V55', by: 'an accident of a car at work without its day', at: [DATE] },
      spoil: accident(['EM', 'AA'], { autoAccidentStateCode: 'IL' }),
    }),
    ...inEach(PRACTICE, {
      ...{ id: 'V55', by: 'an accident of a car without its state', at: ['/claimInformation/autoAccidentStateCode'] },
      spoil: accident(['AA'], {}, '20260201'),
    }),
    ...inEach(PRACTICE, {
      ...{ id: 'V55', by: 'the country alone, which has provinces', at: ['/claimInformation/autoAccidentStateCode'] },
      spoil: accident(['AA'], { autoAccidentCountryCode: 'CA' }, '20260201'),
    }),
    {
      ...{ id: 'V55', claim: 'i1-inpatient', by: 'the state of an accident without an occurrence' },
      at: ['/claimInformation/occurrenceInformationList'],
      spoil: ({ claimInformation }) => {
        claimInformation.claimSupplementalInformation.autoAccidentState = 'IL';
      },
    },
  ]);

  it.each([
    [
      'p1-subscriber',
      'an accident of a car with its state',
      accident(['AA'], { autoAccidentStateCode: 'IL' }, '20260201'),
    ],
    ['d1-crown', 'one abroad', accident(['AA'], { autoAccidentCountryCode: 'MX' }, '20260201')],
    ['p1-subscriber', 'an illness of the work', accident(['EM'], {})],
    [
      'i1-inpatient',
      'an occurrence of an accident',
      ({ claimInformation }) => {
        claimInformation.claimSupplementalInformation.autoAccidentState = 'IL';
        claimInformation.occurrenceInformationList = [
          [
            { occurrenceSpanCode: '11', occurrenceSpanCodeDate: '20260104' },
            { occurrenceSpanCode: '02', occurrenceSpanCodeDate: '20260104' },
          ],
        ];
      },
    ],
  ] as readonly (readonly ['p1-subscriber' | 'd1-crown' | 'i1-inpatient', string, Spoil])[])(
    '%s keeps all with %s',
    async (claim, _, spoil) => {
      const request = spoilt(claim, spoil);
      expect(judged(claim, request)).toEqual({ errors: [], warnings: [] });
      expect(judged(claim, await throughX12(claim, request))).toEqual({ errors: [], warnings: [] });
    },
  );
});
