import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRows, setProperty } from '../property-sample.js';
import { type Breach, breaksAlone, judged, type Spoil, spoilt, throughX12 } from './breaks.js';
import { DEPENDENTS, inEach, OWN } from './one-of-each.js';

const FIRST = '/claimInformation/serviceLines/0/serviceDate';
const CLAIM_DATES = '/claimInformation/claimDateInformation';

function firstLine(serviceDate: string): Spoil {
  return ({ claimInformation }) => {
    claimInformation.serviceLines[0].serviceDate = serviceDate;
  };
}

/** Some dates of the claim, beside those that it has. */
function claimDates(dates: Readonly<Record<string, string>>): Spoil {
  return ({ claimInformation }) => {
    claimInformation.claimDateInformation = { ...claimInformation.claimDateInformation, ...dates };
  };
}

describe('days of service', () => {
  breaksAlone([
    ...inEach(OWN, {
      ...{ id: 'V50', by: 'a day that is still to come', at: [FIRST] },
      spoil: firstLine('20260302'),
    }),
    ...inEach(OWN, {
      ...{ id: 'V50', by: 'a line before the birth of the patient', at: [FIRST] },
      spoil: (request) => {
        request.subscriber.dateOfBirth = '20260104';
        firstLine('20260103')(request);
      },
    }),
    {
      ...{ id: 'V50', claim: 'p1-subscriber', by: 'lines that begin before the birth, and one that ends on its day' },
      at: [FIRST, '/claimInformation/serviceLines/1/serviceDate'],
      spoil: ({ subscriber }) => {
        subscriber.dateOfBirth = '20260211';
      },
    },
    {
      ...{ id: 'V50', claim: 'i1-inpatient', by: 'a line that is not over' },
      at: ['/claimInformation/serviceLines/1/serviceDateEnd'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[1].serviceDateEnd = '20260302';
      },
    },
    {
      ...{ id: 'V50', claim: 'd1-crown', by: 'a claim for days to come', at: [`${CLAIM_DATES}/serviceDate`] },
      spoil: claimDates({ serviceDate: '20260212-20260302' }),
    },
    ...inEach(['p1-subscriber', 'i1-inpatient'], {
      ...{ id: 'V51', by: 'a line that ends before it begins' },
      at: ['/claimInformation/serviceLines/1/serviceDateEnd'],
      spoil: ({ claimInformation }) => {
        const [, line] = claimInformation.serviceLines;
        line.serviceDate = '20260106';
        line.serviceDateEnd = '20260105';
      },
    }),
    {
      ...{ id: 'V51', claim: 'p1-subscriber', by: 'an end without a begin' },
      at: ['/claimInformation/serviceLines/0/serviceDateEnd'],
      jsonOnly: 'an 837 has one date of service, or a range with both',
      spoil: ({ claimInformation }) => {
        const [line] = claimInformation.serviceLines;
        line.serviceDateEnd = line.serviceDate;
        delete line.serviceDate;
      },
    },
    {
      ...{ id: 'V51', claim: 'i1-inpatient', by: 'a span of an occurrence that runs backwards' },
      at: ['/claimInformation/occurrenceSpanInformations/0/0/occurrenceSpanCodeEndDate'],
      spoil: ({ claimInformation }) => {
        claimInformation.occurrenceSpanInformations[0][0].occurrenceSpanCodeEndDate = '20260104';
      },
    },
    {
      ...{ id: 'V51', claim: 'i1-inpatient', by: 'a span of an occurrence that only ends' },
      at: ['/claimInformation/occurrenceSpanInformations/0/0/occurrenceSpanCodeEndDate'],
      spoil: ({ claimInformation }) => {
        delete claimInformation.occurrenceSpanInformations[0][0].occurrenceSpanCodeStartDate;
      },
    },
    {
      ...{ id: 'V51', claim: 'p1-subscriber', by: 'a disability that ends before it begins' },
      at: [`${CLAIM_DATES}/disabilityEndDate`],
      spoil: claimDates({ disabilityBeginDate: '20260202', disabilityEndDate: '20260201' }),
    },
    {
      ...{ id: 'V51', claim: 'd1-crown', by: 'a claim that ends before it begins', at: [`${CLAIM_DATES}/serviceDate`] },
      spoil: claimDates({ serviceDate: '20260212-20260211' }),
    },
    {
      ...{ id: 'V51', claim: 'd1-crown', by: 'a treatment that ends before it begins' },
      at: ['/claimInformation/serviceLines/0/serviceLineDateInformation/treatmentCompletionDate'],
      spoil: ({ claimInformation }) => {
        const [line] = claimInformation.serviceLines;
        delete line.serviceDate;
        Object.assign(line.serviceLineDateInformation, {
          treatmentStartDate: '20260202',
          treatmentCompletionDate: '20260201',
        });
      },
    },
  ]);

  it.each([
    ['p1-subscriber', 'a day of today', firstLine('20260301')],
    ['d1-crown', 'a day of today', firstLine('20260301')],
    ['p1-subscriber', 'a disability that only ends', claimDates({ disabilityEndDate: '20260202' })],
    [
      'p1-subscriber',
      'supplies for days to come',
      (request) => {
        request.claimInformation.serviceLines[0].serviceDateEnd = '20260331';
      },
    ],
  ] as readonly (readonly [Breach['claim'], string, Spoil])[])('%s keeps all with %s', async (claim, _, spoil) => {
    const request = spoilt(claim, spoil);
    expect(judged(claim, request)).toEqual({ errors: [], warnings: [] });
    expect(judged(claim, await throughX12(claim, request))).toEqual({ errors: [], warnings: [] });
  });

  it('a dental predetermination may be of days to come', () => {
    const request = spoilt('d1-crown', (given) => {
      given.claimInformation.predeterminationOfBenefits = true;
      firstLine('20260401')(given);
    });
    expect(judged('d1-crown', request).errors).toEqual([]);
  });

  it('a birth to come is none, though the services come after it', () => {
    const request = spoilt('d1-crown', (given) => {
      given.claimInformation.predeterminationOfBenefits = true;
      given.subscriber.dateOfBirth = '20260315';
      for (const line of given.claimInformation.serviceLines) line.serviceDate = '20260401';
    });
    expect(judged('d1-crown', request).errors).toEqual([{ id: 'V32', pointer: '/subscriber/dateOfBirth' }]);
  });
});

