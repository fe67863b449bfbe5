import type { ClaimFileItems, ClaimFiles } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import type { Transaction } from '../../store/store.js';
import { isOneOf, listOf } from '../../store/value-list.js';
import { isSpokenOf, type Speaker } from './speaker.js';
import { MAY_HAVE_LEFT } from './unbegun-files.js';

// Over all accounts: routes serve all of them, and what comes back over one speaks of claims of any. Nothing is found of other routes than
// those that are asked for, one, or those whose files one partnership carries or has carried, and nothing that others have carried.

/** Claims and files that are looked at for one thing that an answer names. */
const MOST_ALIKE = 20;

/** Accounts that have sent sets of these BHT03s that somebody may speak of. */
export async function accountsOfSets(
  db: Transaction,
  speaker: Speaker,
  transactionIds: readonly string[],
): Promise<readonly string[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .selectFrom('claim_file_items as item')
    .innerJoin('claim_files as file', 'file.id', 'item.file_id')
    .select('file.account_id')
    .distinct()
    .where('item.transaction_id', 'in', listOf(db, transactionIds))
    .where('file.route_id', 'in', listOf(db, speaker.routes))
    .where(isSpokenOf(db, speaker))
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Ids of claims of an account that went in sets of these BHT03s and have one of these patient control numbers. */
export async function idsInSets(
  db: Transaction,
  accountId: string,
  of: { readonly transactionIds: readonly string[]; readonly patientIndexes: readonly string[] },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('claims as claim')
    .innerJoin('claim_file_items as item', 'item.claim_id', 'claim.id')
    .select('claim.id')
    .distinct()
    .where('claim.account_id', '=', accountId)
    .where('claim.patient_index', 'in', listOf(db, of.patientIndexes))
    .where('item.transaction_id', 'in', listOf(db, of.transactionIds))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ids of claims that an answer describes, those first that are open. REJECTED is the last of all states in the alphabet, so that both are at an end of what
 * the index has: asked for by the state alone, databases guess, and may read all claims there are where an account has most with one description.
 */
export async function idsAnsweredAs(db: Transaction, answerIndex: string): Promise<readonly string[]> {
  const from = (end: 'asc' | 'desc') =>
    db
      .selectFrom('claims')
      .select(['id', 'state'])
      .where('answer_index', '=', answerIndex)
      .orderBy('state', end)
      .limit(MOST_ALIKE)
      .execute();
  const open = (await from('asc')).filter(({ state }) => state !== 'REJECTED');
  const rejected = (await from('desc')).filter(({ state }) => state === 'REJECTED');
  return [...open, ...rejected].map(({ id }) => id);
}

/**
 * Files that somebody may speak of, under ISA13 or GS06, the newest first. Of one that cannot have left nobody can say anything: what is said is of another
 * under that number.
 */
export function filesNumbered(
  db: Transaction,
  speaker: Speaker,
  by: { readonly interchange: string } | { readonly group: number },
): Promise<readonly ClaimFiles[]> {
  const files = db
    .selectFrom('claim_files as file')
    .selectAll()
    .where('route_id', 'in', listOf(db, speaker.routes))
    .where(isSpokenOf(db, speaker))
    .where(MAY_HAVE_LEFT);
  const numbered =
    'group' in by ? files.where('group_number', '=', by.group) : files.where('interchange_number', '=', by.interchange);
  return numbered.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST_ALIKE).execute();
}

/** The same of many ISA13s, by these: of each as many as of one alone, the newest first. */
export async function filesOfInterchanges(
  db: Transaction,
  speaker: Speaker,
  interchanges: readonly string[],
): Promise<ReadonlyMap<string, readonly ClaimFiles[]>> {
  if (interchanges.length === 0) return new Map();
  const most = MOST_ALIKE * interchanges.length;
  const files: readonly ClaimFiles[] = await db
    .selectFrom('claim_files as file')
    .selectAll()
    .where(isOneOf(db, 'route_id', speaker.routes))
    .where(isOneOf(db, 'interchange_number', interchanges))
    .where(isSpokenOf(db, speaker))
    .where(MAY_HAVE_LEFT)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  // One number that came thousands of times would keep the others from being found.
  if (files.length === most && interchanges.length > 1) {
    const found = new Map<string, readonly ClaimFiles[]>();
    for (const interchange of interchanges) found.set(interchange, await filesNumbered(db, speaker, { interchange }));
    return found;
  }
  const byNumber = grouped(files, ({ interchange_number }) => interchange_number);
  return new Map([...byNumber].map(([number, some]) => [number, some.slice(0, MOST_ALIKE)]));
}

/** Claims in sets of a BHT03 that somebody may speak of, in files that may have left, behind a place: those that its refusal takes down. */
export function itemsOfSet(
  db: Transaction,
  speaker: Speaker,
  { transactionId, after, most }: { readonly transactionId: string; readonly after: Place; readonly most: number },
): Promise<readonly ItemOfSet[]> {
  const { fileId, place } = after;
  return db
    .selectFrom('claim_file_items as item')
    .innerJoin('claim_files as file', 'file.id', 'item.file_id')
    .selectAll('item')
    .select(['file.created_at as at', 'file.type', 'file.route_id'])
    .where('item.transaction_id', '=', transactionId)
    .where('file.route_id', 'in', listOf(db, speaker.routes))
    .where(isSpokenOf(db, speaker))
    .where(MAY_HAVE_LEFT)
    .where((row) =>
      row.or([
        row('item.file_id', '>', fileId),
        row.and([row('item.file_id', '=', fileId), row('item.place', '>', place)]),
      ]),
    )
    .orderBy('item.file_id')
    .orderBy('item.place')
    .limit(most)
    .execute();
}

/** A claim in a set, and over which route and when it went. */
export interface ItemOfSet extends ClaimFileItems, Pick<ClaimFiles, 'type' | 'route_id'> {
  readonly at: number;
}

/** Of an item. */
export interface Place {
  readonly fileId: string;
  readonly place: number;
}
