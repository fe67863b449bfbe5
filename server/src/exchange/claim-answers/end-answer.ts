import { endAnswer, findAnswer } from '../../resources/claim-answers/rows.js';
import { insertUnmatched, newUnmatched } from '../../resources/claim-answers/unmatched.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimAnswers } from '../../store/claim-answer-tables.js';
import type { Services } from '../services.js';
import { listUnreadable } from './list-unreadable.js';

/** Statements of one answer that are listed as fitting no claim: nobody decides of thousands one by one. How many more there are is listed as one. */
export const MOST_LISTED = 1_000;

type Needs = Pick<Services, 'sealedColumns' | 'clock'>;

interface Ended {
  readonly state: 'READ' | 'UNREADABLE';
  /** Whether nothing is missing of it that might speak of claims. */
  readonly isWhole: boolean;
}

/** Ends an answer, once, of which all that can be applied is applied: what is not, and what is not listed one by one, is listed as a whole. */
export async function endApplied(
  services: Needs,
  queries: AccountQueries,
  id: string,
  { state, isWhole }: Ended,
): Promise<void> {
  const answer = await findAnswer(queries, id);
  if (answer?.state !== 'WAITING') return;
  await endAnswer(queries, id, state, services.clock.now());
  if (!isWhole) await listUnreadable(services, queries, answer);
  await listRest(services, queries, answer);
}

/** What was counted alone: as one, behind all others of the answer. */
async function listRest({ sealedColumns, clock }: Needs, queries: AccountQueries, answer: ClaimAnswers): Promise<void> {
  const more = Number(answer.unmatched_count) - MOST_LISTED;
  if (more <= 0) return;
  const content = { said: { at: Number(answer.received_at) }, shown: { more: String(more) } };
  const place = Number(answer.done) + 1;
  const row = newUnmatched(answer, { place, said: 'unknown', kind: 'more', content }, clock.now());
  await insertUnmatched(sealedColumns, queries, [row]);
}
