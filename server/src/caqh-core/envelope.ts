import { createHash } from 'node:crypto';
import { rowOfStructure, type Structure } from './interactions.js';

/** How an envelope is written: SOAP 1.2, or as the parts of a MIME multipart/form-data. Both have the same elements. */
export type EnvelopeForm = 'soap' | 'mime';

/**
 * What an envelope says beside its payload. `PayloadLength` and `CheckSum` belong to batches; `ErrorCode` and `ErrorMessage` to answers.
 * The order is that of the schema, in which SOAP writes them.
 */
export const ELEMENT_NAMES = [
  'PayloadType',
  'ProcessingMode',
  'PayloadID',
  'PayloadLength',
  'TimeStamp',
  'SenderID',
  'ReceiverID',
  'CORERuleVersion',
  'CheckSum',
  'Payload',
  'ErrorCode',
  'ErrorMessage',
] as const;

export type ElementName = (typeof ELEMENT_NAMES)[number];

/** The texts of an envelope, by element; what is empty or not there has none. */
export type EnvelopeTexts = Readonly<Partial<Record<Exclude<ElementName, 'Payload'>, string>>>;

/** Name and password: the UsernameToken of WS-Security, or the parts `UserName` and `Password`. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** An envelope to be written. */
export interface CoreEnvelope {
  readonly structure: Structure;
  readonly payloadType: string;
  /** A UUID; all envelopes of a batch have that of its submission. */
  readonly payloadId: string;
  readonly sentAt: Date;
  readonly senderId: string;
  readonly receiverId: string;
  readonly payload?: Uint8Array | undefined;
  /** Of an answer. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** An envelope as it was read; whether it says what it must is not judged here (`check-request.ts`, `judge-response.ts`). */
export interface ReceivedEnvelope {
  readonly form: EnvelopeForm;
  /** `RealTimeRequest`, `BatchSubmission`: what follows `COREEnvelope` in SOAP; MIME does not say it. */
  readonly structure?: string | undefined;
  readonly texts: EnvelopeTexts;
  /** Blanks before it are left out. */
  readonly payload?: Uint8Array | undefined;
  /** Elements that no envelope has, in their order. */
  readonly unknown: readonly string[];
  readonly credentials?: ReceivedCredentials | undefined;
}

/** `digest`: the password cannot be compared, as whoever keeps keys as hashes does not have it. */
export type ReceivedCredentials = ({ readonly kind: 'text' } & Credentials) | { readonly kind: 'digest' };

/** The version of the rule that all of this is about. */
export const RULE_VERSION = '2.2.0';

/** UTC without fractions of a second, as the rule has it. */
export function timeStamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** The texts of an envelope, in the order of the schema; its payload is written by each form in its own way. */
export function textsOf(envelope: CoreEnvelope): EnvelopeTexts {
  const { payload } = envelope;
  const { mode } = rowOfStructure(envelope.structure);
  return {
    PayloadType: envelope.payloadType,
    ProcessingMode: mode,
    PayloadID: envelope.payloadId,
    // Of batches alone, and of what has a payload.
    ...(mode === 'Batch' && payload !== undefined
      ? { PayloadLength: String(payload.length), CheckSum: sha1(payload) }
      : {}),
    TimeStamp: timeStamp(envelope.sentAt),
    SenderID: envelope.senderId,
    ReceiverID: envelope.receiverId,
    CORERuleVersion: RULE_VERSION,
    ...(envelope.error === undefined ? {} : { ErrorCode: envelope.error.code, ErrorMessage: envelope.error.message }),
  };
}

/** The checksum of the rule, as hexadecimal digits. */
export function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

const KNOWN: ReadonlySet<string> = new Set(ELEMENT_NAMES);

export function isElementName(name: string): name is ElementName {
  return KNOWN.has(name);
}
