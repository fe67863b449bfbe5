import type { JsonObject, JsonValue } from '../../model/json.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { ADJUSTMENTS, adjustedBy } from './adjustments.js';
import { centsOf } from './cents.js';
import type { ClaimAtHand, Trail } from './edit.js';
import { once } from './once.js';

/** Another payer of the claim (2320), and what it has decided. Amounts are in cents. */
export interface OtherPayer {
  /** Where it stands: its `otherSubscriberInformation`. */
  readonly at: Trail;
  readonly is: JsonObject;
  /** It pays after the payer that the claim goes to. */
  readonly isBehind: boolean;
  /** No other payer has its identifier: only then is it known whose the decisions of lines are. */
  readonly isAlone: boolean;
  readonly paid: bigint;
  /** All adjustments of the claim as a whole. */
  readonly adjusted: bigint;
  /** Its decisions of lines, in the order of the lines. */
  readonly decisions: readonly LineDecision[];
}

/** What a payer has decided of one line (2430). */
export interface LineDecision {
  /** Index of the line. */
  readonly line: number;
  readonly at: Trail;
  readonly is: JsonObject;
  readonly paid: bigint;
  readonly adjusted: bigint;
}

/** Names of what a claim with another payer has: rules of these are `onlyWith` them. */
export const OF_OTHER_PAYERS: readonly string[] = ['otherSubscriberInformation', 'lineAdjudicationInformation'];

interface Found {
  readonly payers: readonly OtherPayer[];
  /** Whosever they are. */
  readonly decisions: readonly LineDecision[];
}

/** The other payers of a claim in its order, and all decisions of its lines. */
export const otherPayersOf: (claim: ClaimAtHand) => Found = once(findPayers);

/** Whether the payer has decided: paid, reduced or refused. */
export function hasDecided({ is, decisions }: OtherPayer): boolean {
  return is.payerPaidAmount !== undefined || is.claimLevelAdjustments !== undefined || decisions.length > 0;
}

/** The identifier that decisions of lines name the payer by (SVD01). */
export function idOf(other: JsonObject): JsonValue | undefined {
  return objectIn(other.otherPayerName).otherPayerIdentifier;
}

function findPayers(claim: ClaimAtHand): Found {
  const decisions = [...decisionsOf(claim)];
  const byId = groupedBy(decisions, ({ is }) => is.otherPayerPrimaryIdentifier);
  const others = otherSubscribers(claim);
  const sameId = groupedBy(others, ([, other]) => idOf(other));
  const payers = others.map(([at, is]): OtherPayer => {
    const id = idOf(is);
    return {
      ...{ at, is, isBehind: isBehind(claim, is), isAlone: id === undefined || sameId.get(id)?.length === 1 },
      paid: centsOf(is.payerPaidAmount) ?? 0n,
      adjusted: adjustedBy(claim, is.claimLevelAdjustments),
      decisions: id === undefined ? [] : (byId.get(id) ?? []),
    };
  });
  return { payers, decisions };
}

function* decisionsOf(claim: ClaimAtHand): Generator<LineDecision> {
  const { ofLine } = ADJUSTMENTS[claim.type];
  for (const [line, { lineAdjudicationInformation: list }] of claim.lines.entries())
    for (const [entry, is] of objectsIn(list).entries()) {
      const at = ['claimInformation', 'serviceLines', line, 'lineAdjudicationInformation', entry];
      const paid = centsOf(is.serviceLinePaidAmount) ?? 0n;
      yield { line, at, is, paid, adjusted: adjustedBy(claim, is[ofLine]) };
    }
}

/** 2320, each with its place: a list, but for the only one of an institutional claim. */
function otherSubscribers({ information }: ClaimAtHand): readonly (readonly [Trail, JsonObject])[] {
  const others = information.otherSubscriberInformation;
  const at = ['claimInformation', 'otherSubscriberInformation'];
  if (Array.isArray(others)) return objectsIn(others).map((other, index) => [[...at, index], other]);
  return others === undefined ? [] : [[at, objectIn(others)]];
}

/** Primary, secondary, tertiary, then the fourth to the eleventh. Of U (unknown) nobody knows where it stands. */
const LEVELS = 'PSTABCDEFGH';

function isBehind({ request }: ClaimAtHand, other: JsonObject): boolean {
  const own = placeOf(objectIn(request.subscriber).paymentResponsibilityLevelCode);
  return own >= 0 && placeOf(other.paymentResponsibilityLevelCode) > own;
}

function placeOf(level: JsonValue | undefined): number {
  return typeof level === 'string' && level.length === 1 ? LEVELS.indexOf(level) : -1;
}

function groupedBy<Entry, Key>(entries: readonly Entry[], keyOf: (entry: Entry) => Key): ReadonlyMap<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}
