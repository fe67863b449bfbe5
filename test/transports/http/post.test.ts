import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { transportReasonOf } from '../../../src/delivery/transport-error.js';
import { isX12Error } from '../../../src/model/error.js';
import { type Post, type PostResult, post } from '../../../src/transports/http/post.js';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A server that is told each connection and writes what it likes. */
async function serve(onSocket: (socket: Socket) => void): Promise<URL> {
  const server = createServer((socket) => {
    open.push({ close: () => socket.destroy() });
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return new URL(`http://127.0.0.1:${address.port}/as2?x=1`);
}

/** Reads until the body of `length` bytes is there. */
function whenRead(socket: Socket, length: number, then: (request: string) => void): void {
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
    const head = text.indexOf('\r\n\r\n');
    if (head >= 0 && text.length >= head + 4 + length) then(text);
  });
}

async function* chunks(count: number, size = 1000): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(size).fill(65);
}

function send(url: URL, options: Partial<Post> = {}): Promise<PostResult> {
  const defaults = { connectMs: 5000, idleMs: 5000, maxResponseBytes: 100_000 };
  const headers = [['Content-Length', '3000'] as const, ['AS2-From', 'ALPHA'] as const];
  return post({ url, headers, body: chunks(3), ...defaults, ...options });
}

async function reasonOf(sending: Promise<unknown>): Promise<unknown> {
  return sending.then(
    () => 'no error',
    (error: unknown) => transportReasonOf(error) ?? (isX12Error(error) ? error.code : error),
  );
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSubject: folded\r\n over lines\r\n\r\nok';

describe('post', () => {
  it('sends headers and body, and reads an answer with folded headers', async () => {
    let seen = '';
    const url = await serve((socket) =>
      whenRead(socket, 3000, (request) => {
        seen = request;
        socket.write(OK);
      }),
    );
    const answer = await send(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.body).toString()).toBe('ok');
    expect(answer.headers.find(([name]) => name === 'Subject')?.[1]).toMatch(/^folded\s+over lines$/);
    expect(seen).toContain('POST /as2?x=1 HTTP/1.1');
    expect(seen).toContain(`Host: ${url.host}`);
    expect(seen.slice(seen.indexOf('\r\n\r\n') + 4)).toBe('A'.repeat(3000));
  });

  it('gives an answer that came before the body was through, and sends no more', async () => {
    const url = await serve((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'));
    });
    let made = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; made < 1_000_000; made++) {
        yield new Uint8Array(65_536);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const answer = await send(url, { body: endless(), headers: [['Transfer-Encoding', 'chunked']] });
    expect(answer.status).toBe(403);
    expect(made).toBeLessThan(100_000);
  });

  it('says that nothing listens', async () => {
    const url = await serve(() => undefined);
    for (const one of open.splice(0)) one.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await reasonOf(send(url))).toBe('connection-refused');
  });

  it('a connection cut in the body: nothing arrived', async () => {
    const url = await serve((socket) => socket.once('data', () => socket.destroy()));
    expect(await reasonOf(send(url, { body: chunks(10_000, 65_536) }))).toBe('connection-lost');
  });

  it('a connection cut after the body: nobody knows', async () => {
    const url = await serve((socket) => whenRead(socket, 3000, () => socket.destroy()));
    expect(await reasonOf(send(url))).toBe('confirmation-lost');
  });

  it('a partner that takes the body and never answers: nobody knows', async () => {
    const url = await serve((socket) => socket.resume());
    expect(await reasonOf(send(url, { idleMs: 200 }))).toBe('confirmation-lost');
  });

  it('a partner that gives a byte of its answer now and then', async () => {
    const url = await serve((socket) =>
      whenRead(socket, 3000, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = setInterval(() => socket.writable && socket.write('a'), 20);
        socket.once('close', () => clearInterval(more));
      }),
    );
    expect(await reasonOf(send(url, { idleMs: 500 }))).toBe('confirmation-lost');
  });

  it('a partner that takes nothing: timed out', async () => {
    const url = await serve((socket) => socket.pause());
    expect(await reasonOf(send(url, { idleMs: 300, body: chunks(2000, 65_536) }))).toBe('timed-out');
  });

  it('a server that is no HTTP server', async () => {
    const url = await serve((socket) => socket.write('220 mail.example ESMTP\r\n'));
    expect(await reasonOf(send(url))).toBe('protocol-broken');
  });

  it('an answer without an end is cut off', async () => {
    const url = await serve((socket) =>
      whenRead(socket, 3000, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = setInterval(() => socket.writable && socket.write(Buffer.alloc(65_536)), 1);
        socket.once('close', () => clearInterval(more));
      }),
    );
    expect(await reasonOf(send(url))).toBe('protocol-broken');
  });

  it('a payload that cannot be read', async () => {
    const url = await serve((socket) => socket.resume());
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error('disk');
    }
    expect(await reasonOf(send(url, { body: broken() }))).toBe('payload-unreadable');
  });

  it('TLS where there is none', async () => {
    const url = await serve((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await reasonOf(send(new URL(url.href.replace('http:', 'https:'))))).toBe('tls-unsupported');
  });

  it('an address that is not public, where a partner named it', async () => {
    const url = await serve(() => undefined);
    expect(await reasonOf(send(url, { publicOnly: true }))).toBe('address-refused');
    url.hostname = 'localhost';
    expect(await reasonOf(send(url, { publicOnly: true }))).toBe('address-refused');
  });

  it('is aborted at any time', async () => {
    expect(await reasonOf(send(new URL('http://127.0.0.1:9/'), { signal: AbortSignal.abort() }))).toBe('X12_ABORTED');
    const url = await serve((socket) => socket.resume());
    expect(await reasonOf(send(url, { signal: AbortSignal.timeout(100) }))).toBe('X12_ABORTED');
  });
});

it('gives up where the body is taken too slowly, however little silence there is', async () => {
  const url = await serve((socket) => {
    socket.pause();
    // A little now and then.
    const timer = setInterval(() => socket.read(1000), 20);
    socket.on('readable', () => {}).once('close', () => clearInterval(timer));
  });
  const body = chunks(1_000_000, 65_536);
  const headers = [['Content-Length', String(65_536_000_000)] as const];
  const leastRate = { minBytesPerSecond: 10 ** 12, slowTimeout: 300 };
  expect(await reasonOf(send(url, { body, headers, idleMs: 60_000, leastRate }))).toBe('stalled');
});
