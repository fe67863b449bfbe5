import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { generateIdentity } from 'ediloom/transports/as2';

/** A webhook as it came in. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (received: Received, response: ServerResponse, count: number) => void;

export interface Receiver {
  readonly url: string;
  /** Its own authority. */
  readonly certificate: string;
  readonly received: readonly Received[];
  /** Connections that were made to it. */
  readonly connections: number;
  /** What it answers from now on. Default: 204. */
  answer(answer: Answer | number): void;
  close(): Promise<void>;
}

/** Who receives webhooks over TLS, on this machine. */
export async function openReceiver(): Promise<Receiver> {
  const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: 'localhost', days: 1, key: 'ec' });
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let current: Answer = (_, response) => void response.writeHead(204).end();
  // Between two webhooks a busy machine may take longer than the five seconds that a connection is kept else.
  const settings = { cert: certificatePem, key: privateKeyPem, keepAliveTimeout: 600_000 };
  const server = createServer(settings, (request, response) => {
    void bodyOf(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      current(one, response, received.length);
    });
  });
  server.on('secureConnection', () => {
    connections += 1;
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/hooks`,
    certificate: certificatePem,
    received,
    get connections() {
      return connections;
    },
    answer: (answer) => {
      current = typeof answer === 'function' ? answer : (_, response) => void response.writeHead(answer).end();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
