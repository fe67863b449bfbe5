import { type Clock, isoTime } from '../clock.js';
import { UsageError } from './command.js';

const DAY_MS = 86_400_000;

/** Words between commas. */
export function listIn(text: unknown): readonly string[] | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  return text.split(',').map((word) => word.trim());
}

/** Of the option `--mode`, and of the input that it becomes. @throws UsageError. */
export function modeIn(text: unknown): 'test' | 'live' {
  if (text === 'test' || text === 'live') return text;
  throw new UsageError(text === undefined ? '--mode is missing: test or live.' : '--mode is test or live.');
}

/** Of the option `--days`. @throws UsageError. */
export function daysIn(text: unknown): number | undefined {
  return text === undefined ? undefined : countIn(text, '--days', { least: 1, most: 36_500 });
}

/** The instant so many days from now, ISO 8601. */
export function endOf(days: unknown, clock: Clock): string | undefined {
  return days === undefined ? undefined : isoTime(clock.now() + Number(days) * DAY_MS);
}

/** @throws UsageError. */
export function countIn(
  text: unknown,
  option: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const count = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (count >= least && count <= most) return count;
  throw new UsageError(`${option} is a whole number from ${least} to ${most}.`);
}
