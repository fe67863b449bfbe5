import { payloadOf } from '../delivery/payload.js';
import { deliverWithRetries, type RetryOptions } from '../delivery/retry.js';
import type { Receipt, Transport } from '../delivery/transport.js';
import type { DocumentInput } from './document.js';
import type { Engine } from './engine.js';
import type { GenerateOptions, GenerateResult } from './engine-options.js';

export interface SendOptions extends Omit<GenerateOptions, 'findings'> {
  readonly transport: Transport;
  /**
   * Names this delivery for ever. Sending again under the same id finds out what became of it and delivers at most once; so send
   * the very same document, with its control numbers in it: other bytes are refused.
   */
  readonly id: string;
  /** File name for the receiver. */
  readonly name: string;
  /** Media type, where the transport tells one. Default `application/edi-x12`. */
  readonly contentType?: string | undefined;
  /** Further attempts; without it there is one. */
  readonly retries?: Omit<RetryOptions, 'signal'> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Sent extends GenerateResult {
  readonly receipt: Receipt;
}

/** Writes a document once and delivers those bytes, however often it takes. */
export async function sendBy(
  engine: Pick<Engine, 'generate'>,
  document: DocumentInput,
  options: SendOptions,
): Promise<Sent> {
  const { transport, id, name, contentType = 'application/edi-x12', retries, signal, ...writing } = options;
  const written = engine.generate(document, writing);
  const payload = payloadOf(id, name, written.bytes, contentType);
  const receipt =
    retries === undefined
      ? await transport.deliver(payload, signal)
      : await deliverWithRetries(transport, payload, { ...retries, signal });
  return { ...written, receipt };
}
