import fc from 'fast-check';
import type { AcknowledgmentForm } from '../../src/acknowledgment/acknowledgment-forms.js';
import { distinctCodes } from '../../src/acknowledgment/code-tables.js';
import type {
  FunctionalAcknowledgment,
  TransactionAcknowledgment,
} from '../../src/acknowledgment/functional-acknowledgment.js';
import { reportedFinding } from '../../src/acknowledgment/reported-finding.js';
import type { BusinessUnit, Finding } from '../../src/model/finding.js';
import type { Position } from '../../src/model/position.js';

const SEGMENT_CODES = ['1', '2', '3', '4', '5', '6', '7', 'I4', 'I6', 'I7', 'I8', 'I9'];
const ELEMENT_CODES = '1 2 3 4 5 6 7 8 9 10 12 13 I6 I9 I10 I11 I12 I13'.split(' ');
const SET_CODES = '1 2 3 4 5 6 7 16 18 19 23 27 I5 I6'.split(' ');
const GROUP_CODES = '1 2 3 4 5 6 10 18 19 26'.split(' ');

/** A segment and everything that is wrong with it; a case to be told is made of these. */
interface Segment {
  readonly place: Position;
  readonly unit: BusinessUnit | undefined;
  readonly notes: readonly { readonly code: string; readonly trigger: Position | undefined }[];
  readonly elements: readonly {
    readonly code: string;
    readonly place: Partial<Position>;
    readonly trigger: Position | undefined;
    readonly badValue: string | undefined;
  }[];
}

interface Case {
  readonly header: Omit<FunctionalAcknowledgment, 'transactions'>;
  readonly sets: readonly {
    readonly header: Omit<TransactionAcknowledgment, 'findings'>;
    readonly segments: readonly Segment[];
  }[];
}

const upper = (least: number, most: number) => fc.stringMatching(new RegExp(`^[A-Z0-9]{${least},${most}}$`));
const maybe = <T>(made: fc.Arbitrary<T>) => fc.option(made, { nil: undefined });
const element = fc.record(
  {
    element: fc.integer({ min: 1, max: 99 }),
    component: fc.integer({ min: 1, max: 99 }),
    repetition: fc.integer({ min: 1, max: 9999 }),
    dataElement: fc.integer({ min: 1, max: 9999 }).map(String),
  },
  { requiredKeys: ['element'] },
);
const segmentPlace = (segment: fc.Arbitrary<number>): fc.Arbitrary<Position> =>
  fc.tuple(segment, upper(2, 3), maybe(upper(1, 4))).map(([at, segmentId, loopId]) => ({
    interchange: 1,
    segment: at,
    segmentId,
    ...(loopId === undefined ? {} : { loopId }),
  }));
const ordinal = fc.integer({ min: 1, max: 999_999 });
const trigger = maybe(
  fc.tuple(segmentPlace(ordinal), fc.oneof(element, fc.constant({}))).map(([at, more]) => ({ ...at, ...more })),
);
const unit = maybe(fc.record({ name: fc.constantFrom('TRN02', 'CLM01', 'PATIENT NAME NM109'), id: upper(1, 35) }));
const segment: fc.Arbitrary<Segment> = fc.record({
  place: segmentPlace(ordinal),
  unit,
  notes: fc.array(fc.record({ code: fc.constantFrom(...SEGMENT_CODES), trigger }), { maxLength: 3 }),
  elements: fc.array(
    fc.record({
      code: fc.constantFrom(...ELEMENT_CODES),
      place: element,
      trigger,
      badValue: maybe(fc.stringMatching(/^[!-)+-9;=?-\]_-}][ !-)+-9;=?-\]_-}]{0,98}$/)),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
const digits = (most: number) => fc.integer({ min: 0, max: 10 ** most - 1 }).map(String);

