import { answerUuid } from '../../resources/claim-answers/reports.js';
import type { NewClaimAnswer } from '../../resources/claim-answers/rows.js';
import { insertUnmatched } from '../../resources/claim-answers/unmatched.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';

type Unreadable = Pick<NewClaimAnswer, 'id' | 'route_id' | 'source' | 'received_at' | 'expires_at'>;

/** Has an answer stand among those that somebody is to look at: no claim is moved by what cannot be read, and the same bytes would change nothing. */
export async function listUnreadable(
  { sealedColumns, clock }: Pick<Services, 'sealedColumns' | 'clock'>,
  queries: AccountQueries,
  { id, route_id, source, received_at, expires_at }: Unreadable,
): Promise<void> {
  const now = clock.now();
  await insertUnmatched(sealedColumns, queries, [
    {
      ...{ id: answerUuid('unmatched', id, 0), answer_id: id, route_id, place: 0, said: 'unknown', kind: 'unreadable' },
      ...{ candidates: '[]', content: { said: { at: Number(received_at) }, shown: { source } } },
      ...{ created_at: now, updated_at: now, resolved_at: null, claim_id: null },
      expires_at: expires_at ?? null,
    },
  ]);
}
