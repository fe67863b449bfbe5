import type { Caller } from '../../caller.js';
import type { Clock } from '../../clock.js';
import { leaveToSweep } from '../../objects/orphans.js';
import { conflict, notFound, Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Functions } from '../../store/function-tables.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';

/** Of one account. */
const MOST_FUNCTIONS = 1_000;

/** A key sees and changes functions of its own mode; names are of one account over both. */
type Seer = Pick<Caller, 'mode'>;

/** A package whose bytes are safe. */
export interface StoredPackage {
  readonly objectName: string;
  readonly sha256: string;
  readonly size: number;
}

/** What is run: what was written in its place, or a package. */
export type FunctionCode = { readonly code: string } | { readonly package: StoredPackage };

export interface FunctionSettings {
  /** Seconds, 1 to 900. */
  readonly timeout: number;
  readonly logRetention: string;
}

/**
 * @throws Problem `conflict` for a name that is taken, `over-quota` for one function too many.
 */
export async function createFunction(
  { queries, clock, mode }: { readonly queries: AccountQueries; readonly clock: Clock } & Seer,
  name: string,
  given: FunctionSettings & { readonly source: FunctionCode },
): Promise<Functions> {
  const { count } = await queries
    .from('functions')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_FUNCTIONS) {
    throw new Problem('over-quota', `An account has at most ${MOST_FUNCTIONS} functions. Delete one that is not used.`);
  }
  const now = clock.now();
  const settings = { timeout_s: given.timeout, log_retention: given.logRetention };
  const made = await queries
    .insert('functions', { name, mode, ...sourceColumns(given.source), ...settings, created_at: now, updated_at: now })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) throw conflict('A function of this name exists. Update it, or choose another name.');
  return made;
}

/** @throws Problem `not-found`. */
export async function findFunction(queries: AccountQueries, { mode }: Seer, name: string): Promise<Functions> {
  const row = await queries
    .from('functions')
    .selectAll()
    .where('name', '=', name)
    .where('mode', '=', mode)
    .executeTakeFirst();
  if (row === undefined) throw notFound('function');
  return row;
}

export async function hasFunction(queries: AccountQueries, { mode }: Seer, name: string): Promise<boolean> {
  const named = queries.from('functions').select('name').where('name', '=', name).where('mode', '=', mode);
  return (await named.executeTakeFirst()) !== undefined;
}

export interface FunctionChanges {
  readonly source?: FunctionCode | undefined;
  readonly timeout?: number | undefined;
  readonly logRetention?: string | undefined;
}

/** What is absent stays as it is; a package that is replaced takes room of the account until it is swept. @throws Problem `not-found`. */
export async function updateFunction(
  { queries, clock, mode }: { readonly queries: AccountQueries; readonly clock: Clock } & Seer,
  name: string,
  given: FunctionChanges,
): Promise<Functions> {
  if (given.source !== undefined) await leavePackage(queries, await findFunction(queries, { mode }, name), clock);
  const row = await queries
    .update('functions')
    .set({
      ...(given.source === undefined ? {} : sourceColumns(given.source)),
      ...(given.timeout === undefined ? {} : { timeout_s: given.timeout }),
      ...(given.logRetention === undefined ? {} : { log_retention: given.logRetention }),
      updated_at: clock.now(),
    })
    .where('name', '=', name)
    .where('mode', '=', mode)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound('function');
  return row;
}

/** Its package takes room of the account until it is swept. @throws Problem `not-found`. */
export async function deleteFunction(
  { queries, clock, mode }: { readonly queries: AccountQueries; readonly clock: Clock } & Seer,
  name: string,
): Promise<void> {
  const named = queries.delete('functions').where('name', '=', name).where('mode', '=', mode);
  const row = await named.returning(['object_name', 'size']).executeTakeFirst();
  if (row === undefined) throw notFound('function');
  await leavePackage(queries, row, clock);
}

type Packed = Pick<Functions, 'object_name' | 'size'>;

// A run that has begun to read it goes on.
async function leavePackage(queries: AccountQueries, { object_name, size }: Packed, clock: Clock): Promise<void> {
  if (object_name !== null) await leaveToSweep(queries, [{ name: object_name, size: Number(size) }], clock.now());
}

/** In the order of their names. */
export function listFunctions(queries: AccountQueries, { mode }: Seer, page: AskedPage): Promise<Page<Functions>> {
  return readPage(queries.from('functions').selectAll().where('mode', '=', mode), ['name'], page);
}

/** Of both modes, in the order of their names: for the operator. */
export function allFunctions(queries: AccountQueries): Promise<readonly Functions[]> {
  return queries.from('functions').selectAll().orderBy('name').execute();
}

/** Bytes of the packages of all functions of an account. */
export async function packageBytes(queries: AccountQueries): Promise<number> {
  const sum = queries.from('functions').select((row) => row.fn.sum<number>('size').as('bytes'));
  return Number((await sum.executeTakeFirst())?.bytes ?? 0);
}

/** One takes the place of the other. */
function sourceColumns(source: FunctionCode): Pick<Functions, 'code' | 'object_name' | 'sha256' | 'size'> {
  if ('code' in source) return { code: source.code, object_name: null, sha256: null, size: null };
  const { objectName, sha256, size } = source.package;
  return { code: null, object_name: objectName, sha256, size };
}
