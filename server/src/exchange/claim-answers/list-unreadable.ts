import { answerUuid } from '../../resources/claim-answers/reports.js';
import type { NewClaimAnswer } from '../../resources/claim-answers/rows.js';
import { insertUnmatched } from '../../resources/claim-answers/unmatched.js';
import { routesBeside } from '../../resources/payer-routes/carried-by.js';
import { routeQueries } from '../../resources/payer-routes/secret-place.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { DAY_MS } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import type { Services } from '../services.js';

type Unreadable = Pick<NewClaimAnswer, 'id' | 'route_id' | 'source' | 'received_at' | 'expires_at'>;

/** Has an answer stand among those that somebody is to look at: no claim is moved by what cannot be read, and the same bytes would change nothing. */
export async function listUnreadable(
  { sealedColumns, clock }: Pick<Services, 'sealedColumns' | 'clock'>,
  queries: AccountQueries,
  { id, route_id, source, received_at, expires_at }: Unreadable,
): Promise<void> {
  const [first] = await routesBeside(queries.tx, route_id);
  // It came for all routes of its partnership, and is listed once.
  if (first !== route_id) return;
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

/** Answers in a file of a partner of which no row was made. */
export interface UntakenAnswer {
  readonly executionId: string;
  readonly routeId: string;
  /** Of the interchange in the file, from 1; `undefined`: any of them may be missing. */
  readonly place?: number | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** The same for what was acknowledged, and could not be made an answer of: listed once, it names the file. */
export async function listUntaken(
  services: Pick<Services, 'sealedColumns' | 'clock' | 'config'>,
  tx: Transaction,
  { executionId, routeId, place, receivedAt }: UntakenAnswer,
): Promise<void> {
  const { checksRetentionDays: days } = services.config;
  await listUnreadable(services, await routeQueries(tx), {
    ...{ id: answerUuid('received', executionId, routeId, place ?? 0), route_id: routeId },
    ...{ source: `execution ${executionId}`, received_at: receivedAt },
    // From now on, as nobody has seen it before.
    expires_at: days === undefined ? null : services.clock.now() + days * DAY_MS,
  });
}
