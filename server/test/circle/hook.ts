import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generateIdentity } from 'ediloom/transports/as2';

/** An event as it came, each time. */
export interface Delivered {
  /** The header `webhook-id`: that of the event, however often it comes. */
  readonly id: string;
  /** Where it was posted: `/hook`, or behind it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver of webhooks over https, whose certificate an authority of our own has signed. */
export class Hook {
  readonly url: string;
  /** For TRUSTED_CA_FILE. */
  readonly caFile: string;
  readonly delivered: Delivered[] = [];
  /** What it answers. */
  status = 200;
  readonly #server: Server;

  private constructor(server: Server, caFile: string) {
    this.#server = server;
    this.caFile = caFile;
    // Bound already: `open` waits for it, and it is no pipe.
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  /** @param folder where its certificate is written. */
  static async open(folder: string): Promise<Hook> {
    const own = await generateIdentity({
      commonName: 'localhost',
      hosts: ['localhost', '127.0.0.1'],
      days: 30,
      key: 'ec',
    });
    const caFile = join(folder, 'hook.crt');
    writeFileSync(caFile, own.certificatePem);
    const server = createServer({ cert: own.certificatePem, key: own.privateKeyPem });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const hook = new Hook(server, caFile);
    server.on('request', async (request, response) => {
      const parts: Buffer[] = [];
      // What is cut off was not delivered.
      try {
        for await (const part of request) parts.push(part);
      } catch {
        return;
      }
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const body = Buffer.concat(parts).toString('utf8');
      if (hook.status < 300)
        hook.delivered.push({ id: headers['webhook-id'] ?? '', path: request.url ?? '', headers, body });
      response.writeHead(hook.status).end();
    });
    return hook;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
