import { X12Error } from '../../model/error.js';

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

/** The settings with their defaults. @throws X12Error `X12_OPTION_INVALID`. */
export function sessionLimits(settings: SessionSettings = {}): SessionLimits {
  return {
    max: whole('max', settings.max, { from: 1, to: 1000, byDefault: 4 }),
    idleMs: whole('idleMs', settings.idleMs, { from: 1, to: LONGEST, byDefault: 30_000 }),
    waitMs: whole('waitMs', settings.waitMs, { from: 1, to: LONGEST, byDefault: 600_000 }),
    maxWaiting: whole('maxWaiting', settings.maxWaiting, { from: 1, to: 1_000_000, byDefault: 10_000 }),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly byDefault: number;
}

function whole(name: keyof SessionSettings, value: number | undefined, { from, to, byDefault }: Range): number {
  if (value === undefined) return byDefault;
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  const text = `sessions.${name} of the transport is a whole number from ${from} to ${to}.`;
  throw new X12Error('X12_OPTION_INVALID', text, { details: { option: `sessions.${name}` } });
}
