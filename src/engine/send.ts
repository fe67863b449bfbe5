import { payloadOf } from '../delivery/payload.js';
import { deliverWithRetries } from '../delivery/retry.js';
import { checkOptions } from '../model/check-options.js';
import type { DocumentInput } from './document.js';
import type { Engine } from './engine.js';
import type { SendOptions, Sent } from './exchange.js';
import { DOCUMENT_RULES, SEND_RULES, WRITE_RULES } from './writing-rules.js';

/** Writes a document once and delivers those bytes, however often it takes. */
export async function sendBy(
  engine: Pick<Engine, 'generate'>,
  document: DocumentInput,
  options: SendOptions,
): Promise<Sent> {
  checkOptions('send', options, SEND_RULES, WRITE_RULES, DOCUMENT_RULES);
  const { transport, id, name, contentType = 'application/edi-x12', retries, signal, ...writing } = options;
  const written = engine.generate(document, writing);
  const payload = payloadOf(id, name, written.bytes, contentType);
  const receipt =
    retries === undefined
      ? await transport.deliver(payload, signal)
      : await deliverWithRetries(transport, payload, { ...retries, signal });
  return { ...written, receipt };
}
