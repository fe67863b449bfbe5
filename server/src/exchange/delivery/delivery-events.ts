import { isoTime } from '../../clock.js';
import type { ArtifactRow } from '../../objects/artifact-rows.js';
import { showArtifact } from '../../resources/artifacts/shown.js';
import {
  detailColumn,
  type EventDetails,
  type EventPartnership,
  type EventType,
  transactionDetailColumn,
} from '../../resources/events/detail.js';
import type { NewEvent } from '../../resources/events/rows.js';
import { x12Of } from '../../resources/transactions/columns.js';
import type { SentTransaction } from '../../resources/transactions/rows.js';
import type { Executions } from '../../store/tables.js';
import type { LoadedDelivery } from './load-deliveries.js';

interface EventContext {
  readonly delivery: LoadedDelivery;
  readonly publicUrl: string;
  readonly at: number;
}

/** The file has reached the partner. */
export function deliveredEvent(context: EventContext, message: string): NewEvent {
  const { execution } = context.delivery;
  return ofFile(context, 'file.delivered.v2', {
    fileExecutionId: execution.id,
    processedAt: isoTime(context.at),
    artifacts: fileArtifacts(context, ['output']),
    connection: { connectionType: execution.connection_type, connectionId: execution.connection_id },
    delivery: { status: 'DELIVERED', message, artifactId: execution.name },
  });
}

/** The file and each of its transactions are done. */
export function processedEvents(context: EventContext): readonly NewEvent[] {
  const { execution, transactions } = context.delivery;
  const file = ofFile(context, 'file.processed.v2', {
    fileExecutionId: execution.id,
    processedAt: isoTime(context.at),
    partnershipId: execution.partnership_id,
    connectionId: execution.connection_id,
    artifacts: fileArtifacts(context, ['input', 'output', 'metadata']),
    source: { name: execution.name },
  });
  return [file, ...transactions.map((transaction) => transactionEvent(context, transaction))];
}

/** All attempts have failed. */
export function failedEvent(
  context: EventContext,
  fault: { readonly code: string; readonly message: string },
): NewEvent {
  const { execution, transactions } = context.delivery;
  const [first] = transactions;
  return ofFile(context, 'file.failed.v2', {
    fileExecutionId: execution.id,
    direction: execution.direction,
    processedAt: isoTime(context.at),
    artifacts: fileArtifacts(context, ['input', 'output']),
    errors: [{ faultCode: fault.code, message: fault.message }],
    source: { name: execution.name },
    ...(first === undefined ? {} : { partnership: partnershipOf(first), x12: envelopeOf(first) }),
  });
}

function transactionEvent(context: EventContext, transaction: SentTransaction): NewEvent {
  const { delivery, publicUrl, at } = context;
  const { id, direction, mode } = transaction;
  const own = inOrder(delivery.artifacts.get(id) ?? []);
  // A transaction that is alone in its file has no output of its own: the file is its output.
  const output = own.some(({ usage }) => usage === 'output') ? [] : fileRows(delivery, ['output']);
  const detail = {
    transactionId: id,
    direction,
    mode,
    fileExecutionId: delivery.execution.id,
    processedAt: isoTime(transaction.processed_at),
    fragments: null,
    artifacts: [...own, ...output].map((row) => ({
      ...showArtifact({ publicUrl }, row, `/transactions/${id}/${row.usage}`),
      model: 'transaction' as const,
    })),
    partnership: partnershipOf(transaction),
    connectionId: delivery.execution.connection_id,
  };
  return {
    type: 'transaction.processed.v2',
    mode: eventMode(transaction),
    resourceKind: 'transaction',
    resourceId: id,
    detail: transactionDetailColumn(detail, transaction.x12),
    at,
  };
}

function ofFile<Type extends EventType>(
  { delivery, at }: EventContext,
  type: Type,
  detail: EventDetails[Type],
): NewEvent {
  return {
    type,
    mode: eventMode(delivery.execution),
    resourceKind: 'execution',
    resourceId: delivery.execution.id,
    detail: detailColumn(detail),
    at,
  };
}

/**
 * Events know two modes: what is not a test goes where production goes. A test is what ISA15 says is one, and what tests have made or came over a
 * connection for tests, whatever ISA15 says.
 */
export function eventMode({ mode, key_mode }: Pick<Executions, 'mode' | 'key_mode'>): NewEvent['mode'] {
  return mode === 'test' || key_mode === 'test' ? 'test' : 'production';
}

function fileArtifacts({ delivery, publicUrl }: EventContext, usages: readonly ArtifactRow['usage'][]) {
  return fileRows(delivery, usages).map((row) =>
    showArtifact({ publicUrl }, row, `/executions/${delivery.execution.id}/${row.usage}`),
  );
}

function fileRows(
  { artifacts, execution }: LoadedDelivery,
  usages: readonly ArtifactRow['usage'][],
): readonly ArtifactRow[] {
  return inOrder(artifacts.get(execution.id) ?? []).filter(({ usage }) => usages.includes(usage));
}

/** As GetTransaction and GetExecution list them: their ids begin with the time. */
function inOrder(rows: readonly ArtifactRow[]): readonly ArtifactRow[] {
  return rows.length < 2 ? rows : [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));
}

export function partnershipOf({
  partnership_id,
  sender_id,
  receiver_id,
}: Pick<SentTransaction, 'partnership_id' | 'sender_id' | 'receiver_id'>): EventPartnership {
  return {
    partnershipId: partnership_id,
    partnershipType: 'x12',
    sender: { profileId: sender_id },
    receiver: { profileId: receiver_id },
  };
}

/** Of a transaction's `x12`, what is true for the whole file. */
function envelopeOf(transaction: SentTransaction) {
  const { interchange, sender, receiver } = x12Of(transaction).metadata;
  return { metadata: { interchange, sender: { isa: sender.isa }, receiver: { isa: receiver.isa } } };
}
