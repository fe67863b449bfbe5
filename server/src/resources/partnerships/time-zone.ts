import { invalid } from '../../problems.js';

/** @throws Problem `invalid` for what is no name of a zone that this server has the rules of. */
export function demandTimeZone(timeZone: string): void {
  try {
    // Newer releases of Node take offsets too, older ones do not: names only.
    if (!/^[A-Za-z]/.test(timeZone)) throw new RangeError('an offset');
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    const message = 'This is not the name of a time zone. Write one such as America/New_York or UTC.';
    throw invalid(message, { errors: [{ path: '/timezone', message }], cause });
  }
}
