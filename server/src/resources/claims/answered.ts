import { type SqlBool, sql } from 'kysely';
import type { ClaimFileItems, ClaimFiles, Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import type { Transaction } from '../../store/store.js';
import { isOneOf, listOf } from '../../store/value-list.js';
import { isSpokenOf, type Speaker } from './speaker.js';
import { MAY_HAVE_LEFT } from './unbegun-files.js';

// Over all accounts: routes serve all of them, and what comes back over one speaks of claims of any. Nothing is found of other routes than
// those that are asked for, one, or those whose files one partnership carries or has carried, and nothing that others have carried.

/** Claims and files that are looked at for one thing that an answer names. */
const MOST_ALIKE = 20;

/** A claim that an answer may be about, as it was sent. */
export interface SentRow
  extends Pick<Claims, 'account_id' | 'id' | 'mode' | 'state' | 'patient_index' | 'answer_index'> {
  readonly route_id: string;
  /** Each time that it went in a file; those alone whose file may have left, where there are such: no payer speaks of others. One at least. */
  readonly sendings: readonly Sending[];
}

export interface Sending extends Pick<ClaimFileItems, 'sending' | 'transaction_id'> {
  /** When the file was made that it went in. */
  readonly at: number;
}

/**
 * A claim that is in no file any more, and was sent at some time: what its payer has said of it shows so, as of one that was held without bytes after a
 * restore. A statement calls it `claim`, and what it is in `item`.
 */
const LEFT_WITHOUT_FILE = sql<SqlBool>`(item.claim_id is null and claim.state <> 'QUEUED' and claim.mode = 'production')`;

/** Those of these claims that somebody may speak of, and so of their sendings. */
export async function sentWithIds(
  db: Transaction,
  speaker: Speaker,
  ids: readonly string[],
): Promise<readonly SentRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('claims as claim')
    .leftJoin('claim_file_items as item', (join) =>
      join.onRef('item.claim_id', '=', 'claim.id').onRef('item.account_id', '=', 'claim.account_id'),
    )
    .leftJoin('claim_files as file', (join) =>
      join
        .onRef('file.id', '=', 'item.file_id')
        .onRef('file.route_id', '=', 'claim.route_id')
        .on(isSpokenOf(db, speaker)),
    )
    .select(['claim.account_id', 'claim.id', 'claim.mode', 'claim.state', 'claim.patient_index', 'claim.answer_index'])
    .select(['claim.sending as last', 'claim.trace_id', 'claim.created_at', 'claim.route_id'])
    .select(['item.sending', 'item.transaction_id', 'file.created_at as at'])
    .select(sql<number | boolean | null>`${MAY_HAVE_LEFT}`.as('left'))
    .where('claim.id', 'in', listOf(db, ids))
    .where('claim.route_id', 'in', listOf(db, speaker.routes))
    .where((row) =>
      row.or([
        row('file.id', 'is not', null),
        row.and([LEFT_WITHOUT_FILE, row('claim.route_id', 'in', listOf(db, speaker.last))]),
      ]),
    )
    .orderBy('claim.id')
    .orderBy('item.sending')
    .execute();
  return [...grouped(rows, ({ id }) => id).values()].flatMap((items) => {
    const [first] = items;
    if (first === undefined || first.route_id === null) return [];
    const left = items.filter((item) => Boolean(item.left));
    const { account_id, id, mode, state, patient_index, answer_index, route_id } = first;
    return {
      account_id,
      id,
      mode,
      state,
      patient_index,
      answer_index,
      route_id,
      sendings: (left.length > 0 ? left : items).map(sendingOf),
    };
  });
}

/** Of a claim in no file: its last sending, as it went alone, and the earliest that it can have gone. */
function sendingOf({ sending, transaction_id, at, last, trace_id, created_at }: SentItem): Sending {
  return {
    sending: Number(sending ?? last),
    transaction_id: transaction_id ?? trace_id,
    at: Number(at ?? created_at),
  };
}

interface SentItem extends Pick<Claims, 'trace_id' | 'created_at'> {
  readonly last: number;
  readonly sending: number | null;
  readonly transaction_id: string | null;
  readonly at: number | null;
}

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