describe('days of the calendar', () => {
  const PRIOR = '/claimInformation/serviceLines/0/serviceLineDateInformation/priorPlacementDate';
  breaksAlone([
    ...['20260230', '20260431', '20250229', '19000229', '20261301', '20260001'].flatMap((day) =>
      inEach(OWN, { ...{ id: 'V56', by: `service on ${day}`, at: [FIRST] }, spoil: firstLine(day) }),
    ),
    ...inEach(DEPENDENTS, {
      ...{ id: 'V56', by: 'a birth on 20110229', at: ['/dependent/dateOfBirth'] },
      spoil: ({ dependent }) => {
        dependent.dateOfBirth = '20110229';
      },
    }),
    {
      ...{ id: 'V56', claim: 'p1-subscriber', by: 'words in the place of a date', at: [`${CLAIM_DATES}/symptomDate`] },
      spoil: claimDates({ symptomDate: 'last week' }),
    },
    {
      ...{ id: 'V56', claim: 'p1-subscriber', by: 'two days in the place of one', at: [`${CLAIM_DATES}/symptomDate`] },
      spoil: claimDates({ symptomDate: '20260201-20260202' }),
    },
    ...['202602301430', '202601052430', '202601051460'].map(
      (moment): Breach => ({
        ...{
          id: 'V56',
          claim: 'i1-inpatient',
          by: `an admission of ${moment}`,
          at: [`${CLAIM_DATES}/admissionDateAndHour`],
        },
        spoil: claimDates({ admissionDateAndHour: moment }),
      }),
    ),
    {
      ...{ id: 'V56', claim: 'i1-inpatient', by: 'a statement to 20260132', at: [`${CLAIM_DATES}/statementEndDate`] },
      spoil: claimDates({ statementEndDate: '20260132' }),
    },
    {
      ...{ id: 'V56', claim: 'i1-inpatient', by: 'an occurrence to 20260132' },
      at: ['/claimInformation/occurrenceInformationList/0/0/occurrenceSpanCodeDate'],
      spoil: ({ claimInformation }) => {
        claimInformation.occurrenceInformationList[0][0].occurrenceSpanCodeDate = '20260105-20260132';
      },
    },
    {
      ...{ id: 'V56', claim: 'd1-crown', by: 'a claim of three days in one text', at: [`${CLAIM_DATES}/serviceDate`] },
      spoil: claimDates({ serviceDate: '20260211-20260212-20260213' }),
    },
    {
      ...{ id: 'V56', claim: 'd1-crown', by: 'a crown that was placed on 20140531 + 1', at: [PRIOR] },
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0].serviceLineDateInformation.priorPlacementDate = '20140532';
      },
    },
  ]);

  it.each(OWN)('%s keeps all with a leap day', (claim) => {
    const request = spoilt(claim, ({ subscriber }) => {
      subscriber.dateOfBirth = '20000229';
    });
    expect(judged(claim, request).errors).toEqual([]);
  });

  const rows = readRows(readFileSync(new URL('../../../fixtures/claims/properties.tsv', import.meta.url), 'utf8'));
  // An old end without its begin is not sent.
  const sent = rows.filter(
    ({ path, lens, property }) => path !== '' && !lens.includes('put only') && !property.endsWith('.endServiceDate'),
  );
  const dates = sent.filter(
    ({ property, type }) => type === 'string' && /Date[A-Z]?\w*$|Birth$/.test(property.split('.').at(-1) ?? ''),
  );

  it.each(dates.map(({ claim, property }) => [claim, property] as const))('%s %s is one of them', (claim, property) => {
    const own = { P: 'p1-subscriber', I: 'i1-inpatient', D: 'd1-crown' } as const;
    const others = { P: 'p2-dependent-cob', I: 'i2-outpatient-cob', D: 'd2-orthodontic-cob' } as const;
    const type = claim as keyof typeof own; // the three of the list
    const name = property.startsWith('dependent.') ? others[type] : own[type];
    const request = spoilt(name, (given) => {
      // One of two dates of a crown is sent.
      delete given.claimInformation.serviceLines[0].serviceLineDateInformation;
      setProperty(given, property, '20260230');
    });
    expect(judged(name, request).errors.map(({ id }) => id)).toContain('V56');
  });
});
