import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { notFound } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Providers } from '../../store/enrollment-tables.js';
import { LOCK } from '../../store/lock-row.js';
import { listOf } from '../../store/value-list.js';
import { hasEnrollments, renameInEnrollments } from '../enrollments/of-provider.js';
import { providerContent, sealedProvider, searchOf } from './columns.js';
import type { NewProvider, ProviderUpdate } from './schemas.js';

type Needs = Pick<Platform, 'clock' | 'sealedColumns'>;

/**
 * @param taxIndex what the tax id is found by.
 * @throws Problem `invalid` where there is a provider of this NPI and tax id: the published interface has no conflict here.
 */
export async function createProvider(
  { clock, sealedColumns }: Needs,
  queries: AccountQueries,
  { name, npi, taxId, taxIdType, contacts = [] }: NewProvider,
  taxIndex: string,
): Promise<Providers> {
  const now = clock.now();
  const id = uuid();
  const own = { accountId: queries.accountId, id };
  const content = sealedProvider(sealedColumns, own, { taxId: taxId.replace('-', ''), taxIdType, contacts });
  const made = await queries
    .insert('providers', {
      ...{ id, name, npi, tax_index: taxIndex, search: searchOf({ name, npi }), content },
      ...{ created_at: now, updated_at: now },
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made !== undefined) return made;
  const there = await byNumbers(queries, npi, taxIndex);
  const message = `A provider with this NPI and tax id exists: ${there?.id ?? 'it was made a moment ago'}. Use it, or update it.`;
  throw invalidRequest(['/npi', '/taxId'].map((path) => ({ path, message })));
}

/** @throws Problem `not-found`. */
export async function findProvider(queries: AccountQueries, id: string): Promise<Providers> {
  const row = await queries.from('providers').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('provider');
  return row;
}

/** By their ids. */
export async function providersWith(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Providers>> {
  const rows = await queries.from('providers').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads a provider and locks it, as {@link LOCK} says: before it gets an enrollment. @throws Problem `not-found`. */
export async function lockProvider(queries: AccountQueries, id: string): Promise<Providers> {
  const row = await queries.update('providers').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
  if (row === undefined) throw notFound('provider');
  return row;
}

/**
 * Replaces name and contacts; NPI and tax id say who it is, and stay. Its enrollments have the new name with the same commit.
 * @throws Problem `not-found`.
 */
export async function updateProvider(
  { clock, sealedColumns }: Needs,
  queries: AccountQueries,
  id: string,
  { name, contacts = [] }: ProviderUpdate,
): Promise<Providers> {
  const before = await lockProvider(queries, id);
  const { taxId, taxIdType } = providerContent(sealedColumns, before);
  const own = { accountId: queries.accountId, id };
  const search = searchOf({ name, npi: before.npi });
  if (name !== before.name) await renameInEnrollments(queries, { id, name, search });
  return queries
    .update('providers')
    .set({
      ...{ name, search, updated_at: clock.now() },
      content: sealedProvider(sealedColumns, own, { taxId, taxIdType, contacts }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deleted again it is no error. @throws Problem `invalid` while it has enrollments: the published interface has no conflict here. */
export async function deleteProvider(queries: AccountQueries, id: string): Promise<void> {
  const row = await queries.update('providers').set(LOCK).where('id', '=', id).returning('id').executeTakeFirst();
  if (row === undefined) return;
  if (await hasEnrollments(queries, id)) {
    const message =
      'The provider has enrollments. One that was ever submitted keeps its provider; drafts can be deleted first.';
    throw invalidRequest([{ path: '/providerId', message }]);
  }
  await queries.delete('providers').where('id', '=', id).execute();
}

function byNumbers(queries: AccountQueries, npi: string, taxIndex: string): Promise<Pick<Providers, 'id'> | undefined> {
  return queries
    .from('providers')
    .select('id')
    .where('npi', '=', npi)
    .where('tax_index', '=', taxIndex)
    .executeTakeFirst();
}
