import { invalidRequest } from '../../schemas/check-shape.js';
import type { Secrets } from '../../secrets/secrets.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** What a variable is shown as: nobody reads it again. One that is given this keeps its value. */
export const HIDDEN = '********';
/** Bytes of names and values together, at most. */
const MOST_BYTES = 4096;
/** Each is a row: two thousand of two letters would keep others from writing for a third of a second. */
const MOST_VARIABLES = 256;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const PURPOSE = 'function';

export type Variables = Readonly<Record<string, string>>;

/** As requests have them: one without a value is not there. */
export type GivenVariables = Readonly<Record<string, string | null>>;

/** Judges variables with their values. @throws Problem `invalid`. */
export function demandVariables(variables: Variables): void {
  const entries = Object.entries(variables);
  for (const [name] of entries) demandName(name);
  demandRoom(entries);
}

/**
 * Puts these in place of all that a function has. One with the value {@link HIDDEN} stays as it is.
 * @throws Problem `invalid`, also for one that is to stay and is not there.
 */
export async function putVariables(
  { secrets }: { readonly secrets: Secrets },
  queries: AccountQueries,
  functionName: string,
  given: GivenVariables,
): Promise<void> {
  const variables = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  for (const [name] of variables) demandName(name);
  const owner = { purpose: PURPOSE, ownerId: functionName };
  const there = await secrets.values(queries, owner);
  // Those that stay count with what they are, not with what they are shown as.
  demandRoom(variables.map(([name, value]) => [name, value === HIDDEN ? kept(there, name) : value]));
  for (const [name, value] of variables) {
    if (value !== HIDDEN && value !== there.get(name)) await secrets.put(queries, { ...owner, name }, value);
  }
  const named = new Set(variables.map(([name]) => name));
  for (const name of there.keys()) if (!named.has(name)) await secrets.delete(queries, { ...owner, name });
}

function demandName(name: string): void {
  if (NAME.test(name)) return;
  const message = 'The name of a variable has 1 to 128 letters, digits and _, and does not begin with a digit.';
  throw refused(`/environmentVariables/${name}`, message);
}

function kept(there: ReadonlyMap<string, string>, name: string): string {
  const value = there.get(name);
  if (value !== undefined) return value;
  throw refused(`/environmentVariables/${name}`, `${HIDDEN} keeps a value that is there, and there is none.`);
}

function demandRoom(variables: readonly (readonly [name: string, value: string])[]): void {
  if (variables.length > MOST_VARIABLES) {
    throw refused('/environmentVariables', `A function has at most ${MOST_VARIABLES} variables.`);
  }
  const bytes = variables.reduce((sum, one) => sum + Buffer.byteLength(one.join('')), 0);
  if (bytes <= MOST_BYTES) return;
  const message = `The variables of a function have at most ${MOST_BYTES} bytes together, names and values.`;
  throw refused('/environmentVariables', message);
}

/** Names of the variables of these functions, by the names of the functions. */
export function variablesOf(
  { secrets }: { readonly secrets: Secrets },
  queries: AccountQueries,
  functionNames: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return secrets.namesOf(queries, PURPOSE, functionNames);
}

/** With their values: for who runs the function. */
export async function openVariables(
  { secrets }: { readonly secrets: Secrets },
  queries: AccountQueries,
  functionName: string,
): Promise<Variables> {
  return Object.fromEntries(await secrets.values(queries, { purpose: PURPOSE, ownerId: functionName }));
}

export function dropVariables(
  { secrets }: { readonly secrets: Secrets },
  queries: AccountQueries,
  functionName: string,
): Promise<void> {
  return secrets.delete(queries, { purpose: PURPOSE, ownerId: functionName });
}

function refused(path: string, message: string): Error {
  return invalidRequest([{ path, message }]);
}
