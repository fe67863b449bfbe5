import type { ClaimEntry, ClaimReport, ClaimState } from 'ediloom/claims';
import { sql } from 'kysely';
import { notFound, Problem } from '../../problems.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { SealedColumn } from '../../secrets/rotate-column.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { UnmatchedClaimAnswers } from '../../store/claim-answer-tables.js';
import { countAtMost } from '../../store/count-at-most.js';
import { insertRows } from '../../store/insert-rows.js';
import { LOCK } from '../../store/lock-row.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import { DAY_MS } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { answerUuid } from './reports.js';

/** What rotation of the master key seals anew. */
export const UNMATCHED_CONTENT = {
  table: 'unmatched_claim_answers',
  column: 'content',
  contextOf: (accountId, id) => JSON.stringify(['unmatched claim answer', accountId, id]),
} as const satisfies SealedColumn;

/** What a statement says that fits no claim, or several. */
export interface UnmatchedContent {
  /** What it would do to a claim. */
  readonly said: {
    readonly state?: ClaimState | undefined;
    readonly reasons?: string | undefined;
    readonly at: number;
    readonly payerNumber?: string | undefined;
  };
  /** Of a 277CA about a claim: what it says of it. Of others the numbers that they name. */
  readonly shown: ClaimEntry | Readonly<Record<string, string | undefined>>;
  /** The 277 report of it alone. */
  readonly report?: ClaimReport | undefined;
}

export type NewUnmatched = Omit<OwnRow<'unmatched_claim_answers'>, 'content'> & { readonly content: UnmatchedContent };

type RowOfAnswer = Pick<OwnRow<'claim_answers'>, 'id' | 'route_id' | 'expires_at'>;

/** A row that nobody has decided of. Its id is the same however often the answer is read. */
export function newUnmatched(
  { id: answer_id, route_id, expires_at = null }: RowOfAnswer,
  own: Pick<NewUnmatched, 'place' | 'said' | 'kind' | 'content'> & {
    /** Ids of claims that it fits. */
    readonly candidates?: readonly string[];
  },
  now: number,
): NewUnmatched {
  const { place, said, kind, content, candidates = [] } = own;
  return {
    id: answerUuid('unmatched', answer_id, kind === 'more' ? kind : place),
    ...{ answer_id, route_id, place, said, kind, content, candidates: JSON.stringify(candidates) },
    ...{ created_at: now, updated_at: now, resolved_at: null, claim_id: null },
    expires_at: NAMING_NOBODY.has(kind) ? seenUntil(expires_at, now) : expires_at,
  };
}

/** What tells of an answer as a whole, and says nothing of a patient. */
const NAMING_NOBODY: ReadonlySet<NewUnmatched['kind']> = new Set(['unreadable', 'more']);
/** It may be listed long after the answer came, when the time of that has passed: somebody is to see it all the same. */
const SEEN_MS = 30 * DAY_MS;

function seenUntil(expiresAt: number | null, now: number): number | null {
  return expiresAt === null ? null : Math.max(Number(expiresAt), now + SEEN_MS);
}

const KEPT = { key: ['id'], columns: [] };

/** Writes statements down that fit no claim; one that is there already stays as it is. */
export function insertUnmatched(
  columns: PayloadColumns,
  queries: AccountQueries,
  rows: readonly NewUnmatched[],
): Promise<void> {
  const sealed = rows.map((row) => ({
    ...row,
    content: columns.sealText(UNMATCHED_CONTENT.contextOf(queries.accountId, row.id), JSON.stringify(row.content)),
  }));
  return insertRows(queries, 'unmatched_claim_answers', sealed, KEPT);
}

export function unmatchedContent(
  columns: PayloadColumns,
  { account_id, id, content }: UnmatchedClaimAnswers,
): UnmatchedContent {
  // Written above alone.
  return JSON.parse(columns.openText(UNMATCHED_CONTENT.contextOf(account_id, id), content)) as UnmatchedContent;
}

/** For how many statements a row of kind `more` stands; `undefined`: it is one itself. */
export function countOfMore(columns: PayloadColumns, row: UnmatchedClaimAnswers): number | undefined {
  if (row.kind !== 'more') return undefined;
  const { shown } = unmatchedContent(columns, row);
  return 'more' in shown ? Number(shown.more) : undefined;
}

/** Ids of the claims that it fits. */
export function candidatesOf({ candidates }: Pick<UnmatchedClaimAnswers, 'candidates'>): readonly string[] {
  return JSON.parse(candidates) as readonly string[];
}

/** Those that nobody has decided of, oldest first. */
export function listUnmatched(queries: AccountQueries, page: AskedPage): Promise<Page<UnmatchedClaimAnswers>> {
  const open = queries.from('unmatched_claim_answers').selectAll().where('resolved_at', 'is', null);
  return readPage(open, ['created_at', 'id'], page);
}

/** How many nobody has decided of, whatever route they came over. @param most default 100,000. */
export function countUnmatched(db: Transaction, most?: number): Promise<number> {
  // By the first column of the index, SQLite sees that it fits.
  return countAtMost(
    db,
    sql`select 1 from unmatched_claim_answers where account_id > '' and resolved_at is null`,
    most,
  );
}

/** @throws Problem `not-found`. */
export async function findUnmatched(queries: AccountQueries, id: string): Promise<UnmatchedClaimAnswers> {
  const row = await queries.from('unmatched_claim_answers').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('answer');
  return row;
}

/** The same, locked until the transaction ends. @throws Problem `not-found`; `conflict`: somebody has decided of it. */
export async function lockUnmatched(queries: AccountQueries, id: string): Promise<UnmatchedClaimAnswers> {
  const row = await queries
    .update('unmatched_claim_answers')
    .set(LOCK)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound('answer');
  if (row.resolved_at !== null) throw new Problem('conflict', 'It was tied to a claim, or dismissed, before.');
  return row as UnmatchedClaimAnswers;
}

/** Writes down what somebody has decided. @param claimId `null`: it is to be forgotten. */
export async function resolveUnmatched(
  queries: AccountQueries,
  id: string,
  { claimId, at }: { readonly claimId: string | null; readonly at: number },
): Promise<void> {
  await queries
    .update('unmatched_claim_answers')
    .set({ resolved_at: at, updated_at: at, claim_id: claimId })
    .where('id', '=', id)
    .execute();
}
