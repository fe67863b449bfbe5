import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../store/account-queries.js';
import { insertRows } from '../store/insert-rows.js';
import type { Transaction } from '../store/store.js';
import type { Artifacts } from '../store/tables.js';
import { listOf } from '../store/value-list.js';
import type { PreparedArtifact } from './artifacts.js';

/** An artifact without its bytes. */
export type ArtifactRow = Pick<Artifacts, (typeof COLUMNS)[number]>;

const COLUMNS = ['id', 'model', 'owner_id', 'usage', 'type', 'size'] as const;
/** What belongs to files of the exchange. A file of claims that goes out as one has documents of its own under the same id. */
const EXCHANGED = ['execution', 'transaction', 'fragment', 'fault'] as const;
/** Word by word the condition of their index. */
const isFragment = sql<SqlBool>`model = 'fragment'`;

/** Inserts rows whose bytes are safe, in the transaction that refers to them. */
export function insertArtifacts(queries: AccountQueries, rows: readonly PreparedArtifact[]): Promise<void> {
  return insertRows(queries, 'artifacts', rows);
}

/** Has the tables of a batch removed by the next purge: another one comes in their place. */
export async function expireBatchTables(queries: AccountQueries, batchId: string, now: number): Promise<void> {
  await queries
    .update('artifacts')
    .set({ expires_at: now })
    .where('owner_id', '=', batchId)
    .where('model', '=', 'batch-table')
    .execute();
}

/** Keeps all artifacts of an owner until another time. @param expiresAt `null`: for ever. */
export async function keepArtifactsUntil(
  queries: AccountQueries,
  ownerId: string,
  expiresAt: number | null,
): Promise<void> {
  await queries.update('artifacts').set({ expires_at: expiresAt }).where('owner_id', '=', ownerId).execute();
}

/** Keeps documents of claims, or of files of claims, that go by and by until another time at least. */
export async function keepArtifactsAtLeast(
  queries: AccountQueries,
  owners: readonly string[],
  until: number,
): Promise<void> {
  await queries
    .update('artifacts')
    .set({ expires_at: until })
    .where('owner_id', 'in', listOf(queries.tx, owners))
    .where('model', '=', 'claim')
    .where('expires_at', '<', until)
    .execute();
}

