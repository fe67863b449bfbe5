import type { ClaimState } from 'ediloom/claims';
import type { Claims } from '../../store/claim-tables.js';
import type { ClaimSettings } from '../payer-routes/claim-settings.js';
import { claimSettingsOf } from '../payer-routes/columns.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
/** The first of January 1970 was a Thursday; of days counted from 0 on, this many lie behind the Monday before it. */
const SINCE_MONDAY = 3;
const WORKING_DAYS = 5;

/** What was said of the last sending of a claim, at least its present state. */
export interface Said {
  readonly state: ClaimState;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * By when something more is to be heard of a claim, in milliseconds since 1970; `null`: nothing is waited for.
 * What this server answers by itself is in no history, so that its own 277CA never counts as the payer's.
 * @param state the claim's, by all that was said.
 * @param said of its last sending, in any order.
 */
export function deadlineOf(state: ClaimState, said: readonly Said[], claims: ClaimSettings = {}): number | null {
  return deadlinesOf(state, said, claims)[0] ?? null;
}

/** The same of each thing that is waited for, the nearest first: of a claim that was handed over, a 999 and a 277CA. */
export function deadlinesOf(state: ClaimState, said: readonly Said[], claims: ClaimSettings = {}): readonly number[] {
  const route = claimSettingsOf({ claims });
  const [queuedAt, sentAt] = [firstOf(said, 'QUEUED'), firstOf(said, 'DELIVERED') ?? firstOf(said, state)];
  if (state === 'QUEUED' && queuedAt !== undefined) {
    // As long as it waits for others nobody could have handed it over.
    return [queuedAt + route.waitSeconds * SECOND + route.deliveredWithinHours * HOUR];
  }
  if (sentAt === undefined || (state !== 'DELIVERED' && state !== 'RECEIVED')) return [];
  const { acknowledged, reported } = answersDue(sentAt, claims);
  // A payer that sends no 999 may have a long time for it, and owes its 277CA all the same.
  return state === 'RECEIVED' ? [reported] : [acknowledged, reported].sort((one, other) => one - other);
}

function answersDue(sentAt: number, claims: ClaimSettings) {
  const { acknowledgedWithinHours, reportedWithinDays } = claimSettingsOf({ claims });
  const reported = afterWorkingDays(sentAt, reportedWithinDays);
  return { acknowledged: sentAt + acknowledgedWithinHours * HOUR, reported };
}

/** Milliseconds for which answers may come late, behind the last deadline; and for which they are looked for over CAQH CORE, behind the handing over. */
export const LATE_ANSWERS_MS = 30 * DAY;

/** Until when a claim is kept at least that was handed over then, so that its answers find it. */
export function answersUntil(sentAt: number, claims: ClaimSettings = {}): number {
  const { acknowledged, reported } = answersDue(sentAt, claims);
  return Math.max(acknowledged, reported) + LATE_ANSWERS_MS;
}

/** The same of a claim that is taken in now; `null` of one that goes nowhere. */
export function firstDeadline(
  { route_id, created_at }: Pick<Claims, 'route_id' | 'created_at'>,
  claims: ClaimSettings | undefined,
): number | null {
  return route_id === null ? null : deadlineOf('QUEUED', [{ state: 'QUEUED', at: created_at }], claims);
}

function firstOf(said: readonly Said[], state: ClaimState): number | undefined {
  const times = said.filter((one) => one.state === state).map(({ at }) => at);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * The moment when so many working days have gone by since another: Monday to Friday in UTC, from midnight to midnight. On other days no time
 * goes by, so that what is sent on a Saturday is as if it were sent when Monday begins. Holidays are working days.
 */
export function afterWorkingDays(from: number, days: number): number {
  const [day, time] = isWorkingDay(from) ? [dayOf(from), from % DAY] : [nextMonday(dayOf(from)), 0];
  const passed = weekdayOf(day) + days;
  const weeks = Math.floor(passed / WORKING_DAYS);
  return (day - weekdayOf(day) + weeks * 7 + (passed % WORKING_DAYS)) * DAY + time;
}

function dayOf(at: number): number {
  return Math.floor(at / DAY);
}

/** 0 is Monday. */
function weekdayOf(day: number): number {
  return (day + SINCE_MONDAY) % 7;
}

function isWorkingDay(at: number): boolean {
  return weekdayOf(dayOf(at)) < WORKING_DAYS;
}

function nextMonday(day: number): number {
  return day + 7 - weekdayOf(day);
}
