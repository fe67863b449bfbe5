import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import { abortedError } from '../../delivery/aborted.js';
import { transportError } from '../../delivery/transport-error.js';
import { isX12Error } from '../../model/error.js';
import { connectSocket } from '../network/connect-socket.js';
import { LEAST_RATE, type LeastRate, RateWatch } from '../network/least-rate.js';
import { demandPublicHost } from '../network/public-address.js';
import { classifySocketError } from '../network/socket-error.js';
import type { TlsTrust } from '../network/tls-trust.js';

export type HeaderPair = readonly [name: string, value: string];

export interface Post {
  /** `http:` or `https:`. */
  readonly url: URL;
  /** As they go out, Content-Length among them; Host and Connection are added. */
  readonly headers: readonly HeaderPair[];
  /** Opened once. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly trust?: TlsTrust | undefined;
  /** Refuse addresses that are not public: for URLs that a partner named. Default false. */
  readonly publicOnly?: boolean | undefined;
  /** How the host becomes an address; default Node's. */
  readonly lookup?: LookupFunction | undefined;
  /** Milliseconds for connecting, TLS included. */
  readonly connectMs: number;
  /** Milliseconds without a byte, either way; while the partner works on its answer, too. All of the answer takes twice as long at most. */
  readonly idleMs: number;
  /** How slowly the body may go out. */
  readonly leastRate?: LeastRate | undefined;
  /** Bytes of the answer; a longer one ends in `protocol-broken`. */
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PostResult {
  readonly status: number;
  /** As received, in order. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

/**
 * Posts a body and reads the answer, whatever its status. Redirects are not followed, as the partner's address and certificate
 * were agreed. Each has a connection of its own: one that was kept may be dead without knowing it.
 * @throws X12Error of `transportError`: `confirmation-lost` for a loss after the whole body was handed over; `X12_ABORTED`.
 */
export async function post(options: Post): Promise<PostResult> {
  const { url, trust = {}, publicOnly, lookup, connectMs, signal } = options;
  if (publicOnly === true) demandPublicHost(url);
  const tls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (tls ? 443 : 80);
  const socket = await connectSocket({
    host,
    port,
    publicOnly,
    lookup,
    connectMs,
    signal,
    trust: tls ? trust : undefined,
  });
  const exchange = new Exchange(socket, options);
  try {
    return await exchange.run();
  } catch (error) {
    if (signal?.aborted === true) {
      throw abortedError(signal.reason);
    }
    throw isX12Error(error) ? error : classifySocketError(error, { at: url.host, sent: exchange.sent });
  } finally {
    exchange.end();
  }
}

/** One request and its answer over one socket. */
class Exchange {
  readonly #options: Post;
  readonly #request: ClientRequest;
  readonly #answer: Promise<PostResult>;
  readonly #abort: () => void;
  #answered = false;
  #late: NodeJS.Timeout | undefined;
  /** The whole body was handed over. */
  sent = false;

  constructor(socket: Socket, options: Post) {
    const { url, headers, idleMs, signal } = options;
    this.#options = options;
    this.#request = openRequest({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      // Partners fold long headers, which Node refuses by default. What comes in goes nowhere but into our own reader.
      insecureHTTPParser: true,
      createConnection: () => socket,
      headers: ['Host', url.host, 'Connection', 'close', ...headers.flat()],
    });
    socket.setTimeout(idleMs, () => this.#giveUp());
    this.#abort = () => void this.#request.destroy(new Error('Aborted.'));
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.#answer = this.#awaitAnswer();
    const answered = (): void => {
      this.#answered = true;
    };
    this.#answer.then(answered, answered);
  }

  async run(): Promise<PostResult> {
    await this.#writeBody();
    // A byte now and then is no silence, and would keep the delivery for days.
    this.#late = setTimeout(() => this.#giveUp(), 2 * this.#options.idleMs);
    return await this.#answer;
  }

  end(): void {
    clearTimeout(this.#late);
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#request.destroy();
  }

  #giveUp(): void {
    this.#request.destroy(Object.assign(new Error('Idle.'), { code: 'ETIMEDOUT' }));
  }

  /** An answer may come before the body is through: the partner refuses, and what is left need not be sent. */
  async #writeBody(): Promise<void> {
    let [gone, lump] = [0, 0];
    const tooSlow = (error: Error) => void this.#request.destroy(error);
    const { body, leastRate = LEAST_RATE } = this.#options;
    // What is told of together is a piece of the body at most.
    const rate = new RateWatch({ ...leastRate, moved: () => gone, lump: () => lump, tooSlow });
    try {
      for await (const chunk of readable(body)) {
        if (this.#answered) return;
        lump = Math.max(lump, chunk.length);
        const counted = () => {
          gone += chunk.length;
        };
        if (!this.#request.write(chunk, counted)) await rate.during(this.#drained());
      }
      if (!this.#answered) await rate.during(this.#ended());
    } finally {
      rate.end();
    }
  }

  #drained(): Promise<unknown> {
    return this.#orAnswered((done) => this.#request.once('drain', done));
  }

  #ended(): Promise<unknown> {
    return this.#orAnswered((done) =>
      this.#request.end(() => {
        this.sent = true;
        done();
      }),
    );
  }

  #orAnswered(begin: (done: () => void) => void): Promise<unknown> {
    return Promise.race([new Promise<void>(begin), this.#answer.catch(() => undefined)]);
  }

  #awaitAnswer(): Promise<PostResult> {
    return new Promise((resolve, reject) => {
      this.#request.once('error', reject);
      this.#request.once('close', () => reject(Object.assign(new Error('Closed.'), { code: 'ECONNRESET' })));
      this.#request.once('response', (response) => {
        readAnswer(response, this.#options).then(resolve, reject);
      });
    });
  }
}

async function* readable(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw isX12Error(cause) ? cause : transportError('payload-unreadable', { cause });
  }
}

async function readAnswer(response: IncomingMessage, { maxResponseBytes, url }: Post): Promise<PostResult> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Without an encoding set, a response gives buffers.
  for await (const bytes of response as AsyncIterable<Uint8Array>) {
    size += bytes.length;
    if (size > maxResponseBytes) {
      throw transportError('protocol-broken', { at: `${url.host}, an answer of more than ${maxResponseBytes} bytes` });
    }
    chunks.push(bytes);
  }
  const { rawHeaders, statusCode = 0 } = response;
  const headers = Array.from({ length: rawHeaders.length / 2 }, (_, i): HeaderPair => {
    return [rawHeaders[2 * i] ?? '', rawHeaders[2 * i + 1] ?? ''];
  });
  return { status: statusCode, headers, body: Buffer.concat(chunks) };
}
