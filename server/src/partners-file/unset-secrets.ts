import { isObject, type JsonObject } from '../json.js';
import type { RequestedKind } from '../resources/connections/kinds/kind.js';

/** A secret of a file whose variable is not set. */
export interface UnsetSecret {
  /** As its kind of connection names it: `password`, `localSigningPrivateKey`. */
  readonly secret: string;
  readonly variable: string;
}

/** Begins what stands for a secret while its kind is asked for the name; no variable and no file of text holds it. */
const MARK = '\u0000unset ';

/** Takes the secrets out whose variable is not set, and says which those are. */
export function withoutUnset<Members extends JsonObject>(
  kind: RequestedKind,
  members: Members,
): { readonly given: Members; readonly unset: readonly UnsetSecret[] } {
  const variables: string[] = [];
  const mark = (variable: string): string => `${MARK}${variables.push(variable) - 1}`;
  const marked = replaced(members, mark);
  // Which secret a member is, is the kind's to say: it finds the marks where it finds secrets.
  const { secrets } = kind.split(marked, {});
  const nameOf = new Map([...secrets].map(([name, value]) => [value, name]));
  const unset = variables.flatMap((variable, index) => {
    const secret = nameOf.get(`${MARK}${index}`);
    // What the kind does not keep is not missed: it stands beside `remove: true`.
    return secret === undefined ? [] : [{ secret, variable }];
  });
  // What is taken out are members that may be absent.
  return { given: replaced(members, () => undefined) as Members, unset };
}

/** The members with something else, or nothing, in place of secrets that are not set. */
function replaced(members: JsonObject, by: (variable: string) => string | undefined): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (!isObject(value)) return [[name, value] as const];
    if (typeof value.unset !== 'string') return [[name, replaced(value, by)] as const];
    const instead = by(value.unset);
    return instead === undefined ? [] : [[name, instead] as const];
  });
  return Object.fromEntries(entries);
}
