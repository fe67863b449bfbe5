import type { ContentCipher, KeyTransport } from '../agreement/algorithms.js';
import type { Certificate } from '../certificates/certificate.js';
import type { FailureReason } from '../mdn/dispositions.js';
import type { MdnReading } from '../mdn/read-mdn.js';
import type { Mic } from '../signed/mic.js';
import type { Octets } from '../spool/octets.js';

/** What a partner's transmission turned out to be. */
export type OpenedTransmission = OpenedPayload | OpenedMdn | TransmissionFailure;

export interface OpenedPayload {
  readonly kind: 'payload';
  readonly payload: {
    /** Safe as the name of a file; `undefined` where none was given, or nothing of it is safe. */
    readonly name: string | undefined;
    /** As it stands, printable ASCII. */
    readonly contentType: string | undefined;
    /** Until `discard`. */
    readonly octets: Octets;
  };
  /** For the receipt. */
  readonly mic: Mic;
  readonly signedBy: Certificate | undefined;
  readonly cipher: ContentCipher | undefined;
  readonly keyTransport: KeyTransport | undefined;
  readonly compressed: boolean;
  /** Gives back what the spool holds; the payload with it. */
  discard(): Promise<void>;
}

/** A receipt that came in by itself. Nothing is answered to it. */
export interface OpenedMdn {
  readonly kind: 'mdn';
  readonly reading: MdnReading;
}

/** It is not taken; the reason is the disposition to answer. */
export interface TransmissionFailure {
  readonly kind: 'failure';
  readonly reason: FailureReason;
  /** What is wrong, for our own log: which step, which rule. No value received. */
  readonly text: string;
  /** Where the signed octets are known. */
  readonly mic?: Mic | undefined;
}

/** Thrown within `openTransmission` only, and given back by it as an {@link TransmissionFailure}. */
export class TransmissionError extends Error {
  override readonly name = 'TransmissionError';
  readonly reason: FailureReason;
  readonly mic: Mic | undefined;

  constructor(reason: FailureReason, text: string, options: { readonly mic?: Mic; readonly cause?: unknown } = {}) {
    super(text, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.mic = options.mic;
  }
}
