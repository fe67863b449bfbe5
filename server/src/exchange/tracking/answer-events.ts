import { detailColumn, type EventType, type ResourceRef } from '../../resources/events/detail.js';
import type { NewEvent } from '../../resources/events/rows.js';
import { sentFactsOf } from '../../resources/tracking/columns.js';
import type { SentGroups } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import type { RejectedSet } from './write-answers.js';

/** Transactions that an event names. */
const MOST_TRANSACTIONS = 1000;

/** One a file of which sets were rejected: which, and the file that says so. */
export function rejectedEvents(
  rejected: readonly RejectedSet[],
  { executionId, at }: { readonly executionId: string; readonly at: number },
): readonly NewEvent[] {
  return [...grouped(rejected, ({ group }) => group.execution_id).values()].map((sets) =>
    eventOf(
      'acknowledgment.rejected',
      sets.map(({ group }) => group),
      at,
      [
        { id: executionId, type: 'file' },
        ...sets.slice(0, MOST_TRANSACTIONS).map(({ transactionId }) => ({ id: transactionId, type: 'transaction' })),
      ],
    ),
  );
}

/** One a file for which answers are missing. @param groups of files, which are overdue. */
export function overdueEvents(groups: readonly SentGroups[], at: number): readonly NewEvent[] {
  const files = grouped(groups, ({ execution_id }) => execution_id);
  return [...files.values()].map((ofFile) => eventOf('acknowledgment.overdue', ofFile, at, []));
}

function eventOf(
  type: EventType & `acknowledgment.${string}`,
  [group]: readonly SentGroups[],
  at: number,
  relatedResources: readonly ResourceRef[],
): NewEvent {
  if (group === undefined) throw new RangeError('An event is about a file.');
  return {
    type,
    mode: sentFactsOf(group).usage === 'T' ? 'test' : 'production',
    resourceKind: 'execution',
    resourceId: group.execution_id,
    detail: detailColumn({ relatedResources }),
    at,
  };
}
