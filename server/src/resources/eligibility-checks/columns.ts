import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';

/** Written by `finishChecks`. */
export function errorCodesOf({ error_codes }: Pick<EligibilityChecks, 'error_codes'>): string[] {
  return JSON.parse(error_codes) as string[];
}
