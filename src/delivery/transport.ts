import type { InboundPayload, OutboundPayload } from './payload.js';

/**
 * The port to a partner: a directory, an SFTP or FTPS server, an AS2 partner. Adapters pass `transportContract` of
 * `ediloom/testing`. Every error is an `X12Error` of `transportError`; {@link outcomeOf} says what to do about it.
 */
export interface Transport {
  /** `memory`, `directory`, `sftp`, `ftps` or `as2`; adapters from elsewhere have their own word. */
  readonly kind: string;
  /**
   * Delivers, or finds that an earlier attempt with the same id has. Resolves only when the receiver is known to have the
   * bytes whole and under their final name. May be called again with the same payload after any error but a refusal: it looks
   * first, and never sends blindly what may have arrived.
   * @throws X12Error of `transportError`; `X12_ABORTED` by the signal.
   */
  deliver(payload: OutboundPayload, signal?: AbortSignal): Promise<Receipt>;
  /**
   * Yields what is ready to be taken, one at a time. Over files it ends when no more is ready; where the partner pushes (AS2)
   * it goes on until the signal. A payload that was neither accepted nor rejected when the next is asked for stays with the sender.
   */
  receive(signal?: AbortSignal): AsyncIterable<InboundPayload>;
  /** Connects, says what it saw, and changes nothing. Never throws for what the partner does: a failed step is in the report. */
  check(signal?: AbortSignal): Promise<CheckReport>;
  /** Lets go of connections and listeners. Deliveries under way end with an error. */
  close(): Promise<void>;
}

/** Proof that the receiver has the payload. */
export interface Receipt {
  readonly id: string;
  /** The name under which it arrived; not the payload's own where the receiver's directory had that name already. */
  readonly name: string;
  /** Bytes of the payload. */
  readonly size: number;
  /** Of the payload, 64 hexadecimal digits. */
  readonly sha256: string;
  /** True: an earlier attempt had delivered it, and this one only found that out. */
  readonly already: boolean;
  /** What the transport can prove besides: Message-ID, MIC, disposition, the signed receipt in base64. */
  readonly evidence?: Readonly<Record<string, string>> | undefined;
}

/** What a look at the partner's system gave. */
export interface CheckReport {
  readonly kind: string;
  /** All steps went well. */
  readonly ok: boolean;
  /** In the order they were done; those after a failed one may be missing. */
  readonly steps: readonly CheckStep[];
  /** What was seen: host key, TLS version and cipher, certificate and its last day, algorithms, directory rights. No secrets. */
  readonly facts: Readonly<Record<string, string>>;
}

export interface CheckStep {
  /** `connect`, `log in`, `list /in` ... */
  readonly name: string;
  readonly ok: boolean;
  /** For a failed step: what is wrong and what to do. */
  readonly text?: string | undefined;
}
