import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../secrets/secrets.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Destinations } from '../../store/exchange-tables.js';

const PURPOSE = 'destination';

/** The secret that webhooks are signed with, and the one before while that counts. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous?: string | undefined;
}

type Names = 'signing' | 'previous';

const place = (id: string, name: Names) => ({ purpose: PURPOSE, ownerId: id, name }) as const;

/** Makes the first secret of a destination. @returns it. */
export async function makeSecret(secrets: Secrets, queries: AccountQueries, id: string): Promise<string> {
  const secret = newSecret();
  await secrets.put(queries, place(id, 'signing'), secret);
  return secret;
}

/** Puts another secret in the place of the one there is. @param keepPrevious whether that one still counts. @returns the new one. */
export async function exchangeSecret(
  secrets: Secrets,
  queries: AccountQueries,
  id: string,
  keepPrevious: boolean,
): Promise<string> {
  const { current } = await allSecretsOf(secrets, queries, id);
  if (keepPrevious) await secrets.put(queries, place(id, 'previous'), current);
  else await deletePreviousSecret(secrets, queries, id);
  return makeSecret(secrets, queries, id);
}

/** Those that count at an instant. @throws Error as `allSecretsOf`. */
export async function secretsOf(
  secrets: Secrets,
  queries: AccountQueries,
  row: Pick<Destinations, 'id' | 'previous_secret_until'>,
  at: number,
): Promise<SigningSecrets> {
  return countingAt(await allSecretsOf(secrets, queries, row.id), row, at);
}

/** Those that are there. @throws Error where the destination has none: it was made without one, which nothing does. */
export async function allSecretsOf(secrets: Secrets, queries: AccountQueries, id: string): Promise<SigningSecrets> {
  const [current, previous] = await Promise.all([
    secrets.get(queries, place(id, 'signing')),
    secrets.get(queries, place(id, 'previous')),
  ]);
  if (current === undefined) throw new Error(`Destination ${id} has no secret.`);
  return { current, previous };
}

/** Those of a destination's that count at an instant. */
export function countingAt(
  { current, previous }: SigningSecrets,
  { previous_secret_until: until }: Pick<Destinations, 'previous_secret_until'>,
  at: number,
): SigningSecrets {
  return until !== null && until > at ? { current, previous } : { current };
}

export function deleteSecrets(secrets: Secrets, queries: AccountQueries, id: string): Promise<void> {
  return secrets.delete(queries, { purpose: PURPOSE, ownerId: id });
}

/** Of the one that was exchanged. */
export function deletePreviousSecret(secrets: Secrets, queries: AccountQueries, id: string): Promise<void> {
  return secrets.delete(queries, place(id, 'previous'));
}

// Standard Webhooks: 24 to 64 bytes.
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
