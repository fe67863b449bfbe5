import type { DeliveryReports, Executions, Faults, Json } from '../../store/tables.js';

// The columns of executions, delivery reports and faults that hold JSON: what is in them, and the only place that reads or writes it.

/** What acknowledgments of a sent interchange are matched by: its header, and those of its functional groups. */
export interface SentInterchange {
  readonly senderQualifier: string;
  readonly senderId: string;
  readonly receiverQualifier: string;
  readonly receiverId: string;
  /** ISA13. */
  readonly controlNumber: number;
  /** ISA15. */
  readonly usageIndicator: 'I' | 'P' | 'T';
  /** ISA09, `YYYY-MM-DD`, and ISA10, `HH:MM`; files of older releases have neither. */
  readonly date?: string;
  readonly time?: string;
  readonly groups: readonly SentGroup[];
}

export interface SentGroup {
  /** GS01; absent for sets that no release has. */
  readonly functionalIdentifierCode: string | undefined;
  /** GS02 and GS03. */
  readonly applicationSenderCode: string;
  readonly applicationReceiverCode: string;
  /** GS08. */
  readonly release: string;
  /** GS06. */
  readonly controlNumber: number | undefined;
  /** How many transaction sets it has. */
  readonly transactions: number;
}

/** `executions.interchange`. */
export function interchangeColumn(sent: SentInterchange): NonNullable<Executions['interchange']> {
  return JSON.stringify(sent);
}

/** `undefined`: it was not written down, or by no release of ours. */
export function interchangeOf({ interchange }: Pick<Executions, 'interchange'>): SentInterchange | undefined {
  if (interchange === null) return undefined;
  // Written by `interchangeColumn`.
  const sent = JSON.parse(interchange) as Partial<SentInterchange>;
  return sent.groups === undefined ? undefined : (sent as SentInterchange);
}

/** What a delivery report says beside its columns, in the interface's words. */
export interface DeliveryMetadata {
  readonly attempts: number;
  /** Of a file that was delivered: what the partner's side has, as far as it says so, and under which name. */
  readonly bytes?: number;
  readonly sha256?: string;
  readonly remote_name?: string;
  /** Where the partner's signed receipt (AS2) is kept. */
  readonly mdn_file?: { readonly repository: 'artifacts'; readonly pointer: string };
}

/** `delivery_reports.metadata`. */
export function metadataColumn(metadata: DeliveryMetadata): Json {
  return JSON.stringify(metadata);
}

export function metadataOf({ metadata }: Pick<DeliveryReports, 'metadata'>): DeliveryMetadata | undefined {
  // Written by `metadataColumn`.
  return metadata === null ? undefined : (JSON.parse(metadata) as DeliveryMetadata);
}

/** What is known of a fault beside its columns, in the interface's words; each where it has a meaning. */
export interface FaultDetail {
  readonly guideId?: string;
  readonly transactionSetIdentifier?: string;
  readonly release?: string;
  readonly senderProfile?: unknown;
  readonly receiverProfile?: unknown;
  readonly translateFaultContext?: unknown;
}

/** `faults.detail`. */
export function faultDetailColumn(detail: FaultDetail): Json {
  return JSON.stringify(detail);
}

export function faultDetailOf({ detail }: Pick<Faults, 'detail'>): FaultDetail {
  // Written by `faultDetailColumn`.
  return JSON.parse(detail) as FaultDetail;
}
