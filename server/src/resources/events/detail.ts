import type { Json } from '../../store/tables.js';
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
  readonly 'transaction.processed.v2': FileEvent & {
    readonly transactionId: string;
    readonly direction: string;
    readonly mode: string;
    readonly fragments: null;
    readonly partnership: EventPartnership;
    readonly connectionId: string | null;
    readonly x12: X12;
  };
}

export type EventType = keyof EventDetails;

/** What all of them say. */
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

/** `events.detail`. */
export function detailColumn(detail: EventDetails[EventType]): Json {
  return JSON.stringify(detail);
}

/**
 * `events.detail` of a processed transaction.
 * @param x12 as the transaction's column has it: it goes in as it is, since reading and writing it again would cost each delivery.
 */
export function transactionDetailColumn(
  detail: Omit<EventDetails['transaction.processed.v2'], 'x12'>,
  x12: Json,
): Json {
  return `${JSON.stringify(detail).slice(0, -1)},"x12":${x12}}`;
}
