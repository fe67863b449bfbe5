import { isoTime } from '../../clock.js';
import type { ArtifactRow } from '../../objects/artifact-rows.js';
import { showArtifact } from '../../resources/artifacts/shown.js';
import { detailColumn, transactionDetailColumn } from '../../resources/events/detail.js';
import type { NewEvent } from '../../resources/events/rows.js';
import type { FeedEntry } from '../../resources/feed/feed.js';
import { fragmentsOf } from '../../resources/transactions/columns.js';
import type { Executions, Transactions } from '../../store/tables.js';
import { eventMode, partnershipOf } from '../delivery/delivery-events.js';

/** In a `file.failed.v2`; ListExecutionFaults has all of them. */
const MOST_ERRORS = 100;

export type PublishedSet = Pick<
  Transactions,
  | 'id'
  | 'fragments'
  | 'direction'
  | 'mode'
  | 'key_mode'
  | 'partnership_id'
  | 'sender_id'
  | 'receiver_id'
  | 'x12'
  | 'processed_at'
>;

interface Publishing {
  readonly publicUrl: string;
  readonly at: number;
  readonly execution: Pick<
    Executions,
    'id' | 'name' | 'mode' | 'key_mode' | 'status' | 'partnership_id' | 'connection_id'
  >;
}

/**
 * What is reported of transactions that came in.
 * @param artifactsOf those of a transaction, in the order in which they are shown; of its fragments those that are reported now.
 * @param from 0-based, of the first of these; behind 0 the set itself has been reported before.
 */
export function transactionEvents(
  { publicUrl, at, execution }: Publishing,
  transactions: readonly PublishedSet[],
  artifactsOf: (id: string) => readonly ArtifactRow[],
  from = 0,
): { readonly events: readonly NewEvent[]; readonly feed: readonly FeedEntry[] } {
  const events = transactions.flatMap((set): readonly NewEvent[] => {
    const own = artifactsOf(set.id);
    const detail = {
      transactionId: set.id,
      direction: set.direction,
      mode: set.mode,
      fileExecutionId: execution.id,
      processedAt: isoTime(set.processed_at),
      fragments: fragmentsOf(set) ?? null,
      artifacts: own
        .filter(({ model }) => model !== 'fragment')
        .map((row) => ({
          ...showArtifact({ publicUrl }, row, `/transactions/${set.id}/${row.usage}`),
          model: 'transaction' as const,
        })),
      partnership: partnershipOf(set),
      connectionId: execution.connection_id,
    };
    const base = { mode: eventMode(set), resourceKind: 'transaction', resourceId: set.id, at } as const;
    const parts = own.filter(({ model }) => model === 'fragment');
    const whole: NewEvent = {
      ...base,
      type: 'transaction.processed.v2',
      detail: transactionDetailColumn(detail, set.x12),
      artifactId: own.find(({ usage, model }) => usage === 'output' && model !== 'fragment')?.id,
    };
    return [
      ...(from === 0 ? [whole] : []),
      ...parts.map((part, index): NewEvent => {
        const fragmentIndex = from + index;
        const path = `/transactions/${set.id}/fragments/${fragmentIndex}/output`;
        const artifacts = [showArtifact({ publicUrl }, part, path)];
        const said = { ...detail, artifacts, fragmentIndex };
        return {
          ...base,
          type: 'fragment.processed.v2',
          detail: transactionDetailColumn(said, set.x12),
          artifactId: part.id,
        };
      }),
    ];
  });
  const fresh = from === 0 ? transactions : [];
  const feed = fresh.map(({ id, key_mode: mode }): FeedEntry => ({ kind: 'transaction', refId: id, mode, at }));
  return { events, feed };
}

/** What is reported of the file: that it is done, that something of it failed, or both. */
export function fileEvents(
  { publicUrl, at, execution }: Publishing,
  artifacts: readonly ArtifactRow[],
  faults: readonly { readonly code: string; readonly message: string }[],
): readonly NewEvent[] {
  const { id, status } = execution;
  const shown = (usages: readonly ArtifactRow['usage'][]) =>
    artifacts
      .filter(({ usage }) => usages.includes(usage))
      .map((row) => showArtifact({ publicUrl }, row, `/executions/${id}/${row.usage}`));
  const base = { mode: eventMode(execution), resourceKind: 'execution', resourceId: id, at } as const;
  const events: NewEvent[] = [];
  if (status !== 'FAILED') {
    const detail = {
      fileExecutionId: id,
      processedAt: isoTime(at),
      partnershipId: execution.partnership_id,
      connectionId: execution.connection_id,
      artifacts: shown(['input', 'metadata']),
      source: { name: execution.name },
    };
    events.push({ ...base, type: 'file.processed.v2', detail: detailColumn(detail) });
  }
  if (status !== 'COMPLETED') {
    const detail = {
      fileExecutionId: id,
      direction: 'INBOUND',
      processedAt: isoTime(at),
      artifacts: shown(['input']),
      errors: faults.slice(0, MOST_ERRORS).map(({ code, message }) => ({ faultCode: code, message })),
      source: { name: execution.name },
    };
    events.push({ ...base, type: 'file.failed.v2', detail: detailColumn(detail) });
  }
  return events;
}
