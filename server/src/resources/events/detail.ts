import type { Events, Json } from '../../store/tables.js';
import type { Artifact } from '../artifacts/schemas.js';
import type { X12 } from '../transactions/columns.js';

// What events say, in the words of the interface: `detail` of an event as it is sent. The only place that writes the column.

/** The members of `detail` by the type of the event. */
export interface EventDetails {
  /** A file has reached the partner. */
  readonly 'file.delivered.v2': FileEvent & {
    readonly connection: { readonly connectionType: string | null; readonly connectionId: string | null };
    readonly delivery: { readonly status: 'DELIVERED'; readonly message: string; readonly artifactId: string };
  };
  /** A file is done. */
  readonly 'file.processed.v2': FileEvent & {
    readonly partnershipId: string | null;
    readonly connectionId: string | null;
    readonly source: { readonly name: string };
  };
  /** A file could not be delivered. */
  readonly 'file.failed.v2': FileEvent & {
    readonly direction: string;
    readonly errors: readonly { readonly faultCode: string; readonly message: string }[];
    readonly source: { readonly name: string };
    readonly partnership?: EventPartnership;
    readonly x12?: object;
  };
  /** A transaction of a file is done. */
  readonly 'transaction.processed.v2': TransactionEvent;
  /** A part of a received transaction that is taken apart. */
  readonly 'fragment.processed.v2': TransactionEvent & { readonly fragmentIndex: number };
  /** A file lies whole in a bucket. */
  readonly 'file.created': {
    readonly version: string;
    readonly metadata: { readonly processedAt: string };
    readonly source: {
      readonly type: 'bucket';
      readonly bucketName: string;
      readonly key: string;
      /** Bytes. */
      readonly size: number;
    };
  };
  /** A partner has rejected what was sent. */
  readonly 'acknowledgment.rejected': ThinEvent;
  /** A partner has not acknowledged in time what was sent. */
  readonly 'acknowledgment.overdue': ThinEvent;
  /** An enrollment has another status. */
  readonly 'enrollment.activated': ThinEvent;
  readonly 'enrollment.rejected': ThinEvent;
  readonly 'enrollment.updated': ThinEvent;
  /** A task of an enrollment was given, done, or taken back. */
  readonly 'enrollment.task.assigned': ThinEvent;
  readonly 'enrollment.task.completed': ThinEvent;
  readonly 'enrollment.task.deleted': ThinEvent;
  /** A claim has another state; beside it the report of the payer that says so. */
  readonly 'claim.accepted': ThinEvent;
  readonly 'claim.rejected': ThinEvent;
  readonly 'claim.updated': ThinEvent;
  /** The server has disabled a destination. */
  readonly 'destination.disabled': ThinEvent;
  /** A test. */
  readonly 'event.ping': ThinEvent;
}

export type EventType = keyof EventDetails;

/** What is sent of it is the thin payload, never this. */
interface ThinEvent {
  /** Beside what the event is of. */
  readonly relatedResources?: readonly ResourceRef[];
}

/** Something that an event is about. */
export interface ResourceRef {
  readonly id: string;
  /** `file`, `transaction`, `destination`; of a transaction also `transaction.x12.850`. */
  readonly type: string;
}

interface TransactionEvent extends FileEvent {
  readonly transactionId: string;
  readonly direction: string;
  readonly mode: string;
  /** Of a transaction that is taken apart: how. */
  readonly fragments: {
    readonly keyName: string;
    readonly fragmentCount: number;
    readonly batchSize: number;
  } | null;
  readonly partnership: EventPartnership;
  readonly connectionId: string | null;
  readonly x12: X12;
}

/** What all with an envelope say. */
interface FileEvent {
  readonly fileExecutionId: string;
  readonly processedAt: string;
  readonly artifacts: readonly Artifact[];
}

export interface EventPartnership {
  readonly partnershipId: string;
  readonly partnershipType: 'x12';
  readonly sender: { readonly profileId: string };
  readonly receiver: { readonly profileId: string };
}

/** What else an event is about, by its `detail`. */
export function relatedResourcesOf({ detail }: Pick<Events, 'detail'>): readonly ResourceRef[] {
  // Written by the functions below: a detail of one of the types above.
  const {
    relatedResources = [],
    transactionId,
    fileExecutionId,
    x12,
  } = JSON.parse(detail) as Partial<TransactionEvent & ThinEvent>;
  if (transactionId === undefined) return relatedResources;
  const set = x12?.metadata?.transaction?.transactionSetIdentifier;
  return [
    ...(set === undefined ? [] : [{ id: transactionId, type: `transaction.x12.${set}` }]),
    ...(fileExecutionId === undefined ? [] : [{ id: fileExecutionId, type: 'file' }]),
  ];
}

/** `events.detail`. */
export function detailColumn(detail: EventDetails[EventType]): Json {
  return JSON.stringify(detail);
}

/**
 * `events.detail` of a processed transaction.
 * @param x12 as the transaction's column has it: it goes in as it is, since reading and writing it again would cost each delivery.
 */
export function transactionDetailColumn(
  detail: Omit<EventDetails['transaction.processed.v2' | 'fragment.processed.v2'], 'x12'>,
  x12: Json,
): Json {
  return `${JSON.stringify(detail).slice(0, -1)},"x12":${x12}}`;
}
