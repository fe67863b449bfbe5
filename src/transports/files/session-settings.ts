import { requireForm } from '../../model/check-options.js';
import type { OptionRules } from '../../model/option-rules.js';

/** How many sessions a transport has with its partner's server, and how long it keeps them. */
export interface SessionSettings {
  /** At once, of deliveries, rounds of receiving and checks together. Default 4. */
  readonly max?: number | undefined;
  /** Milliseconds after which one that nobody uses is ended. Default 30,000. */
  readonly idleMs?: number | undefined;
  /** Milliseconds that a call waits in line for one, logging in included. Default 600,000. */
  readonly waitMs?: number | undefined;
  /** Calls in line; further ones are refused. Default 10,000. */
  readonly maxWaiting?: number | undefined;
}

export type SessionLimits = { readonly [Name in keyof SessionSettings]-?: number };

const LONGEST = 2 ** 31 - 1;

export const SESSION_RULES: OptionRules<SessionSettings> = {
  max: { least: 1, most: 1000, whole: true },
  idleMs: { least: 1, most: LONGEST, whole: true },
  waitMs: { least: 1, most: LONGEST, whole: true },
  maxWaiting: { least: 1, most: 1_000_000, whole: true },
};

/** The settings with their defaults. @throws X12Error `X12_OPTION_INVALID`. */
export function sessionLimits(settings: SessionSettings = {}): SessionLimits {
  requireForm('the transport', 'sessions', settings, { members: SESSION_RULES });
  const { max = 4, idleMs = 30_000, waitMs = 600_000, maxWaiting = 10_000 } = settings;
  return { max, idleMs, waitMs, maxWaiting };
}
