import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readEnvelope } from '../../src/caqh-core/read-envelope.js';
import { ReceivedClaimFiles } from './received-claim-files.js';

/** Leads requests of CAQH CORE on to a payer, and knows which files of claims it took. */
export class CoreDoor {
  readonly files = new ReceivedClaimFiles();
  /** Its address, of which the path is the payer's. */
  readonly origin: string;
  readonly #close: () => void;

  private constructor(origin: string, close: () => void) {
    this.origin = origin;
    this.#close = close;
  }

  /** @param target origin of the payer. */
  static async open(target: () => string): Promise<CoreDoor> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const door = new CoreDoor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
      server.close();
      server.closeAllConnections();
    });
    server.on('request', async (request, response) => {
      try {
        // Who was killed has sent half of it: that is no request.
        const body = await buffer(request);
        const { 'content-type': contentType = '', authorization, accept } = request.headers;
        const answer = await fetch(`${target()}${request.url}`, {
          method: request.method ?? 'POST',
          body,
          headers: {
            'content-type': contentType,
            ...(authorization === undefined ? {} : { authorization }),
            ...(accept === undefined ? {} : { accept }),
          },
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.ok) door.#note(body, contentType);
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes);
      } catch {
        response.destroy();
      }
    });
    return door;
  }

  close(): void {
    this.#close();
  }

  #note(body: Uint8Array, contentType: string): void {
    const envelope = readEnvelope(body, contentType);
    if ('code' in envelope || envelope.payload === undefined) return;
    const { PayloadID = '', PayloadType = '' } = envelope.texts;
    if (PayloadType.startsWith('X12_837_Request')) this.files.take(PayloadID, envelope.payload);
  }
}
