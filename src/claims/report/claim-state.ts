import type { AcknowledgmentState } from '../../acknowledgment/acknowledgment-state.js';
import { requireForm } from '../../model/check-options.js';
import type { ReportStatus } from './acknowledgment.js';

/**
 * States of a claim on its way to the payer's decision, each further than those before it: accepted for sending; handed over; the
 * 999 has taken its set; the payer or somebody before the payer has it; the payer works on it; it was refused.
 */
export const CLAIM_STATES = ['QUEUED', 'DELIVERED', 'RECEIVED', 'ACCEPTED', 'IN_ADJUDICATION', 'REJECTED'] as const;

export type ClaimState = (typeof CLAIM_STATES)[number];

/** What a category of STC01 means for the claim. */
export interface CategoryMeaning {
  readonly state: 'ACCEPTED' | 'IN_ADJUDICATION' | 'REJECTED';
  /** The payer made several claims of it. */
  readonly isSplit?: true;
}

const CATEGORIES: Readonly<Record<string, CategoryMeaning>> = {
  A0: { state: 'ACCEPTED' },
  A1: { state: 'ACCEPTED' },
  A2: { state: 'IN_ADJUDICATION' },
  A3: { state: 'REJECTED' },
  A4: { state: 'REJECTED' },
  A5: { state: 'ACCEPTED', isSplit: true },
  A6: { state: 'REJECTED' },
  A7: { state: 'REJECTED' },
  A8: { state: 'REJECTED' },
};

/** What a category means; `undefined` for those of other sets (D, E, F, P, R), which leave the state as it is. */
export function meaningOf(category: string): CategoryMeaning | undefined {
  return Object.hasOwn(CATEGORIES, category) ? CATEGORIES[category] : undefined;
}

/**
 * What the STCs of a claim say together: refused where one of them refuses, by its category or, of a category that accepts, by STC03 U;
 * else the furthest of them. Those of its lines do not count. `undefined`: nothing that changes the state.
 */
export function stateSaid(statuses: readonly ReportStatus[]): CategoryMeaning | undefined {
  requireForm('stateSaid', 'statuses', statuses, { each: 'object' });
  let furthest: CategoryMeaning | undefined;
  let isSplit = false;
  for (const { codes = [], action } of statuses) {
    for (const { category = '' } of codes) {
      const meaning = meaningOf(category);
      if (meaning === undefined) continue;
      const state = action === 'U' ? 'REJECTED' : meaning.state;
      isSplit ||= meaning.isSplit === true;
      if (furthest === undefined || rankOf(state) > rankOf(furthest.state)) furthest = { state };
    }
  }
  return furthest !== undefined && isSplit ? { ...furthest, isSplit } : furthest;
}

/** What a 999 or TA1 that speaks of its set says of a claim; `undefined`: nothing yet. */
export function stateOfSet(state: AcknowledgmentState): ClaimState | undefined {
  if (state === 'awaited') return undefined;
  return state === 'rejected' ? 'REJECTED' : 'RECEIVED';
}

/** Something that was said or done about a claim. */
export interface ClaimEvent {
  readonly state: ClaimState;
  /** When it was said, not when it came in; of texts in one form, such as ISO 8601, the later is the greater. */
  readonly at: string;
  /** What said it, such as the number of a report; the same event has the same. */
  readonly source: string;
  /** How often the claim had been sent by then, from 1. An answer to a claim that was sent again since no longer counts. Default 1. */
  readonly sending?: number | undefined;
}

export interface ClaimStanding {
  readonly state: ClaimState;
  /** The newest event that says so. */
  readonly by: ClaimEvent;
  /** Every event once, the oldest first. */
  readonly history: readonly ClaimEvent[];
}

/**
 * Where a claim stands by all that is known of it, in whatever order it came in and however often: at the furthest state of its last
 * sending. So a refusal after an acceptance counts, and an acceptance that comes late does not undo it; the history has both.
 */
export function standingOf(events: Iterable<ClaimEvent>): ClaimStanding | undefined {
  const known = new Map<string, ClaimEvent>();
  for (const event of events) known.set(keyOf(event), event);
  const history = [...known.values()].sort(inTime);
  const last = Math.max(...history.map(sendingOf));
  const of = history.filter((event) => sendingOf(event) === last);
  const furthest = Math.max(...of.map(({ state }) => rankOf(state)));
  const by = of.findLast(({ state }) => rankOf(state) === furthest);
  return by === undefined ? undefined : { state: by.state, by, history };
}

function rankOf(state: ClaimState): number {
  return CLAIM_STATES.indexOf(state);
}

function sendingOf({ sending = 1 }: ClaimEvent): number {
  return sending;
}

function keyOf(event: ClaimEvent): string {
  return JSON.stringify([sendingOf(event), event.at, event.state, event.source]);
}

// Of what was said at once, the nearer state first; then anything, as long as it is always the same.
function inTime(one: ClaimEvent, other: ClaimEvent): number {
  return compare(one.at, other.at) || rankOf(one.state) - rankOf(other.state) || compare(keyOf(one), keyOf(other));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