/** Acknowledgments whose every part has a place in a 999. */
export const acknowledgmentCase: fc.Arbitrary<Case> = fc.record({
  header: fc.record({
    kind: fc.constant('999' as const),
    functionalIdentifierCode: upper(2, 2),
    controlNumber: fc.oneof(
      digits(9),
      digits(4).map((number) => number.padStart(6, '0')),
    ),
    release: upper(1, 12),
    verdict: fc.constantFrom('A', 'E', 'R', 'P', 'M', 'W', 'X'),
    codes: fc.uniqueArray(fc.constantFrom(...GROUP_CODES), { maxLength: 5 }),
    included: fc.nat({ max: 999_999 }),
    received: fc.nat({ max: 999_999 }),
    accepted: fc.nat({ max: 999_999 }),
  }),
  sets: fc.array(
    fc.record({
      header: fc
        .record({
          transactionSet: fc.stringMatching(/^[0-9]{3}$/),
          controlNumber: upper(4, 9),
          implementation: maybe(upper(1, 35)),
          verdict: fc.constantFrom('A' as const, 'E' as const, 'R' as const, 'M' as const, 'W' as const, 'X' as const),
          codes: fc.uniqueArray(fc.constantFrom(...SET_CODES), { maxLength: 5 }),
        })
        .map(({ implementation, ...header }) =>
          implementation === undefined ? header : { ...header, implementation },
        ),
      segments: fc.uniqueArray(segment, { maxLength: 4, selector: ({ place }) => place.segment }),
    }),
    { maxLength: 3 },
  ),
});

/** The case as somebody might say it: findings in any order of segments, elements first, loops in full. */
export function told({ header, sets }: Case): FunctionalAcknowledgment {
  const transactions = sets.map((set) => ({
    ...set.header,
    findings: set.segments.flatMap((one) => {
      const [notes, elements] = findingsOf(one, undefined);
      return [...elements, ...notes];
    }),
  }));
  return { ...header, transactions };
}

/** The case as it must come back from an acknowledgment of this form. */
export function normal({ header, sets }: Case, form: AcknowledgmentForm): FunctionalAcknowledgment {
  const { release, ...rest } = header;
  const transactions = sets.map(({ header: { implementation, ...set }, segments }) => ({
    ...set,
    ...(implementation !== undefined && form.references ? { implementation } : {}),
    codes: distinctCodes(set.codes, form.codes.transaction, 5),
    findings: [...segments]
      .sort((a, b) => (a.place.segment ?? 0) - (b.place.segment ?? 0))
      .flatMap((one) => findingsOf(one, { form, severity: isAccepted(set.verdict) ? 'warning' : 'error' }).flat()),
  }));
  const codes = distinctCodes(header.codes, form.codes.group, 5);
  return { ...rest, codes, kind: form.kind, ...(form.references ? { release } : {}), transactions };
}

interface Narrowing {
  readonly form: AcknowledgmentForm;
  readonly severity: 'warning' | 'error';
}

/** Findings about the segment, then about its elements. */
function findingsOf(
  { place, unit, notes, elements }: Segment,
  narrow: Narrowing | undefined,
): readonly [readonly Finding[], readonly Finding[]] {
  const form = narrow?.form;
  const contexts = form === undefined || form.contexts !== undefined;
  const extras = (trigger: Position | undefined) => ({
    ...(narrow === undefined ? {} : { severity: narrow.severity }),
    ...(contexts && trigger !== undefined
      ? { trigger: narrow === undefined ? { ...trigger, group: 1 } : trigger }
      : {}),
    ...(contexts && unit !== undefined ? { unit } : {}),
  });
  // IK303 holds four characters; a longer id of a loop is cut to them.
  const full = place.loopId?.length === 4 ? { loopId: `${place.loopId}AA` } : {};
  const at = narrow === undefined ? { ...place, ...full, transaction: 2 } : place;
  return [
    notes.map((note) =>
      reportedFinding('segment', form?.codes.segment.get(note.code) ?? note.code, at, extras(note.trigger)),
    ),
    elements.map((one) => {
      const { repetition, ...rest } = one.place;
      const where = form?.references === false || repetition === undefined ? rest : one.place;
      const badValue = one.badValue === undefined ? {} : { badValue: one.badValue };
      const code = form?.codes.element.get(one.code) ?? one.code;
      return reportedFinding('element', code, { ...at, ...where }, { ...extras(one.trigger), ...badValue });
    }),
  ];
}

function isAccepted(verdict: string): boolean {
  return verdict === 'A' || verdict === 'E';
}
