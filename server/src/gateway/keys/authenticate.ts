import type { KnownKey } from '../../accounts/find-key.js';
import { hashOfKey } from '../../accounts/key-hash.js';
import { denied } from '../../problems.js';
import { isSame } from '../../secrets/is-same.js';
import { ApiError } from '../api-error.js';
import { type AnyRoute, scopeOf } from '../route.js';
import type { GuessLimit } from './guess-limit.js';
import type { KnownKeys } from './known-keys.js';

/** What API keys are checked with. */
export interface KeyCheck {
  readonly keys: KnownKeys;
  readonly guesses: GuessLimit;
}

/** What the admin token is checked with. */
export interface AdminCheck {
  readonly adminToken: string;
  readonly guesses: GuessLimit;
}

/**
 * Who asks.
 * @throws Problem `denied` for no key, a wrong one, or an address it may not come from.
 * @throws ApiError 429 for an address that has tried too many.
 */
export async function authenticate(
  { keys, guesses }: KeyCheck,
  header: string | undefined,
  address: string,
): Promise<KnownKey> {
  const key = keyOf(header);
  if (key === undefined) {
    throw denied(
      'The request has no API key. Send it in the Authorization header, alone or behind the word Bearer or Key.',
    );
  }
  // Looked up before patience is asked for: a good key is let in, whoever guesses behind the same address.
  const known = await keys.find(hashOfKey(key));
  if (known === undefined) {
    demandPatience(guesses.waitOf(address));
    guesses.wrong(address);
    throw denied('The API key is not valid. Check it, or create a new one.');
  }
  return letIn(keys, known, address);
}

/**
 * The key that a certificate stands for, which its client has shown.
 * @returns `undefined` for one that nobody knows: there may be a key beside it.
 * @throws Problem `denied` for an address that its key may not come from.
 */
export async function authenticateCertificate(
  { keys }: KeyCheck,
  fingerprint: string,
  address: string,
): Promise<KnownKey | undefined> {
  const known = await keys.findCertified(fingerprint);
  return known === undefined ? undefined : letIn(keys, known, address);
}

function letIn(keys: KnownKeys, known: KnownKey, address: string): KnownKey {
  if (!known.allows(address)) {
    throw denied('The API key may not be used from this address. Use it from the networks that it was created for.');
  }
  keys.used(known);
  return known;
}

/** @throws Problem `denied` where the key may not call the route. */
export function demandPermission(route: AnyRoute, { caller, scopes }: KnownKey): void {
  if (route.keys === 'live' && caller.mode === 'test') {
    throw denied('This operation takes live keys only. Send a live key.', 'LIVE_KEY_REQUIRED');
  }
  const scope = scopeOf(route);
  if (scopes !== undefined && !scopes.includes(scope)) {
    throw denied(`The API key lacks the scope ${scope}. Use a key that has it.`, 'SCOPE_REQUIRED');
  }
}

/** The operator's token. @throws Problem `denied`; ApiError 429, as `authenticate`. */
export function demandAdmin({ adminToken, guesses }: AdminCheck, header: string | undefined, address: string): void {
  const token = keyOf(header) ?? '';
  if (isSame(token, adminToken)) return;
  demandPatience(guesses.waitOf(address));
  guesses.wrong(address);
  throw denied('This address takes the admin token only. Send it in the Authorization header.');
}

/** The key of a request: the header's value is the key itself, or follows the word `Key` or `Bearer`. */
function keyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = header.trim().replace(/^(?:key|bearer)(?: +|$)/i, '');
  return key === '' ? undefined : key;
}

function demandPatience(seconds: number): void {
  if (seconds === 0) return;
  throw new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    'Too many wrong keys came from this address. Wait, then send the right one.',
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
}
