import type { JsonValue } from '../../model/json.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit, type Trail } from './edit.js';
import { everywhere } from './everywhere.js';
import { idOf, otherPayersOf } from './other-payers.js';

const LEVEL = 'paymentResponsibilityLevelCode';
const DECISIONS = 'lineAdjudicationInformation';
/** What names a payer at a line beside its decisions; institutional claims have it in a list of references (2U). */
const NAMED = ['otherPayerPrimaryIdentifier', 'otherIdentifier', 'referenceIdentification'];
const NAMES = everywhere(...NAMED);

/** Who pays, in which order, and that each payer named is one of the claim. */
export const PAYER_EDITS: readonly Edit[] = [
  {
    id: 'V35',
    types: ALL,
    status: 'A8:171',
    text: 'One payer pays first (P), and no two have the same level, but for U. Correct the levels of the payers.',
    judge: (claim, tell) => {
      const taken = new Set<JsonValue>();
      for (const [at, level] of levelsOf(claim)) {
        if (level !== 'U' && taken.has(level)) tell(at);
        taken.add(level);
      }
      if (!taken.has('P')) tell(['subscriber', LEVEL]);
    },
  },
  {
    id: 'V72',
    types: ALL,
    status: 'A7:286',
    onlyWith: [DECISIONS, ...NAMED],
    text: 'A payer is named by the identifier that it has in otherSubscriberInformation: none there has this one.',
    judge: (claim, tell) => {
      const ids = new Set(otherPayersOf(claim).payers.map(({ is }) => idOf(is)));
      for (const [at, id] of payersNamed(claim)) if (!ids.has(id)) tell(at);
    },
  },
  payToPlan(['professional', 'dental'], 'payToPlan'),
  payToPlan(['institutional'], 'billingPayToPlanName'),
];

/** A plan is paid back what it has paid for another: the claim says how much. */
function payToPlan(types: Edit['types'], plan: string): Edit {
  return {
    id: 'V72',
    types,
    status: 'A7:286',
    onlyWith: [plan],
    text: 'A plan that is to be paid has paid before: give the payerPaidAmount in otherSubscriberInformation.',
    judge: (claim, tell) => {
      const { payers } = otherPayersOf(claim);
      if (claim.request[plan] === undefined || payers.some(({ is }) => is.payerPaidAmount !== undefined)) return;
      const [first] = payers;
      tell(first === undefined ? [plan] : [...first.at, 'payerPaidAmount']);
    },
  };
}

function levelsOf(claim: ClaimAtHand): readonly (readonly [Trail, JsonValue])[] {
  const { payers } = otherPayersOf(claim);
  const all = [{ at: ['subscriber'], is: objectIn(claim.request.subscriber) }, ...payers];
  return all.flatMap(({ at, is }) => {
    const level = is[LEVEL];
    return level === undefined ? [] : [[[...at, LEVEL], level] as const];
  });
}

/** Every payer that a line names, with its place. */
function payersNamed(claim: ClaimAtHand): readonly (readonly [Trail, JsonValue])[] {
  const named: (readonly [Trail, JsonValue])[] = [];
  for (const { at, is } of otherPayersOf(claim).decisions)
    named.push([[...at, 'otherPayerPrimaryIdentifier'], is.otherPayerPrimaryIdentifier ?? '']);
  const hear = (value: JsonValue, at: Trail): void => {
    if (!Array.isArray(value)) named.push([at, value]);
    for (const [index, { qualifier, identifier }] of objectsIn(value).entries())
      if (qualifier === '2U' && identifier !== undefined) named.push([[...at, index, 'identifier'], identifier]);
  };
  for (const { value, at } of NAMES(claim)) if (at[1] === 'serviceLines' && at[3] !== DECISIONS) hear(value, at);
  return named;
}
