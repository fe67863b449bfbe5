/** Errors of one claim that are told, in its answer and in its 277CA: a request has room for tens of thousands, and nobody corrects those one by one. */
export const MOST_ERRORS = 1_000;

/** Those that are told, and how many more there are. */
export function toldErrors<One>(errors: readonly One[]): { readonly told: readonly One[]; readonly more: number } {
  return { told: errors.slice(0, MOST_ERRORS), more: Math.max(0, errors.length - MOST_ERRORS) };
}

/** Where `errors` has several: all of them, or the first. @param more how many are left out. */
export function whereErrorsAre(more: number): string {
  return more === 0 ? 'errors has them' : `errors has the first ${MOST_ERRORS}, and ${more} more are left out`;
}
