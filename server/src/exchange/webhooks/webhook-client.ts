import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import { type ConnectionOptions, createSecureContext, rootCertificates } from 'node:tls';
import type { Platform } from '../../platform.js';

/** Milliseconds from the beginning of an attempt, connection and TLS included, to the status of the answer. */
const TIMEOUT_MS = 5_000;
/** Bytes of an answer that are read and thrown away, so that the connection can be used again. */
const MOST_IGNORED = 64 * 1024;
/** A connection that nothing goes over is closed after so many milliseconds. */
const IDLE_MS = 10_000;
/** Connections to one host that are kept for the next webhook. */
const MOST_KEPT = 8;

/** The code of the error of an attempt that was not answered in time. */
export const NOT_ANSWERED = 'ETIMEDOUT';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Of the account that the destination belongs to. */
  readonly guard: Platform['outgoing'];
  readonly signal: AbortSignal;
}

export interface WebhookClientOptions {
  /** Roots in PEM that are trusted beside those of Node. */
  readonly trustedAuthorities?: string | undefined;
  /** Default 5 s. */
  readonly timeoutMs?: number | undefined;
}

/** Posts webhooks over connections that are kept for a while. Redirects are not followed: their status is the answer. */
export class WebhookClient {
  readonly #agent: Agent;
  readonly #tls: Pick<ConnectionOptions, 'secureContext'>;
  readonly #timeoutMs: number;

  constructor({ trustedAuthorities, timeoutMs = TIMEOUT_MS }: WebhookClientOptions = {}) {
    this.#timeoutMs = timeoutMs;
    // Made once: as `ca` of each request, all roots would be read for each connection, and stand in the name by which kept ones are found.
    this.#tls =
      trustedAuthorities === undefined
        ? {}
        : { secureContext: createSecureContext({ ca: [...rootCertificates, trustedAuthorities] }) };
    this.#agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MOST_KEPT });
  }

  /**
   * @returns the status of the answer, whatever it is.
   * @throws Problem `ADDRESS_REFUSED`; an Error with a code of Node's or OpenSSL's; the reason of the signal.
   */
  async post(webhook: WebhookRequest): Promise<number> {
    const until = performance.now() + this.#timeoutMs;
    const { hostname } = new URL(webhook.url);
    const host = hostname.replace(/^\[|\]$/g, '');
    // Names are checked where they are looked up, which is not done for these.
    if (isIP(host) !== 0) await webhook.guard.check(host);
    try {
      return await this.#attempt(webhook, { agent: this.#agent, until });
    } catch (error) {
      // It was closed at the other end since it was used last, and nothing of this webhook has been read.
      if (!(error instanceof StaleError)) throw error;
      return this.#attempt(webhook, { agent: false, until });
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #attempt(
    { url, headers, body, guard, signal }: WebhookRequest,
    { agent, until }: { readonly agent: Agent | false; readonly until: number },
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const length = { 'content-length': String(body.byteLength) };
      const sent = request(url, {
        ...this.#tls,
        ...{ method: 'POST', agent, lookup: guard.lookup, headers: { ...headers, ...length } },
      });
      const late = setTimeout(
        () => sent.destroy(Object.assign(new Error('Not answered.'), { code: NOT_ANSWERED })),
        Math.max(1, until - performance.now()),
      );
      const abort = (): void => void sent.destroy(asError(signal.reason));
      signal.addEventListener('abort', abort, { once: true });
      const over = (): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', abort);
      };
      let status: number | undefined;
      sent.on('response', (answer) => {
        status = answer.statusCode ?? 0;
        ignore(answer);
      });
      // What happens to the rest of an answer whose status is there changes nothing.
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        if (status === undefined) reject(isStale ? new StaleError() : error);
      });
      sent.on('close', () => {
        over();
        if (status === undefined) reject(Object.assign(new Error('Closed.'), { code: 'ECONNRESET' }));
        else resolve(status);
      });
      if (signal.aborted) abort();
      else sent.end(body);
    });
  }
}

/** A connection that was kept is dead. */
class StaleError extends Error {}

function ignore(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_IGNORED) answer.destroy();
  });
  answer.on('error', () => {});
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('Ended by the signal.');
}
