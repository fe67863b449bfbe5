import type { InboundPayload } from '../delivery/payload.js';
import type { RetryOptions } from '../delivery/retry.js';
import type { Receipt, Transport } from '../delivery/transport.js';
import type { Guide } from '../model/guide.js';
import type { LoopIdOf } from '../model/known-guide.js';
import type { AcknowledgedInterchange } from './acknowledge.js';
import type { Document } from './document.js';
import type { EngineEvent, LoopedEvent } from './engine-event.js';
import type {
  AcknowledgeOptions,
  GenerateOptions,
  GenerateResult,
  ReadOptions,
  StreamOptions,
  ValidateOptions,
  ValidationResult,
} from './engine-options.js';

export interface SendOptions extends Omit<GenerateOptions, 'findings'> {
  readonly transport: Transport;
  /**
   * Names this delivery for ever. Sending again under the same id finds out what became of it and delivers at most once; so send
   * the very same document, with its control numbers in it: other bytes are refused.
   */
  readonly id: string;
  /** File name for the receiver. */
  readonly name: string;
  /** Media type, where the transport passes one on. Default `application/edi-x12`. */
  readonly contentType?: string | undefined;
  /** Further attempts; without it there is one. */
  readonly retries?: Omit<RetryOptions, 'signal'> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Sent extends GenerateResult {
  readonly receipt: Receipt;
}

/**
 * What a partner sent, and the engine's verbs on it; each reads the payload from its first byte. Store what came of it, then
 * call `accept`: only that lets the sender's copy go.
 */
export type Received<G extends Guide = Guide> = InboundPayload & {
  parse(options?: ReadOptions): Promise<Document<G>>;
  stream(options?: StreamOptions & { readonly loop?: undefined }): AsyncGenerator<EngineEvent<G>, void, undefined>;
  stream<const L extends LoopIdOf<G>>(options?: StreamOptions<L>): AsyncGenerator<LoopedEvent<G, L>, void, undefined>;
  validate(options?: ValidateOptions): Promise<ValidationResult>;
  acknowledge(options?: AcknowledgeOptions): Promise<readonly AcknowledgedInterchange[]>;
};
