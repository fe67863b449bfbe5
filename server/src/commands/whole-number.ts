import { LAST_NUMBER } from '../resources/control-numbers/last-number.js';
import { UsageError } from './command.js';

/** By how many control numbers are raised: `+500` or `500`. @throws UsageError. */
export function wholeNumber(text: unknown, form: string): number {
  const by = typeof text === 'string' && /^\+?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (by >= 1 && by < LAST_NUMBER) return by;
  throw new UsageError(`${form}: a whole number from 1 to ${LAST_NUMBER - 1}.`);
}
