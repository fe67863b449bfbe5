import type { ClaimState } from 'ediloom/claims';
import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { ClaimHistory, Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';
import { settingsOfRoutes } from '../payer-routes/settings-of-routes.js';
import { deadlineOf } from './deadlines.js';
import { expiryOf, keepClaimsForAnswers } from './keep-for-answers.js';
import { lockClaims } from './lock-claims.js';
import { reasonsOf } from './reasons.js';
import { type ClaimEventRow, calledBack, lastStanding, type Standing } from './standing.js';
import { lockUnbegun } from './unbegun-files.js';

/** Statements of one answer that say the same state of a claim for other reasons: those of its TA1s, of its 999s and of its 277CAs. */
const MOST_TOLD = 20;

/** Something that was done or said about a claim. */
export interface ClaimMove {
  readonly claimId: string;
  readonly state: ClaimState;
  /** Which sending it is about, from 1. */
  readonly sending: number;
  /** What said it; the same event has the same, and the same reasons, so that it counts once however often it is told. */
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
 * already changes nothing. What moves is overdue no longer, and has the deadline of its new state. One that is to be sent again, and that its payer is
 * heard to have by an earlier sending, waits no more, and is of no file that nobody has begun to hand over. Claims that are gone are passed over.
 * In the caller's transaction, which has the claims, and then such files, locked from then on.
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
  const told = claims.map((claim): Told => {
    const history: ClaimEventRow[] = [...(known.get(claim.id) ?? [])];
    for (const move of byClaim.get(claim.id) ?? []) {
      const event = eventOf(clock, move, history);
      if (isKnown(history, event)) continue;
      history.push(event);
      written.push(event);
    }
    return { claim, last: lastStanding(history), back: calledBack(claim, history) };
  });
  await insertRows(queries, 'claim_history', written);
  const now = clock.now();
  const moved = await standings(queries, told);
  const settings = await settingsOfRoutes(queries.tx, [...new Set(moved.flatMap(({ row }) => row.route_id ?? []))]);
  const all = moved.map(({ row, before, said }): MovedClaim => {
    const route = settings.get(row.route_id ?? '');
    const due = row.route_id === null ? null : deadlineOf(row.state, said.map(atMoment), route);
    const expires_at = before === 'QUEUED' ? expiryOf(row, route, now) : row.expires_at;
    return { row: { ...row, ...overdueBy(row, before, due), expires_at, updated_at: now }, before };
  });
  await setStates(queries, all, now);
  await keepClaimsForAnswers(
    queries,
    all.flatMap(({ row }, at) => (row.expires_at === moved[at]?.row.expires_at ? [] : row)),
  );
  return all;
}

/** A claim with where all that was said leaves it: by its last sending, and where that has not left, by an earlier one. */
interface Told {
  readonly claim: Claims;
  readonly last: Standing | undefined;
  readonly back: Standing | undefined;
}

/** Those that stand elsewhere than before, each with what says so. */
async function standings(
  queries: AccountQueries,
  told: readonly Told[],
): Promise<readonly (MovedClaim & Pick<Standing, 'said'>)[]> {
  const files = told.flatMap(({ claim, back }) => (back === undefined ? [] : (claim.file_id ?? [])));
  const unbegun = await lockUnbegun(queries, files);
  return told.flatMap(({ claim, last, back }) => {
    const isBack = back !== undefined && (claim.file_id === null || unbegun.has(claim.file_id));
    const standing = isBack ? back : last;
    if (standing === undefined || standing.state === claim.state) return [];
    const row = { ...claim, state: standing.state, file_id: isBack ? null : claim.file_id };
    return [{ row, before: claim.state, said: standing.said }];
  });
}

/** A 999 that comes late does not take back that the 277CA is missing, which was told before. @param row as it was, in its new state. */
function overdueBy({ state, due_at, overdue_since }: Claims, before: Claims['state'], due: number | null) {
  const isTold =
    before === 'DELIVERED' &&
    state === 'RECEIVED' &&
    overdue_since !== null &&
    (due_at === null || (due !== null && due <= Number(overdue_since)));
  return isTold ? { due_at: null, overdue_since } : { due_at: due, overdue_since: null };
}

/** All that was said of these claims. */
export function historiesOf(queries: AccountQueries, ids: readonly string[]): Promise<readonly ClaimHistory[]> {
  return queries.from('claim_history').selectAll().where('claim_id', 'in', listOf(queries.tx, ids)).execute();
}

function eventOf(clock: Clock, move: ClaimMove, history: readonly ClaimEventRow[]): ClaimEventRow {
  const { claimId, state, sending, source, reasons } = move;
  const at = momentIn(history, move);
  return { id: ulid(clock), claim_id: claimId, state, sending, source, reasons: reasons ?? null, at };
}

/**
 * When it was said, but no answer before the handing over that it answers: payers write the minute alone, or have another clock, and an answer may be
 * read before the handing over is noted.
 */
function momentIn(history: readonly ClaimEventRow[], { state, sending, at }: ClaimMove): number {
  const own = history.filter((one) => Number(one.sending) === sending);
  const times = (events: readonly ClaimEventRow[]) => events.map((one) => Number(one.at));
  if (state === 'DELIVERED') return Math.min(at, ...times(own.filter(isAnswer)));
  if (!isAnswer({ state })) return at;
  return Math.max(at, ...times(own.filter((one) => one.state === 'DELIVERED')));
}

function isAnswer({ state }: Pick<ClaimEventRow, 'state'>): boolean {
  return state !== 'QUEUED' && state !== 'DELIVERED';
}

/**
 * Whether it was told before. An answer may refuse a claim by its 999 and by its 277CA, or twice by the one or the other: each reason counts, as the
 * one is about the set and the other about the claim. One that goes on without end is kept as far as {@link MOST_TOLD}.
 */
function isKnown(history: readonly ClaimEventRow[], event: ClaimEventRow): boolean {
  const alike = history.filter((one) => isAlike(one, event));
  if (alike.some((one) => one.reasons === event.reasons)) return true;
  return alike.filter((one) => saidBy(one) === saidBy(event)).length >= MOST_TOLD;
}

function isAlike(one: ClaimEventRow, other: ClaimEventRow): boolean {
  return one.state === other.state && one.source === other.source && Number(one.sending) === other.sending;
}

function saidBy(event: ClaimEventRow): string | undefined {
  return reasonsOf(event)?.said;
}

function atMoment({ state, at }: ClaimEventRow) {
  return { state, at: Number(at) };
}

/** Those of a file were handed over at one moment, and have one deadline. */
async function setStates(queries: AccountQueries, moved: readonly MovedClaim[], now: number): Promise<void> {
  for (const [, claims] of grouped(
    moved,
    ({ row }) => `${row.state} ${row.due_at} ${row.overdue_since} ${row.file_id}`,
  )) {
    const ids = claims.map(({ row }) => row.id);
    const [first] = claims;
    if (first === undefined) continue;
    const { state, due_at, overdue_since, file_id } = first.row;
    await queries
      .update('claims')
      .set({ state, due_at, file_id, overdue_since, updated_at: now })
      .where('id', 'in', listOf(queries.tx, ids))
      .execute();
  }
}
