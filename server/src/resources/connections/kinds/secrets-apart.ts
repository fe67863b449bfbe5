import type { JsonObject } from '../for-kinds.js';
import type { RequestedKind } from './kind.js';

/** Collects secrets by their names; `null` takes one away. */
export type TakenSecrets = Map<string, string | null>;

/** Takes a member out of what was given, and keeps it as a secret under a name. */
export function takeSecret(members: JsonObject, member: string, secret: string, taken: TakenSecrets): JsonObject {
  const { [member]: value, ...rest } = members;
  if (typeof value === 'string' || value === null) taken.set(secret, value);
  return rest;
}

/** Of kinds whose secrets are members of the outermost object, under their own names. */
export function outermostSecrets(names: readonly string[]): Pick<RequestedKind, 'secrets' | 'split' | 'join'> {
  return {
    secrets: names,
    split: (given) => {
      const secrets: TakenSecrets = new Map();
      const settings = names.reduce((rest, name) => takeSecret(rest, name, name, secrets), given);
      return { settings, secrets };
    },
    join: (settings, secrets) => ({ ...settings, ...Object.fromEntries(secrets) }),
  };
}
