import { postOwedReceipt } from 'ediloom/transports/as2';
import { errorText } from '../../jobs/error-text.js';
import type { Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { ownTroubleOf } from '../../jobs/own-trouble.js';
import { sqlJournal } from '../../journal/sql-journal.js';
import { isObject } from '../../json.js';
import { Problem } from '../../problems.js';
import { checkedLookup } from '../../resources/connections/kinds/check-host.js';
import { connectionsWithIds } from '../../resources/connections/sending-connection.js';
import { settingsOf } from '../../resources/connections/settings-of.js';
import { readRows } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import type { Services } from '../services.js';
import type { As2ReceiptPayload } from './as2-jobs.js';

type Needs = Pick<Services, 'config' | 'store' | 'outgoing' | 'clock' | 'log' | 'metrics'>;

/** Posts of one receipt; with the waits between them some nine hours. */
const MOST_POSTS = 10;
/** Milliseconds to the second post, and no more than between attempts at a delivery; each wait is twice the one before. */
const FIRST_WAIT = 30_000;

/** The handler of jobs `as2-receipt`: posts a receipt to the address that the sender has named, if the outgoing guard lets it. */
export function createAs2ReceiptJob(services: Needs): JobHandler {
  return async (job, signal) => {
    const { connectionId, entryId } = payloadOf(job);
    const [connection] = await readRows(services.store, job.accountId, (queries) =>
      connectionsWithIds(queries, [connectionId]),
    );
    // Deleted since; the sender asks again, and is a stranger then.
    if (connection === undefined) return { kind: 'done' };
    try {
      await postIt(services, { connection, entryId, signal });
      services.metrics.as2('receipt-sent');
      return { kind: 'done' };
    } catch (error) {
      if (signal.aborted || ownTroubleOf(error) !== undefined) throw error;
      return afterFailure(services, job, error);
    }
  };
}

function payloadOf({ payload }: Job): As2ReceiptPayload {
  // Only `as2Journal` and this handler write jobs of this kind.
  return payload as As2ReceiptPayload;
}

interface Owed {
  readonly connection: Connections;
  readonly entryId: string;
  readonly signal: AbortSignal;
}

async function postIt({ store, outgoing }: Needs, { connection, entryId, signal }: Owed): Promise<void> {
  const guard = outgoing.forAccount(connection.account_id);
  const ca = caOf(connection);
  await postOwedReceipt(entryId, {
    journal: sqlJournal({ store, accountId: connection.account_id }),
    lookupFor: (host) => checkedLookup(guard, host),
    ...(ca === undefined ? {} : { trust: { ca } }),
    signal,
  });
}

/** A partner with an authority of its own has signed the server that takes receipts by it, too. */
function caOf(connection: Connections): string | undefined {
  const { outboundSettings } = settingsOf(connection);
  const ca = isObject(outboundSettings) ? outboundSettings.ca : undefined;
  return typeof ca === 'string' ? ca : undefined;
}

function afterFailure({ config, clock, log, metrics }: Needs, job: Job, error: unknown): JobOutcome {
  const payload = payloadOf(job);
  const failures = (payload.failures ?? 0) + 1;
  // The guard will say the same again.
  if (error instanceof Problem || failures >= MOST_POSTS) {
    metrics.as2('receipt-unsent');
    const what = { connection: payload.connectionId, posts: failures, error: errorText(error) };
    log.warn(
      what,
      'A receipt for what came over AS2 could not be sent to the address that its sender names, and is given up.',
    );
    return { kind: 'done' };
  }
  const dueAt = clock.now() + Math.min(FIRST_WAIT, config.delivery.intervalMs) * 2 ** (failures - 1);
  return { kind: 'again', dueAt, payload: { ...payload, failures }, attempt: 0 };
}
