import type { InboundPayload } from '../delivery/payload.js';
import type { Transport } from '../delivery/transport.js';
import type { AcknowledgedInterchange } from './acknowledge.js';
import type { Document } from './document.js';
import type { Engine } from './engine.js';
import type { EngineEvent } from './engine-event.js';
import type { AcknowledgeOptions, ReadOptions, StreamOptions, ValidationResult } from './engine-options.js';

/**
 * What a partner sent, and the engine's verbs on it; each reads the payload from its first byte. Store what came of it, then
 * call `accept`: only that lets the sender's copy go.
 */
export interface Received extends InboundPayload {
  parse(options?: ReadOptions): Promise<Document>;
  stream(options?: StreamOptions): AsyncGenerator<EngineEvent, void, undefined>;
  validate(options?: ReadOptions): Promise<ValidationResult>;
  acknowledge(options?: AcknowledgeOptions): Promise<readonly AcknowledgedInterchange[]>;
}

type Readers = Pick<Engine, 'parse' | 'stream' | 'validate' | 'acknowledge'>;

/** The payloads of a transport with the engine's verbs on each. */
export async function* receiveFrom(
  engine: Readers,
  transport: Transport,
  signal: AbortSignal | undefined,
): AsyncGenerator<Received, void, undefined> {
  for await (const payload of transport.receive(signal)) {
    const { id, name, size, contentType, origin } = payload;
    yield {
      ...{ id, name, size, contentType, origin },
      open: () => payload.open(),
      accept: () => payload.accept(),
      reject: (reason) => payload.reject(reason),
      parse: (options) => engine.parse(payload.open(), options),
      stream: (options) => engine.stream(payload.open(), options),
      validate: (options) => engine.validate(payload.open(), options),
      acknowledge: (options) => engine.acknowledge(payload.open(), options),
    };
  }
}
