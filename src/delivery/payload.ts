import { requireForm } from '../model/check-options.js';
/** Bytes under a name that can be read more than once: every attempt to deliver opens them again. */
export interface Payload {
  /** File name without any directory. */
  readonly name: string;
  /** Bytes, where known before reading. */
  readonly size?: number | undefined;
  /** Media type, for transports that pass it on: `application/edi-x12` by default. */
  readonly contentType?: string | undefined;
  /** Reads from the first byte. May be called again, and while another reading is not finished. */
  open(): AsyncIterable<Uint8Array>;
}

/** What is handed to a transport. */
export interface OutboundPayload extends Payload {
  /**
   * Names this delivery for ever: the same id with the same bytes and name in every attempt, after a restart too. The journal
   * knows by it what was done. At least one character; no value of the payload.
   */
  readonly id: string;
  /**
   * Where the receiver keeps files in directories: the one below the transport's, `/` between names, such as `orders/2026`. It exists.
   * Default that of the transport. The same in every attempt.
   */
  readonly directory?: string | undefined;
}

/** What a transport hands over. Until `accept` resolves, the sender's copy is where it was, or the sender has no receipt. */
export interface InboundPayload extends Payload {
  /** Stable for the same file in the same place: whoever stored it and was killed before `accept` sees the same id again. */
  readonly id: string;
  /** Where it came from, for people and for matching: directory, AS2 ids, Message-ID. No credentials. */
  readonly origin: Readonly<Record<string, string>>;
  /** It is stored durably. Deletes or archives the sender's copy, or sends the receipt. */
  accept(): Promise<void>;
  /** It was not taken: the sender's copy stays (or goes to the directory of rejects), or an error receipt is sent. */
  reject(reason?: RejectReason): Promise<void>;
}

/**
 * Why a payload is not taken: what the data is like, or a trouble of our own. `try-again`: one that passes; whoever sends it is asked to come
 * again, and a file stays where it is.
 */
export type RejectReason = 'unexpected-processing-error' | 'unsupported-format' | 'try-again';

/** A payload held in memory. */
export function payloadOf(id: string, name: string, bytes: Uint8Array, contentType?: string): OutboundPayload {
  requireForm('payloadOf', 'id', id, 'text');
  requireForm('payloadOf', 'name', name, 'text');
  requireForm('payloadOf', 'bytes', bytes, 'bytes');
  return {
    id,
    name,
    size: bytes.length,
    ...(contentType === undefined ? {} : { contentType }),
    async *open() {
      yield bytes;
    },
  };
}
