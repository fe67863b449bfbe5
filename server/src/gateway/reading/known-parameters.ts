import { nameAdvice, quotedName } from 'ediloom/words';
import { invalidRequest } from '../../schemas/check-shape.js';

/** Names in one message at most; an address may have thousands. */
const MAX_NAMED = 20;

/**
 * A filter whose name is misspelt would let a list answer everything, and whoever deletes, exports or sends again by that list would do so
 * with everything.
 * @throws Problem `invalid` for query parameters that the operation does not know.
 */
export function demandKnown(query: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  refuse(
    Object.keys(query).filter((name) => !known.includes(name)),
    known,
  );
}

/**
 * Where unknown ones are let be, those are refused that are known by another spelling: `validationMode` asks for something, and would be
 * passed over. @throws as {@link demandKnown}.
 */
export function demandSpelling(query: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  refuse(misspelt(query, known), known);
}

/** The same of the members of a body: `environment_variables` would be a function without any. @throws Problem `invalid`. */
export function demandMemberSpelling(body: object, known: readonly string[]): void {
  const unknown = misspelt(body, known);
  if (unknown.length === 0) return;
  throw invalidRequest(
    unknown.slice(0, MAX_NAMED).map((name) => ({
      message: `/${quotedName(name)} is not known here.${nameAdvice(name, known)}`,
      path: `/${quotedName(name)}`,
    })),
  );
}

function misspelt(given: object, known: readonly string[]): readonly string[] {
  const folded = new Set(known.map(fold));
  return Object.keys(given).filter((name) => !known.includes(name) && folded.has(fold(name)));
}

function fold(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

function refuse(unknown: readonly string[], known: readonly string[]): void {
  if (unknown.length === 0) return;
  throw invalidRequest(
    unknown.slice(0, MAX_NAMED).map((name) => ({
      message:
        known.length === 0
          ? `The query parameter ${quotedName(name)} is not known here: this operation has none. Remove it.`
          : `The query parameter ${quotedName(name)} is not known here.${nameAdvice(name, known)}`,
      path: `/${quotedName(name)}`,
      code: 'INVALID_PARAMETER',
    })),
  );
}
