import { DAY_MS } from '../../store/purge.js';

/** For how long the log of an invocation is kept: the words of clients, and days. */
export const LOG_RETENTION = {
  one_day: 1,
  three_days: 3,
  five_days: 5,
  one_week: 7,
  two_weeks: 14,
  one_month: 30,
  two_months: 60,
  three_months: 90,
  four_months: 120,
  five_months: 150,
  six_months: 180,
  one_year: 365,
  thirteen_months: 400,
  eighteen_months: 545,
  two_years: 731,
  five_years: 1827,
  ten_years: 3653,
} as const;

export type LogRetention = keyof typeof LOG_RETENTION;

export const STANDARD_RETENTION: LogRetention = 'one_day';

/** When what is written now expires. @param retention as `functions.log_retention` has it; one that is not known any more is the standard. */
export function expiryOf(retention: string, now: number): number {
  const days = (LOG_RETENTION as Readonly<Record<string, number>>)[retention] ?? LOG_RETENTION[STANDARD_RETENTION];
  return now + days * DAY_MS;
}
