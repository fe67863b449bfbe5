import { answerUuid } from '../../resources/claim-answers/reports.js';
import { besideColumn, type NewClaimAnswer, routesOfAnswer } from '../../resources/claim-answers/rows.js';
import { insertUnmatched, newUnmatched } from '../../resources/claim-answers/unmatched.js';
import { routeQueries } from '../../resources/payer-routes/secret-place.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { expiryAfter } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import type { Services } from '../services.js';

type Unreadable = Pick<NewClaimAnswer, 'id' | 'route_id' | 'beside' | 'source' | 'received_at' | 'expires_at'>;

/** Has an answer stand among those that somebody is to look at: no claim is moved by what cannot be read, and the same bytes would change nothing. */
export async function listUnreadable(
  { sealedColumns, clock }: Pick<Services, 'sealedColumns' | 'clock'>,
  queries: AccountQueries,
  answer: Unreadable,
): Promise<void> {
  const [first] = await routesOfAnswer(queries.tx, answer);
  // It came for all routes of its partnership, and is listed once.
  if (first !== answer.route_id) return;
  const content = { said: { at: Number(answer.received_at) }, shown: { source: answer.source } };
  const row = newUnmatched(answer, { place: 0, said: 'unknown', kind: 'unreadable', content }, clock.now());
  await insertUnmatched(sealedColumns, queries, [row]);
}

/** Answers in a file of a partner of which no row was made. */
export interface UntakenAnswer {
  readonly executionId: string;
  readonly routeId: string;
  /** All that it is taken for, by their ids; `undefined`: it is not known. */
  readonly beside?: readonly string[] | undefined;
  /** Of the interchange in the file, from 1; `undefined`: any of them may be missing. */
  readonly place?: number | undefined;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** The same for what was acknowledged, and could not be made an answer of: listed once, it names the file. */
export async function listUntaken(
  services: Pick<Services, 'sealedColumns' | 'clock' | 'config'>,
  tx: Transaction,
  { executionId, routeId, beside, place, receivedAt }: UntakenAnswer,
): Promise<void> {
  await listUnreadable(services, await routeQueries(tx), {
    ...{ id: answerUuid('received', executionId, routeId, place ?? 0), route_id: routeId },
    beside: besideColumn(beside),
    ...{ source: `execution ${executionId}`, received_at: receivedAt },
    // From now on, as nobody has seen it before.
    expires_at: expiryAfter(services.config.checksRetentionDays, services.clock.now()) ?? null,
  });
}
