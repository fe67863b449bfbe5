import { X12Error } from '../../model/error.js';
import type { AdmissionLimits } from './admission.js';

/** Limits of a server at which users log in; times are milliseconds. */
export interface ReceivingLimits extends AdmissionLimits {
  /** Sessions of a user at once, unless the user's `maxSessions` says otherwise. Default 10. */
  readonly maxSessionsPerUser: number;
  /** Failed logins on one connection, which is then ended. Default 6. */
  readonly maxLoginAttempts: number;
  /** From the connection to the end of the login. Default 30,000. */
  readonly loginTimeout: number;
  /** Without a request. Default 900,000. */
  readonly idleTimeout: number;
}

export const RECEIVING_LIMITS: ReceivingLimits = {
  maxConnections: 200,
  maxConnectionsPerAddress: 20,
  maxSessionsPerUser: 10,
  maxLoginAttempts: 6,
  loginTimeout: 30_000,
  idleTimeout: 15 * 60_000,
};

/** What a timer can wait for; Node takes a longer time for no time at all. */
const MAX_TIME = 2 ** 31 - 1;

/**
 * The limits given over the defaults.
 * @throws X12Error `X12_OPTION_INVALID` for a name that is none and for what is no whole number above 0: a limit that is misspelt
 * would otherwise limit nothing.
 */
export function limitsOf<Limits extends { readonly [Name in keyof Limits]: number }>(
  protocol: string,
  defaults: Limits,
  given: Partial<Limits> = {},
): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const refuse = (text: string): never => {
      throw new X12Error('X12_OPTION_INVALID', `The ${protocol} server: ${text}`, {
        details: { option: `limits.${name}` },
      });
    };
    if (!Object.hasOwn(defaults, name)) {
      refuse(`there is no limit of this name. Its limits are ${Object.keys(defaults).join(', ')}.`);
    }
    if (!Number.isInteger(value) || Number(value) < 1) refuse(`limits.${name} must be a whole number above 0.`);
    if (name.endsWith('Timeout') && Number(value) > MAX_TIME) refuse(`limits.${name} must be at most ${MAX_TIME}.`);
  }
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  // Its names are those of the defaults, as was just checked.
  return { ...defaults, ...(Object.fromEntries(known) as Partial<Limits>) };
}
