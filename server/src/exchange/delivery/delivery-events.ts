import { isoTime } from '../../clock.js';
import type { NewEvent } from '../../resources/events/rows.js';
import type { Json } from '../../store/tables.js';
import type { ArtifactFacts, LoadedDelivery, TransactionFacts } from './load-deliveries.js';

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

function transactionEvent({ delivery, publicUrl, at }: EventContext, transaction: TransactionFacts): NewEvent {
  const { id, direction, mode } = transaction;
  const own = delivery.artifacts.get(id) ?? [];
  // A transaction that is alone in its file has no output of its own: the file is its output.
  const output = own.some(({ usage }) => usage === 'output') ? [] : outputOf(delivery);
  const head = {
    transactionId: id,
    direction,
    mode,
    fileExecutionId: delivery.execution.id,
    processedAt: isoTime(transaction.processed_at),
    fragments: null,
    artifacts: [...own, ...output].map((row) => ({
      ...artifactOf(publicUrl, `/transactions/${id}`, row),
      model: 'transaction',
    })),
    partnership: partnershipOf(transaction),
    connectionId: delivery.execution.connection_id,
  };
  return {
    type: 'transaction.processed.v2',
    mode: eventMode(mode),
    resourceKind: 'transaction',
    resourceId: id,
    detail: withJson(head, 'x12', transaction.x12),
    at,
  };
}

function ofFile({ delivery, at }: EventContext, type: NewEvent['type'], detail: object): NewEvent {
  const { execution } = delivery;
  return {
    type,
    mode: eventMode(execution.mode),
    resourceKind: 'execution',
    resourceId: execution.id,
    detail: JSON.stringify(detail),
    at,
  };
}

/** Adds a member whose JSON is there already, without reading it. */
function withJson(head: object, name: string, json: Json): Json {
  return `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:${json}}`;
}

function eventMode(mode: string): NewEvent['mode'] {
  return mode === 'test' ? 'test' : 'production';
}

function fileArtifacts({ delivery, publicUrl }: EventContext, usages: readonly ArtifactFacts['usage'][]) {
  const { id } = delivery.execution;
  return (delivery.artifacts.get(id) ?? [])
    .filter(({ usage }) => usages.includes(usage))
    .map((row) => artifactOf(publicUrl, `/executions/${id}`, row));
}

function outputOf({ artifacts, execution }: LoadedDelivery): readonly ArtifactFacts[] {
  return (artifacts.get(execution.id) ?? []).filter(({ usage }) => usage === 'output');
}

function artifactOf(publicUrl: string, path: string, { type, usage, size, model }: ArtifactFacts) {
  return { artifactType: type, usage, sizeBytes: size, url: `${publicUrl}/2023-08-01${path}/${usage}`, model };
}

function partnershipOf({ partnership_id, sender_id, receiver_id }: TransactionFacts) {
  return {
    partnershipId: partnership_id,
    partnershipType: 'x12',
    sender: { profileId: sender_id },
    receiver: { profileId: receiver_id },
  };
}

/** Of the transaction's `x12`, what is true for the whole file. */
function envelopeOf({ x12 }: TransactionFacts) {
  // What this server wrote when it made the file.
  const { metadata } = JSON.parse(x12) as { readonly metadata?: EnvelopeFacts };
  const { interchange, sender, receiver } = metadata ?? {};
  return { metadata: { interchange, sender: { isa: sender?.isa }, receiver: { isa: receiver?.isa } } };
}

interface EnvelopeFacts {
  readonly interchange?: unknown;
  readonly sender?: { readonly isa?: unknown };
  readonly receiver?: { readonly isa?: unknown };
}
