import { type As2News, as2NewsIn } from 'ediloom/transports/as2';
import type { Jobs, NewJob } from '../../jobs/job.js';
import { sqlJournal } from '../../journal/sql-journal.js';
import type { Store } from '../../store/store.js';

/** Of the job that posts a receipt to an address of its own. */
export const AS2_RECEIPT = 'as2-receipt';

/** Of the job that has a delivery go on whose receipt has come. */
export const AS2_ANSWERED = 'as2-answered';

export interface As2ReceiptPayload {
  readonly connectionId: string;
  /** Of the journal. */
  readonly entryId: string;
  /** Posts that failed. Absent: none. */
  readonly failures?: number | undefined;
}

export interface As2AnsweredPayload {
  readonly connectionId: string;
  readonly executionId: string;
  readonly delivered: boolean;
}

/**
 * The journal of what comes in by a connection: what an entry asks for is a job in the same commit, so that a kill forgets no receipt, and any
 * process does it.
 */
export function as2Journal(
  { store, jobs }: { readonly store: Store; readonly jobs: Jobs },
  connection: { readonly id: string; readonly account_id: string },
) {
  return sqlJournal({
    store,
    accountId: connection.account_id,
    also: async (queries, entry) => {
      const news = as2NewsIn(entry);
      if (news !== undefined) await jobs.enqueue(queries, jobFor(news, connection.id));
    },
  });
}

function jobFor(news: As2News, connectionId: string): NewJob {
  if (news.kind === 'receipt-owed') {
    const payload: As2ReceiptPayload = { connectionId, entryId: news.entryId };
    return { kind: AS2_RECEIPT, class: 'remote-delivery', over: connectionId, payload };
  }
  const { payloadId: executionId, delivered } = news;
  const payload: As2AnsweredPayload = { connectionId, executionId, delivered };
  return { kind: AS2_ANSWERED, class: 'inbound', payload };
}