/** The artifacts of all these owners, oldest first, but the fragments of transactions: one may have ten thousand. */
export function artifactsOf(queries: AccountQueries, owners: readonly string[]): Promise<readonly ArtifactRow[]> {
  return ofOwners(queries, owners)
    .where('model', 'in', ['execution', 'transaction', 'fault'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The fragments of these transactions, those of each in their order. */
export function fragmentsOfAll(queries: AccountQueries, owners: readonly string[]): Promise<readonly ArtifactRow[]> {
  return ofOwners(queries, owners).where(isFragment).orderBy('created_at').orderBy('id').execute();
}

/** All documents of a check, oldest first, with their bytes or where these are. */
export function artifactsOfCheck(queries: AccountQueries, checkId: string): Promise<readonly Artifacts[]> {
  return queries
    .from('artifacts')
    .selectAll()
    .where('owner_id', '=', checkId)
    .where('model', '=', 'eligibility-check')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** All documents of a claim, oldest first, with their bytes or where these are. */
export function artifactsOfClaim(queries: AccountQueries, claimId: string): Promise<readonly Artifacts[]> {
  return queries
    .from('artifacts')
    .selectAll()
    .where('owner_id', '=', claimId)
    .where('model', '=', 'claim')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The 837 of each of these claims and its size, by the claim. */
export async function outputsOfClaims(
  queries: AccountQueries,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Artifacts, 'id' | 'size'>>> {
  if (claimIds.length === 0) return new Map();
  const rows = await queries
    .from('artifacts')
    .select(['owner_id', 'id', 'size'])
    .where('owner_id', 'in', listOf(queries.tx, claimIds))
    .where('model', '=', 'claim')
    .where('usage', '=', 'output')
    .execute();
  return new Map(rows.map(({ owner_id, ...row }) => [owner_id, row]));
}

/** One document of each of these checks, with the bytes or where these are. */
export function documentsOfChecks(
  queries: AccountQueries,
  checkIds: readonly string[],
  usage: 'question' | 'response',
): Promise<readonly Artifacts[]> {
  return queries
    .from('artifacts')
    .selectAll()
    .where('owner_id', 'in', listOf(queries.tx, checkIds))
    .where('model', '=', 'eligibility-check')
    .where('usage', '=', usage)
    .execute();
}

/** Fragments of one transaction in their order. @param from 0-based. */
export function someFragmentsOf(
  queries: AccountQueries,
  owner: string,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<readonly ArtifactRow[]> {
  return queries
    .from('artifacts')
    .select(COLUMNS)
    .where('owner_id', '=', owner)
    .where(isFragment)
    .orderBy('created_at')
    .orderBy('id')
    .offset(from)
    .limit(most)
    .execute();
}

/** The same in no order, for deliveries: those of many files at once, which nobody is shown as a list. */
export function unorderedArtifactsOf(
  queries: AccountQueries,
  owners: readonly string[],
): Promise<readonly ArtifactRow[]> {
  return ofOwners(queries, owners).where('model', 'in', EXCHANGED).execute();
}

function ofOwners(queries: AccountQueries, owners: readonly string[]) {
  return queries.from('artifacts').select(COLUMNS).where('owner_id', 'in', listOf(queries.tx, owners));
}

/** The row with its bytes or where they are; `ArtifactStore.read` gives them. */
export function findArtifact(queries: AccountQueries, id: string): Promise<Artifacts | undefined> {
  return queries.from('artifacts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those of these ids that are there, as {@link findArtifact} gives them. */
export async function artifactsWithIds(queries: AccountQueries, ids: readonly string[]): Promise<readonly Artifacts[]> {
  if (ids.length === 0) return [];
  return queries.from('artifacts').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
}

/** All artifacts of one file of the exchange, as {@link findArtifact} gives them. */
export function wholeArtifactsOf(queries: AccountQueries, executionId: string): Promise<readonly Artifacts[]> {
  return queries
    .from('artifacts')
    .selectAll()
    .where('owner_id', '=', executionId)
    .where('model', 'in', EXCHANGED)
    .execute();
}

/** The files that these executions deliver, as {@link findArtifact} gives them. */
export function executionOutputs(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<readonly Artifacts[]> {
  return queries
    .from('artifacts')
    .selectAll()
    .where('owner_id', 'in', listOf(queries.tx, executionIds))
    .where('model', '=', 'execution')
    .where('usage', '=', 'output')
    .execute();
}

/** SHA-256, as hexadecimal digits, of the files that came in as these executions, by their ids, where they are still kept. */
export async function executionInputHashes(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries
    .from('artifacts')
    .select(['owner_id', 'sha256'])
    .where('owner_id', 'in', listOf(queries.tx, executionIds))
    .where('model', '=', 'execution')
    .where('usage', '=', 'input')
    .execute();
  return new Map(rows.map((row) => [row.owner_id, row.sha256]));
}

/** The file that came in as this execution, as {@link findArtifact} gives it. */
export function executionInput(queries: AccountQueries, executionId: string): Promise<Artifacts | undefined> {
  return queries
    .from('artifacts')
    .selectAll()
    .where('owner_id', '=', executionId)
    .where('model', '=', 'execution')
    .where('usage', '=', 'input')
    .executeTakeFirst();
}

/** Removes what belongs to owners, but documents of claims, which have a time of their own; their objects are left to the sweep. */
export async function removeArtifactsOf(queries: AccountQueries, owners: readonly string[]): Promise<void> {
  await queries
    .delete('artifacts')
    .where('owner_id', 'in', listOf(queries.tx, owners))
    .where('model', '<>', 'claim')
    .execute();
}

/**
 * Removes artifacts of any account whose time has passed. @returns how many; call again while it is `most`.
 * @param isNeeded the condition under which an owner still needs its artifacts, given the column with the owner's id.
 */
export async function removeExpiredArtifacts(
  tx: Transaction,
  now: number,
  most: number,
  isNeeded: (owner: RawBuilder<string>) => RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql`delete from artifacts where (account_id, id) in (
    select a.account_id, a.id from artifacts as a where a.expires_at is not null and a.expires_at <= ${now}
      and not ${isNeeded(sql<string>`a.owner_id`)}
    limit ${most}) returning 1 as gone`.execute(tx);
  return rows.length;
}

/** An object that rows name, and how many bytes of it they need at least. */
export interface NamedObject {
  readonly name: string;
  readonly leastBytes: number;
}

/** The next objects in which artifacts lie, in the order of their names. Over all accounts, as a backup is. @param after `''`: the first. */
export async function artifactObjects(db: Transaction, after: string, most: number): Promise<readonly NamedObject[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select((row) => ['object_name as name', row.fn.max(sql<number>`object_offset + size`).as('bytes')])
    .where('object_name', 'is not', null)
    .where('object_name', '>', after)
    .groupBy('object_name')
    .orderBy('object_name')
    .limit(most)
    .execute();
  return rows.map(({ name, bytes }) => ({ name: name ?? '', leastBytes: Number(bytes) }));
}

/** Those of these objects that artifacts lie in. Over all accounts, as the names have none. */
export async function namedByArtifacts(db: Transaction, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('artifacts')
    .select('object_name')
    .distinct()
    .where('object_name', 'in', listOf(db, names))
    .execute();
  return new Set(rows.flatMap(({ object_name }) => object_name ?? []));
}

/** Ids of the master keys that artifacts in rows are sealed with. Over all accounts, as a backup is. */
export async function artifactKeyIds(db: Transaction): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select('master_key_id')
    .distinct()
    .where('master_key_id', 'is not', null)
    .execute();
  return rows.flatMap(({ master_key_id }) => master_key_id ?? []);
}
