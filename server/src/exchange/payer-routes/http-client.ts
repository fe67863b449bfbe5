import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import { isPublicAddress } from 'ediloom/transports';
import { Problem } from '../../problems.js';
import { type NoReply, none } from './replies.js';
import type { OpenedRoute } from './route-kind.js';

/** Where no other number is given. A 271 has a few thousand to some hundred thousand. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Bytes of the head of an answer. */
const MOST_HEADER_BYTES = 32 * 1024;
/** A connection that nothing goes over is closed after so many milliseconds: before the other end does, which would cost the next question. */
const IDLE_MS = 4_000;
const MOST_KEPT = 64;

export interface HttpClientOptions extends Pick<OpenedRoute, 'guard' | 'trustedAuthorities'> {
  readonly url: string;
  /** PEM; for partners who know their clients by certificates. */
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  /** Bytes of an answer that are read; more end it. Default 4 MiB. */
  readonly mostBytes?: number | undefined;
}

export interface HttpQuestion {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly onSending: () => void;
  readonly signal: AbortSignal;
}

/** An answer of whatever status, or why there is none. */
export type HttpAnswer =
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly headers: IncomingMessage['headers'];
      readonly body: Uint8Array;
      /** Asks nothing more over the connection that it came by; a question that is under way over it goes to its end. */
      readonly mistrust: () => void;
    }
  | NoReply;

/**
 * Posts over connections that are kept for a while. A question is sent once: where a connection that was kept turns out to be dead, nobody knows
 * how far the bytes came, and they are not sent again. Redirects are not followed, and nothing is unpacked.
 */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #url: URL;
  readonly #agent: Agent | PlainAgent;
  readonly #mistrusted = new WeakSet<Socket>();

  constructor(options: HttpClientOptions) {
    const { trustedAuthorities, clientCertificate: cert, clientKey: key } = options;
    this.#options = options;
    this.#url = new URL(options.url);
    const kept = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MOST_KEPT, scheduling: 'lifo' } as const;
    const roots = trustedAuthorities === undefined ? {} : { ca: [...rootCertificates, trustedAuthorities] };
    const own = cert === undefined ? {} : { cert, key };
    this.#agent =
      this.#url.protocol === 'https:'
        ? new Agent({ ...kept, secureContext: createSecureContext({ ...roots, ...own }) })
        : new PlainAgent(kept);
  }

  async post(question: HttpQuestion): Promise<HttpAnswer> {
    try {
      await this.#demandAddress();
    } catch (error) {
      return none(error instanceof Problem ? 'refused' : 'not-reached', false, codeOf(error));
    }
    return new Promise((resolve) => this.#send(question, resolve));
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Names are checked again where they are looked up; addresses are not looked up. Without TLS only networks that the operator allows are reached. */
  async #demandAddress(): Promise<void> {
    const host = this.#url.hostname.replace(/^\[|\]$/g, '');
    const isSecure = this.#url.protocol === 'https:';
    if (isSecure && isIP(host) === 0) return;
    const { address } = await this.#options.guard.check(host);
    if (isSecure || !isPublicAddress(address)) return;
    throw new Problem('invalid', 'Beyond private networks payers are reached over https alone.', {
      code: 'TLS_NEEDED',
    });
  }

  #send({ headers, body, onSending, signal }: HttpQuestion, resolve: (answer: HttpAnswer) => void): void {
    let wasSent = false;
    const request = this.#url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent: ClientRequest = request(this.#url, {
      method: 'POST',
      agent: this.#agent,
      lookup: this.#options.guard.lookup,
      maxHeaderSize: MOST_HEADER_BYTES,
      headers: { ...headers, 'accept-encoding': 'identity', 'content-length': String(body.byteLength) },
    });
    const abort = (): void => void sent.destroy(new TimedOut());
    const end = (answer: HttpAnswer): void => {
      signal.removeEventListener('abort', abort);
      resolve(answer);
    };
    // From here on bytes may leave: the head goes out as soon as the connection stands.
    const sending = (): void => {
      if (wasSent) return;
      wasSent = true;
      onSending();
    };
    sent.on('socket', (socket) => {
      if (!socket.connecting && sent.reusedSocket) sending();
      else socket.once(this.#url.protocol === 'https:' ? 'secureConnect' : 'connect', sending);
    });
    sent.on('response', (answer) => {
      const { socket } = answer;
      const { mostBytes = MOST_BYTES } = this.#options;
      void read(answer, { mostBytes, mistrust: () => this.#mistrust(socket) }).then(end);
    });
    // Right before the connection would be kept for the next question.
    sent.on('close', () => {
      if (sent.socket !== null && this.#mistrusted.has(sent.socket)) sent.socket.destroy();
    });
    // Node ends such a connection without an error: nobody has asked for another protocol.
    sent.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      end(none('http-status', true, String(statusCode)));
    });
    sent.on('error', (error) => end(failureOf(error, wasSent)));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else sent.end(body);
  }

  #mistrust(socket: Socket): void {
    this.#mistrusted.add(socket);
    const isFree = Object.values(this.#agent.freeSockets).some((free) => free?.includes(socket));
    if (isFree) socket.destroy();
  }
}

class TimedOut extends Error {}

/** Never rejects: what breaks off in the midst is no answer. */
async function read(
  answer: IncomingMessage,
  { mostBytes, mistrust }: { readonly mostBytes: number; readonly mistrust: () => void },
): Promise<HttpAnswer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes > mostBytes) {
        answer.destroy();
        return none('too-large', true);
      }
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    return error instanceof TimedOut ? none('timed-out', true) : none('broken-off', true, codeOf(error));
  }
  if (!answer.complete) return none('broken-off', true);
  return {
    kind: 'http',
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks),
    mistrust,
  };
}

/** Codes of TLS and certificates, by which the other end is not who it should be, or does not take us. */
const REFUSED = /^(?:CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

function failureOf(error: Error, wasSent: boolean): HttpAnswer {
  const code = codeOf(error);
  if (error instanceof TimedOut) return none(wasSent ? 'timed-out' : 'not-reached', wasSent, 'ETIMEDOUT');
  if (error instanceof Problem || REFUSED.test(code ?? '')) return none('refused', wasSent, code);
  return none(wasSent ? 'broken-off' : 'not-reached', wasSent, code);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
