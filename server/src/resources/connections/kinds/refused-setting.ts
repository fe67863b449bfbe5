import { invalid, type Problem } from '../for-kinds.js';

/**
 * A setting that breaks a rule which its schema cannot say.
 * @param path JSON pointer.
 * @param rule what holds of it, behind its name: `is a regular expression`.
 */
export function refusedSetting(path: string, rule: string): Problem {
  const message = `${path.slice(1)} ${rule}.`;
  return invalid(message, { errors: [{ path, message }] });
}
