import type { Transport } from '../delivery/transport.js';
import { requireForm } from '../model/check-options.js';
import type { Engine } from './engine.js';
import type { StreamOptions } from './engine-options.js';
import type { Received } from './exchange.js';

const TRANSPORT = { calls: ['receive'], name: 'a transport, such as createDirectoryTransport makes one' } as const;

type Readers = Pick<Engine, 'parse' | 'stream' | 'validate' | 'acknowledge'>;

/** The payloads of a transport with the engine's verbs on each. */
export async function* receiveFrom(
  engine: Readers,
  transport: Transport,
  signal: AbortSignal | undefined,
): AsyncGenerator<Received, void, undefined> {
  requireForm('receive', 'transport', transport, TRANSPORT);
  if (signal !== undefined) requireForm('receive', 'signal', signal, 'signal');
  for await (const payload of transport.receive(signal)) {
    const { id, name, size, contentType, origin } = payload;
    yield {
      ...{ id, name, size, contentType, origin },
      open: () => payload.open(),
      accept: () => payload.accept(),
      reject: (reason) => payload.reject(reason),
      parse: (options) => engine.parse(payload.open(), options),
      stream: (options?: StreamOptions) => engine.stream(payload.open(), options),
      validate: (options) => engine.validate(payload.open(), options),
      acknowledge: (options) => engine.acknowledge(payload.open(), options),
    };
  }
}
