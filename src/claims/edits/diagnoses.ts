import { objectIn } from '../moves/json-parts.js';
import { type CodedDiagnosis, codedIn } from './coded-diagnoses.js';
import { periodOf } from './days.js';
import { ALL, type ClaimAtHand, type Edit } from './edit.js';

/** The version of ICD that a qualifier says; SNODENT (TQ) and ABC codes (CAH) are of none. */
const VERSIONS: ReadonlyMap<string, 9 | 10> = new Map([
  ...['ABK', 'ABF', 'ABJ', 'APR', 'ABN', 'BBR', 'BBQ'].map((qualifier) => [qualifier, 10] as const),
  ...['BK', 'BF', 'BJ', 'PR', 'BN', 'BR', 'BQ'].map((qualifier) => [qualifier, 9] as const),
]);
const PRINCIPAL = new Set(['ABK', 'BK', 'TQ']);
const FURTHER = new Set(['ABF', 'BF', 'TQ']);

/** The day from which ICD-10 counts in the United States. */
const FIRST_DAY_OF_ICD_10 = '20151001';

const SHAPES = {
  9: /^(?:\d{3}|V\d\d)\d{0,2}$|^E\d{3}\d?$/,
  10: /^[A-Z]\d[A-Z\d]{1,5}$/,
};

/** Diagnoses: their kinds, versions and shapes. Whether a code exists is known to its list alone. */
export const DIAGNOSIS_EDITS: readonly Edit[] = [
  {
    id: 'V40',
    types: ALL,
    status: 'A7:254',
    text: 'The first diagnosis is the principal one (ABK), all others are further ones (ABF), and none is of another version of ICD than the first.',
    judge: (claim, tell) => {
      const { all, main, procedures } = codedIn(claim);
      const version = VERSIONS.get(main[0]?.qualifier ?? '');
      for (const [index, one] of [...all, ...procedures].entries())
        if (!isInPlace(claim, one, index) || isOfOther(version, one)) tell([...one.at, one.qualifierName]);
    },
  },
  {
    id: 'V41',
    types: ALL,
    status: 'A7:255',
    text: 'A claim has each diagnosis once. Leave the second out.',
    judge: (claim, tell) => {
      const seen = new Set<string>();
      for (const { at, code, codeName } of codedIn(claim).main) {
        if (seen.has(code)) tell([...at, codeName]);
        seen.add(code);
      }
    },
  },
  {
    id: 'V43',
    types: ALL,
    status: 'A7:255',
    text: 'Services since 1 October 2015 have diagnoses of ICD-10, earlier ones of ICD-9.',
    judge: (claim, tell) => {
      // Others of another version are told as such.
      const [first] = codedIn(claim).main;
      const version = VERSIONS.get(first?.qualifier ?? '');
      if (first === undefined || version === undefined) return;
      const isRight = (day: string) => day >= FIRST_DAY_OF_ICD_10 === (version === 10);
      if (!daysOf(claim).every(isRight)) tell([...first.at, first.qualifierName]);
    },
  },
  {
    id: 'V44',
    types: ALL,
    status: 'A7:255',
    text: 'A diagnosis of ICD-10 has three to seven characters: a letter, a digit, then letters and digits. One of ICD-9 has three to five, nearly all digits.',
    judge: (claim, tell) => {
      for (const { at, code, codeName, qualifier } of codedIn(claim).all) {
        const version = VERSIONS.get(qualifier);
        if (version !== undefined && !SHAPES[version].test(code)) tell([...at, codeName]);
      }
    },
  },
];

/** Institutional claims have a property for each kind: there none can be in the wrong place. */
function isInPlace({ type }: ClaimAtHand, { qualifier }: CodedDiagnosis, index: number): boolean {
  return type === 'institutional' || (index === 0 ? PRINCIPAL : FURTHER).has(qualifier);
}

function isOfOther(version: 9 | 10 | undefined, { qualifier }: CodedDiagnosis): boolean {
  const own = VERSIONS.get(qualifier);
  return version !== undefined && own !== undefined && own !== version;
}

/** The days that decide on the version: when a stay ended, else when services began; without any, today. */
function daysOf({ information, lines, today }: ClaimAtHand): readonly string[] {
  const dates = objectIn(information.claimDateInformation);
  const stayed = dates.statementEndDate ?? dates.statementBeginDate;
  const given = stayed === undefined ? [dates.serviceDate, ...lines.map((line) => line.serviceDate)] : [stayed];
  const days = given.map((day) => periodOf(day)?.from).filter((day) => day !== undefined);
  return days.length === 0 ? [today] : days;
}
