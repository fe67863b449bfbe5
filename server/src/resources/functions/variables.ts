import { invalidRequest } from '../../schemas/check-shape.js';
import type { Secrets } from '../../secrets/secrets.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** What a variable is shown as: nobody reads it again. One that is given this keeps its value. */
export const HIDDEN = '********';
/** Bytes of names and values together, at most. */
const MOST_BYTES = 4096;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const PURPOSE = 'function';

export type Variables = Readonly<Record<string, string>>;

/** @throws Problem `invalid`. */
function demandVariables(variables: Variables): void {
  let bytes = 0;
  for (const [name, value] of Object.entries(variables)) {
    const path = `/environmentVariables/${name}`;
    if (!NAME.test(name)) {
      throw refused(
        path,
        'The name of a variable has 1 to 128 letters, digits and _, and does not begin with a digit.',
      );
    }
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
  }
  if (bytes > MOST_BYTES) {
    throw refused('/environmentVariables', `The variables of a function have at most ${MOST_BYTES} bytes together.`);
  }
}

/**
 * Puts these in place of all that a function has. One with the value {@link HIDDEN} stays as it is.
 * @throws Problem `invalid`, also for one that is to stay and is not there.
 */
export async function putVariables(
  { secrets }: { readonly secrets: Secrets },
  queries: AccountQueries,
  functionName: string,
  variables: Variables,
): Promise<void> {
  demandVariables(variables);
  const owner = { purpose: PURPOSE, ownerId: functionName };
  const there = new Set(await secrets.names(queries, owner));
  for (const [name, value] of Object.entries(variables)) {
    if (value !== HIDDEN) await secrets.put(queries, { ...owner, name }, value);
    else if (!there.has(name)) {
      throw refused(`/environmentVariables/${name}`, `${HIDDEN} keeps a value that is there, and there is none.`);
    }
  }
  for (const name of there) if (!Object.hasOwn(variables, name)) await secrets.delete(queries, { ...owner, name });
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
  const owner = { purpose: PURPOSE, ownerId: functionName };
  const names = await secrets.names(queries, owner);
  const entries = names.map(async (name) => [name, (await secrets.get(queries, { ...owner, name })) ?? ''] as const);
  return Object.fromEntries(await Promise.all(entries));
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
