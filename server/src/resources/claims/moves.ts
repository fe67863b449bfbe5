import { type ClaimState, standingOf } from 'ediloom/claims';
import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { ClaimHistory, Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';
import { settingsOfRoutes } from '../payer-routes/settings-of-routes.js';
import { deadlineOf } from './deadlines.js';
import { lockClaims } from './lock-claims.js';

/** Something that was done or said about a claim. */
export interface ClaimMove {
  readonly claimId: string;
  readonly state: ClaimState;
  /** Which sending it is about, from 1. */
  readonly sending: number;
  /** What said it; the same event has the same, so that it counts once however often it is told. */
  readonly source: string;
  /** JSON: why, in codes and words, without any value. */
  readonly reasons?: string | undefined;
  /** When it was said. */
  readonly at: number;
}

/** A claim whose state is another than before. */
export interface MovedClaim {
  /** As it is from now on. */
  readonly row: Claims;
  readonly before: ClaimState;
}

/**
 * Writes down what was said about claims of the account, and moves each to where all that was ever said of it leaves it; what is known
 * already changes nothing. What moves is overdue no longer, and has the deadline of its new state. Claims that are gone are passed over.
 * In the caller's transaction, which has the claims locked from then on.
 * @param moves few enough for one transaction: 500, say.
 */
export async function moveClaims(
  queries: AccountQueries,
  clock: Clock,
  moves: readonly ClaimMove[],
): Promise<readonly MovedClaim[]> {
  if (moves.length === 0) return [];
  const ids = [...new Set(moves.map(({ claimId }) => claimId))];
  const claims = await lockClaims(queries, ids);
  const known = grouped(await historiesOf(queries, ids), ({ claim_id }) => claim_id);
  const byClaim = grouped(moves, ({ claimId }) => claimId);
  const written: OwnRow<'claim_history'>[] = [];
  const moved: (MovedClaim & { readonly history: readonly Event[] })[] = [];
  for (const claim of claims) {
    const history: Event[] = [...(known.get(claim.id) ?? [])];
    for (const move of byClaim.get(claim.id) ?? []) {
      const event = eventOf(clock, move);
      if (history.some((one) => isSame(one, event))) continue;
      history.push(event);
      written.push(event);
    }
    const state = standingOf(history.map(asSaid))?.state ?? claim.state;
    if (state !== claim.state) moved.push({ row: { ...claim, state }, before: claim.state, history });
  }
  await insertRows(queries, 'claim_history', written);
  const now = clock.now();
  const settings = await settingsOfRoutes(queries.tx, [...new Set(moved.flatMap(({ row }) => row.route_id ?? []))]);
  const all = moved.map(({ row, before, history }): MovedClaim => {
    const { route_id } = row;
    const due = route_id === null ? null : deadlineOf(row.state, lastOf(history), settings.get(route_id));
    return { row: { ...row, due_at: due, overdue_since: null, updated_at: now }, before };
  });
  await setStates(queries, all, now);
  return all;
}

type Event = Omit<ClaimHistory, 'account_id'>;

/** All that was said of these claims. */
export function historiesOf(queries: AccountQueries, ids: readonly string[]): Promise<readonly ClaimHistory[]> {
  return queries.from('claim_history').selectAll().where('claim_id', 'in', listOf(queries.tx, ids)).execute();
}

function eventOf(clock: Clock, { claimId, state, sending, source, reasons, at }: ClaimMove): Event {
  return { id: ulid(clock), claim_id: claimId, state, sending, source, reasons: reasons ?? null, at };
}

function isSame(one: Event, other: Event): boolean {
  return one.state === other.state && one.source === other.source && Number(one.sending) === other.sending;
}

/** What is about the last sending. */
function lastOf(history: readonly Event[]) {
  const last = Math.max(...history.map(({ sending }) => Number(sending)));
  return history.filter(({ sending }) => Number(sending) === last).map(({ state, at }) => ({ state, at: Number(at) }));
}

/** As the engine has events; their times compare as texts. */
function asSaid({ state, source, sending, at }: Event) {
  return { state, source, sending: Number(sending), at: new Date(Number(at)).toISOString() };
}

/** Those of a file were handed over at one moment, and have one deadline. */
async function setStates(queries: AccountQueries, moved: readonly MovedClaim[], now: number): Promise<void> {
  for (const [, claims] of grouped(moved, ({ row }) => `${row.state} ${row.due_at}`)) {
    const ids = claims.map(({ row }) => row.id);
    const [first] = claims;
    if (first === undefined) continue;
    const { state, due_at } = first.row;
    await queries
      .update('claims')
      .set({ state, due_at, overdue_since: null, updated_at: now })
      .where('id', 'in', listOf(queries.tx, ids))
      .execute();
  }
}
