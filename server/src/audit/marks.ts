import { changedMeanwhile, conflict } from '../problems.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Transaction } from '../store/store.js';
import type { AuditMarks } from '../store/tables.js';
import { type ChainEnd, NO_HASH } from './entry-hash.js';

/** What signs marks: the master keys. */
export interface MarkKeys {
  mac(use: string, text: string): Buffer;
  /** With the current key or an older one. */
  macMatches(use: string, text: string, mac: Uint8Array): boolean;
}

const USE = 'audit mark';

/** @returns `undefined` for a chain that was never cut. */
export async function readMark(queries: AccountQueries): Promise<AuditMarks | undefined> {
  const row = await queries.from('audit_marks').selectAll().executeTakeFirst();
  return row && { ...row, position: Number(row.position), at: Number(row.at) };
}

/** Whether a mark was made by this server, for this account. */
export function isGenuine(keys: MarkKeys, mark: AuditMarks): boolean {
  return keys.macMatches(USE, signedText(mark), Buffer.from(mark.mac, 'hex'));
}

/** Where the chain begins that is still here. @throws Problem `conflict` for a mark that none of the master keys has signed. */
export async function chainStart(queries: AccountQueries, keys: MarkKeys): Promise<ChainEnd> {
  const mark = await readMark(queries);
  if (mark === undefined) return { position: 0, hash: NO_HASH };
  if (isGenuine(keys, mark)) return mark;
  throw conflict(
    `The mark of the audit of account ${queries.accountId} was not signed by a master key that is known. Add the older key, or restore a backup.`,
  );
}

/** @param from where it was; 0: none yet. @throws Problem `conflict` where another has moved it meanwhile. */
export async function moveMark(
  queries: AccountQueries,
  keys: MarkKeys,
  from: number,
  to: ChainEnd & { readonly at: number },
): Promise<void> {
  const { position, at, hash } = to;
  const row = { position, at, hash, mac: signature(keys, { account_id: queries.accountId, position, at, hash }) };
  if (!(await (from === 0 ? isFirst(queries, row) : isMoved(queries, from, row)))) {
    throw changedMeanwhile('Another cuts this audit now. Run the command again.');
  }
}

async function isFirst(queries: AccountQueries, row: Omit<AuditMarks, 'account_id'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insert('audit_marks', row)
    .onConflict((there) => there.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

async function isMoved(queries: AccountQueries, from: number, row: Omit<AuditMarks, 'account_id'>): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('audit_marks')
    .set(row)
    .where('position', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows !== 0n;
}

/** Signs a page of marks with the current master key, over all accounts. A mark that no known key has signed stays as it is: it shows. */
export async function resignMarks(
  tx: Transaction,
  keys: MarkKeys,
  page: { readonly after: { readonly account_id: string }; readonly most: number },
): Promise<{ readonly last: { account_id: string; id: string } | undefined; readonly changed: number }> {
  const marks = await tx
    .selectFrom('audit_marks')
    .selectAll()
    .where('account_id', '>', page.after.account_id)
    .orderBy('account_id')
    .limit(page.most)
    .execute();
  let changed = 0;
  for (const mark of marks) {
    const mac = signature(keys, mark);
    if (mac === mark.mac || !isGenuine(keys, mark)) continue;
    const { numUpdatedRows } = await tx
      .updateTable('audit_marks')
      .set({ mac })
      .where('account_id', '=', mark.account_id)
      // One that was moved since has a signature of its own.
      .where('mac', '=', mark.mac)
      .executeTakeFirst();
    changed += Number(numUpdatedRows);
  }
  const last = marks.at(-1);
  return { last: last && { account_id: last.account_id, id: '' }, changed };
}

function signature(keys: MarkKeys, mark: Omit<AuditMarks, 'mac'>): string {
  return keys.mac(USE, signedText(mark)).toString('hex');
}

function signedText({ account_id, position, at, hash }: Omit<AuditMarks, 'mac'>): string {
  return JSON.stringify([account_id, Number(position), Number(at), hash]);
}
