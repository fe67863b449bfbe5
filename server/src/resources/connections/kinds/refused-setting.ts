import { invalid, type Problem } from '../for-kinds.js';

/**
 * A setting that breaks a rule which its schema cannot say.
 * @param path JSON pointer.
 * @param rule what it must be, behind its name: `must be a regular expression`.
 */
export function refusedSetting(path: string, rule: string): Problem {
  const message = `${path.slice(1)} ${rule}.`;
  return invalid(message, { errors: [{ path, message }] });
}
