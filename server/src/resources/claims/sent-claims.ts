import { sql } from 'kysely';
import type { ClaimFileItems, Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { leftClaimsWithIds } from './left-claims.js';
import { isSpokenOf, type Speaker } from './speaker.js';
import { MAY_HAVE_LEFT } from './unbegun-files.js';

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

/** Those of these claims that somebody may speak of, and so of their sendings. */
export async function sentWithIds(
  db: Transaction,
  speaker: Speaker,
  ids: readonly string[],
): Promise<readonly SentRow[]> {
  const inFiles = await sentInFiles(db, speaker, ids);
  const found = new Set(inFiles.map(({ id }) => id));
  const others = ids.filter((id) => !found.has(id));
  // Of nearly all answers nothing is left to be looked for.
  if (others.length === 0) return inFiles;
  const left = await leftClaimsWithIds(db, speaker, others);
  const missing = others.filter((id) => !left.some((one) => one.id === id));
  // One that has gone into a file between both looks is in neither.
  const late = await sentInFiles(db, speaker, missing);
  return [...inFiles, ...left.map(asItWentAlone), ...late].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Those that went in files of which it may speak. */
async function sentInFiles(db: Transaction, speaker: Speaker, ids: readonly string[]): Promise<readonly SentRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('claims as claim')
    .innerJoin('claim_file_items as item', (join) =>
      join.onRef('item.claim_id', '=', 'claim.id').onRef('item.account_id', '=', 'claim.account_id'),
    )
    .innerJoin('claim_files as file', (join) =>
      join.onRef('file.id', '=', 'item.file_id').onRef('file.route_id', '=', 'claim.route_id'),
    )
    .select(['claim.account_id', 'claim.id', 'claim.mode', 'claim.state', 'claim.patient_index', 'claim.answer_index'])
    .select(['file.route_id', 'item.sending', 'item.transaction_id', 'file.created_at as at'])
    .select(sql<number | boolean>`${MAY_HAVE_LEFT}`.as('left'))
    // Asked of the items, which PostgreSQL then looks up, however many there are.
    .where('item.claim_id', 'in', listOf(db, ids))
    .where('claim.route_id', 'in', listOf(db, speaker.routes))
    .where(isSpokenOf(db, speaker))
    .orderBy('claim.id')
    .orderBy('item.sending')
    .execute();
  return [...grouped(rows, ({ id }) => id).values()].flatMap((items) => {
    const [first] = items;
    if (first === undefined) return [];
    const { sending: _sending, transaction_id: _transactionId, at: _at, left: _left, ...claim } = first;
    const left = items.filter((item) => Boolean(item.left));
    return [{ ...claim, sendings: (left.length > 0 ? left : items).map(sendingOf) }];
  });
}

function sendingOf({ sending, transaction_id, at }: Sending): Sending {
  return { sending: Number(sending), transaction_id, at: Number(at) };
}

/** Of a claim in no file: its last sending, as it went alone, and the earliest that it can have gone. */
function asItWentAlone(claim: Awaited<ReturnType<typeof leftClaimsWithIds>>[number]): SentRow {
  const { sending, trace_id: transaction_id, created_at: at, ...row } = claim;
  return { ...row, sendings: [sendingOf({ sending, transaction_id, at })] };
}
