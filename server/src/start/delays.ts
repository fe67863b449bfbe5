import { ConfigError } from '../config.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** From each attempt at a webhook to the next. */
export const WEBHOOK_DELAYS: readonly number[] = [5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR, 48 * HOUR];
/** From each attempt at an invocation that nobody waits for to the next. */
export const FUNCTION_DELAYS: readonly number[] = [MINUTE, 2 * MINUTE];

const MOST = 20;
const LONGEST = 7 * 24 * HOUR;

/** Milliseconds of a setting, separated by commas. @throws ConfigError. */
export function delays(setting: string, text: string | undefined, usual: readonly number[]): readonly number[] {
  if (text === undefined) return usual;
  const entries = text.split(',').map((entry) => entry.trim());
  const values = entries.map((entry) => (/^\d{1,9}$/.test(entry) ? Number(entry) : Number.NaN));
  if (values.length <= MOST && values.every((value) => value >= 1 && value <= LONGEST)) return values;
  throw new ConfigError(
    `${setting} must be up to ${MOST} whole numbers from 1 to ${LONGEST}, separated by commas: 300000,1800000.`,
  );
}
