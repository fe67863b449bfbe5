import { isObject } from '../../mapping/occurrences.js';
import type { JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { objectsIn } from '../moves/json-parts.js';
import { ADJUSTMENTS } from './adjustments.js';
import { ALL, type ClaimAtHand, type Edit, PRACTICE, type Trail } from './edit.js';
import { OF_OTHER_PAYERS, otherPayersOf } from './other-payers.js';

/** A list of which the claim takes so many. Names lead to it from `claimInformation`; `*` is each entry of a list. */
interface Limit {
  readonly types: readonly ClaimType[];
  readonly list: readonly string[];
  readonly most: number;
}

const LINE = ['serviceLines', '*'];

/** Inner lists are the twelve places of an HI. */
const CODE_LISTS = [
  ...['otherDiagnosisInformationList', 'otherProcedureInformationList', 'occurrenceSpanInformations'],
  ...['occurrenceInformationList', 'valueInformationList', 'conditionCodesList', 'treatmentCodeInformationList'],
];

const LINE_PROVIDERS = [
  ...['renderingProvider', 'purchasedServiceProvider', 'supervisingProvider', 'orderingProvider'],
  'referringProvider',
];

/**
 * Lists that the form leaves open, or that become longer when old properties are moved into them. What the normal form leaves out with a
 * warning is no error: notes of a bill beyond ten, numbers of a payer beyond three, and of the providers that another payer knows by a number
 * all but the first of each kind; those who refer may be two.
 */
const LIMITS: readonly Limit[] = [
  { types: ['institutional'], list: ['serviceLines'], most: 999 },
  { types: ['dental'], list: ['serviceLines'], most: 50 },
  { types: ['institutional'], list: ['otherSubscriberInformation'], most: 10 },
  { types: PRACTICE, list: ['otherSubscriberInformation', '*', 'otherPayerReferringProvider'], most: 2 },
  { types: ALL, list: [...LINE, 'lineAdjudicationInformation'], most: 15 },
  { types: PRACTICE, list: ['fileInformationList'], most: 10 },
  ...LINE_PROVIDERS.map(
    (name): Limit => ({ types: ['professional'], list: [...LINE, name, 'secondaryIdentifier'], most: 20 }),
  ),
  ...CODE_LISTS.map((name): Limit => ({ types: ['institutional'], list: [name, '*'], most: 12 })),
  { types: ['dental'], list: ['toothStatus'], most: 35 },
  { types: ['dental'], list: [...LINE, 'teethInformation'], most: 32 },
];

const COUNT = { id: 'V60', status: 'A7:21' } as const;

/** How often a claim can have the same thing. */
export const COUNT_EDITS: readonly Edit[] = [
  ...LIMITS.map(
    ({ types, list, most }): Edit => ({
      ...COUNT,
      types,
      onlyWith: list.filter((name) => name !== '*').slice(-1),
      text: `A claim has room for no more than ${most} of these.`,
      judge: ({ information }, tell) =>
        everyList(information, list, ['claimInformation'], (length, at) => {
          if (length > most) tell(at);
        }),
    }),
  ),
  {
    ...COUNT,
    types: ALL,
    onlyWith: OF_OTHER_PAYERS,
    text: 'Adjustments of one group stand together: this group is there before.',
    judge: (claim, tell) => {
      for (const [at, groups] of groupsOf(claim)) {
        const taken = new Set<JsonValue>();
        for (const [index, { adjustmentGroupCode: code }] of groups.entries()) {
          if (code === undefined) continue;
          if (taken.has(code)) tell([...at, index, 'adjustmentGroupCode']);
          taken.add(code);
        }
      }
    },
  },
];

function everyList(
  value: JsonValue | undefined,
  [name, ...rest]: readonly string[],
  at: Trail,
  hear: (length: number, at: Trail) => void,
): void {
  if (name === undefined) {
    if (Array.isArray(value)) hear(value.length, at);
  } else if (name !== '*') {
    if (isObject(value)) everyList(value[name], rest, [...at, name], hear);
  } else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) everyList(entry, rest, [...at, index], hear);
}

function* groupsOf(claim: ClaimAtHand): Generator<readonly [Trail, ReturnType<typeof objectsIn>]> {
  const { payers, decisions } = otherPayersOf(claim);
  const { ofLine } = ADJUSTMENTS[claim.type];
  for (const { at, is } of payers) yield [[...at, 'claimLevelAdjustments'], objectsIn(is.claimLevelAdjustments)];
  for (const { at, is } of decisions) yield [[...at, ofLine], objectsIn(is[ofLine])];
}
