import type { AccountLimits } from './limits.js';

// The JSON columns of `accounts` and `api_keys`. Only this folder writes them, after its checks, so what is read is of these types.

/** `accounts.limits`. */
export function limitsJson(limits: AccountLimits): string {
  return JSON.stringify(limits);
}

export function readLimits(json: string): AccountLimits {
  // Written by `limitsJson` alone.
  return JSON.parse(json) as AccountLimits;
}

/** `api_keys.scopes` and `api_keys.cidrs`: `null` stands for all, which an empty list is not. */
export function namesJson(names: readonly string[] | undefined): string | null {
  return names === undefined ? null : JSON.stringify(names);
}

export function readNames(json: string | null): readonly string[] | undefined {
  // Written by `namesJson` alone.
  return json === null ? undefined : (JSON.parse(json) as readonly string[]);
}
