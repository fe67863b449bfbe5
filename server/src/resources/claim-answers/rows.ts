import { AccountQueries, type OwnRow } from '../../store/account-queries.js';
import type { ClaimAnswers } from '../../store/claim-answer-tables.js';
import type { Transaction } from '../../store/store.js';
import type { Speaker } from '../claims/speaker.js';
import { routesBeside, routesLastCarriedBy } from '../payer-routes/carried-by.js';

export type NewClaimAnswer = OwnRow<'claim_answers'>;

/** Writes an answer down. @returns false where the same bytes came over its route from the same partner before. */
export async function insertAnswer(queries: AccountQueries, row: NewClaimAnswer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insert('claim_answers', row)
    .onConflict((there) => there.columns(['route_id', 'sha256']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Ids of the routes whose claims an answer may be about, that which it is applied for among them, in their order. */
export async function routesOfAnswer(
  db: Transaction,
  { route_id, beside = null }: Pick<NewClaimAnswer, 'route_id' | 'beside'>,
): Promise<readonly string[]> {
  return beside === null ? routesBeside(db, route_id) : (JSON.parse(beside) as readonly string[]);
}

type OfSpeaker = Pick<NewClaimAnswer, 'route_id' | 'beside' | 'carrier_account_id' | 'partnership_id'>;

/** Who says what is in an answer, as things are now. */
export async function speakerOf(db: Transaction, answer: OfSpeaker): Promise<Speaker> {
  const routes = await routesOfAnswer(db, answer);
  const { carrier_account_id = null, partnership_id = null } = answer;
  if (carrier_account_id === null || partnership_id === null) {
    return { carrier_account_id, partnership_id, routes, last: routes };
  }
  const last = new Set(await routesLastCarriedBy(new AccountQueries(db, carrier_account_id), partnership_id));
  return { carrier_account_id, partnership_id, routes, last: routes.filter((id) => last.has(id)) };
}

/** @param routeIds `undefined`: it is not known. */
export function besideColumn(routeIds: readonly string[] | undefined): string | null {
  return routeIds === undefined ? null : JSON.stringify([...routeIds].sort());
}

export function findAnswer(queries: AccountQueries, id: string): Promise<ClaimAnswers | undefined> {
  return queries.from('claim_answers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How far an answer has come. */
export interface AnswerProgress {
  /** Statements that were applied before. */
  readonly from: number;
  readonly to: number;
  /** Claims that these name, and statements of them that fit none. */
  readonly claims: number;
  readonly unmatched: number;
}

/**
 * Writes down that further statements are applied, in the transaction that applies them.
 * @returns false where another process has done so: then nothing of it may be written.
 */
export async function moveAnswer(
  queries: AccountQueries,
  id: string,
  { from, to, claims, unmatched }: AnswerProgress,
  now: number,
): Promise<boolean> {
  const moved = await queries
    .update('claim_answers')
    .set((row) => ({
      done: to,
      claim_count: row('claim_count', '+', claims),
      unmatched_count: row('unmatched_count', '+', unmatched),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('done', '=', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Writes down what became of an answer, once. */
export async function endAnswer(
  queries: AccountQueries,
  id: string,
  state: 'READ' | 'UNREADABLE',
  now: number,
): Promise<void> {
  await queries
    .update('claim_answers')
    .set({ state, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}
