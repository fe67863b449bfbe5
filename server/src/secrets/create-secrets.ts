import type { Clock } from '../clock.js';
import { uuid } from '../ids.js';
import { grouped } from '../store/grouped.js';
import { listOf } from '../store/value-list.js';
import type { MasterKeys, SecretPlace, Secrets } from './secrets.js';

export interface SecretsOptions {
  readonly keys: MasterKeys;
  readonly clock: Clock;
}

/** Secrets in the table of that name. */
export function createSecrets({ keys, clock }: SecretsOptions): Secrets {
  return {
    keys,
    async put(queries, place, value) {
      const { keyId, ciphertext } = keys.seal(secretContext(queries.accountId, place), Buffer.from(value, 'utf8'));
      const sealed = { master_key_id: keyId, ciphertext, created_at: clock.now() };
      const { purpose, ownerId, name } = place;
      await queries
        .insert('secrets', { id: uuid(), purpose, owner_id: ownerId, name, ...sealed })
        .onConflict((there) => there.columns(['account_id', 'purpose', 'owner_id', 'name']).doUpdateSet(sealed))
        .execute();
    },
    async get(queries, place) {
      const row = await queries
        .from('secrets')
        .select(['master_key_id', 'ciphertext'])
        .where('purpose', '=', place.purpose)
        .where('owner_id', '=', place.ownerId)
        .where('name', '=', place.name)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const bytes = keys.open(row.master_key_id, secretContext(queries.accountId, place), row.ciphertext);
      return Buffer.from(bytes).toString('utf8');
    },
    async delete(queries, { purpose, ownerId, name }) {
      const owned = queries.delete('secrets').where('purpose', '=', purpose).where('owner_id', '=', ownerId);
      await (name === undefined ? owned : owned.where('name', '=', name)).execute();
    },
    async names(queries, { purpose, ownerId }) {
      const rows = await queries
        .from('secrets')
        .select('name')
        .where('purpose', '=', purpose)
        .where('owner_id', '=', ownerId)
        .orderBy('name')
        .execute();
      return rows.map((row) => row.name);
    },
    async values(queries, { purpose, ownerId }) {
      const rows = await queries
        .from('secrets')
        .select(['name', 'master_key_id', 'ciphertext'])
        .where('purpose', '=', purpose)
        .where('owner_id', '=', ownerId)
        .orderBy('name')
        .execute();
      const opened = rows.map(({ name, master_key_id, ciphertext }) => {
        const bytes = keys.open(
          master_key_id,
          secretContext(queries.accountId, { purpose, ownerId, name }),
          ciphertext,
        );
        return [name, Buffer.from(bytes).toString('utf8')] as const;
      });
      return new Map(opened);
    },
    async namesOf(queries, purpose, ownerIds) {
      if (ownerIds.length === 0) return new Map();
      const rows = await queries
        .from('secrets')
        .select(['owner_id', 'name'])
        .where('purpose', '=', purpose)
        .where('owner_id', 'in', listOf(queries.tx, ownerIds))
        .orderBy('name')
        .execute();
      const owned = grouped(rows, ({ owner_id }) => owner_id);
      return new Map([...owned].map(([ownerId, its]) => [ownerId, its.map(({ name }) => name)]));
    },
  };
}

/** What a secret's ciphertext belongs to: in another row it does not open. */
export function secretContext(accountId: string, { purpose, ownerId, name }: SecretPlace): string {
  return JSON.stringify(['secret', accountId, purpose, ownerId, name]);
}
