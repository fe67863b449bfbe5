import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { abortedError } from '../../../delivery/aborted.js';
import type { Journal } from '../../../delivery/journal.js';
import type { InboundPayload } from '../../../delivery/payload.js';
import { transportError } from '../../../delivery/transport-error.js';
import { isX12Error, X12Error } from '../../../model/error.js';
import type { TlsTrust } from '../../network/tls-trust.js';
import type { Partnership } from '../agreement/partnership.js';
import { headerOf } from '../mime/headers.js';
import { MimeError } from '../mime/mime-error.js';
import { headersFrom } from '../mime/wire-headers.js';
import type { Spool } from '../spool/octets.js';
import { temporarySpool } from '../spool/temporary-spool.js';
import type { OpenTransmissionLimits } from '../transmission/open-transmission.js';
import { readTransmissionHead, type TransmissionHead } from '../transmission/transmission-head.js';
import { type As2Request, type As2Response, busyResponse, plainResponse } from './as2-exchange.js';
import { HandOver, type PartnerFilter } from './hand-over.js';
import { PostReceipts } from './post-receipts.js';
import { BodyError } from './read-body.js';
import { Reception } from './receive-transmission.js';
import { Receptions } from './reception-record.js';
import type { TakenReceipt } from './take-receipt.js';

export interface As2EndpointOptions {
  /** All partnerships, or what finds the one of a sender (AS2-From) and receiver (AS2-To). */
  readonly partnerships:
    | readonly Partnership[]
    | ((from: string, to: string) => Partnership | undefined | Promise<Partnership | undefined>);
  /** One that outlives the process; for asynchronous receipts the one that the deliveries are written in. */
  readonly journal: Journal;
  /** Where transmissions are while they are held. Default `temporarySpool()`. */
  readonly spool?: Spool | undefined;
  /** Milliseconds from hand-over to accept; then the sender is answered with an error. Default 120,000. */
  readonly holdMs?: number | undefined;
  readonly limits?: Partial<As2EndpointLimits> | undefined;
  /** For asynchronous receipts. */
  readonly receipts?: Partial<ReceiptSettings> | undefined;
  readonly now?: (() => Date) | undefined;
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** A receipt that came in by itself, late ones too; judged and written down already. */
  readonly onReceipt?: ((receipt: TakenReceipt) => void) | undefined;
  readonly onEvent?: ((event: As2Event) => void) | undefined;
  /** Called before each step, with its name; for tests that end the process there. */
  readonly onStep?: ((step: string) => void | Promise<void>) | undefined;
}

export interface As2EndpointLimits extends OpenTransmissionLimits {
  /** Of a body. Default 2 GiB. */
  readonly maxBodyBytes: number;
  /** Milliseconds without a byte of a body. Default 60,000. */
  readonly idleMs: number;
  /** Milliseconds for all of a body. Default 3,600,000. */
  readonly bodyMs: number;
  /** Requests at once, held ones included; further ones are told to come again. Default 64. */
  readonly maxRequests: number;
}

export interface ReceiptSettings {
  readonly trust: TlsTrust;
  /** Only public addresses, beside the one where the partner receives. Default true. */
  readonly publicOnly: boolean;
  /** Posts of one, in one process. Default 6. */
  readonly attempts: number;
  /** Milliseconds to the second; each wait is twice the one before. Default 30,000. */
  readonly delayMs: number;
  /** Default 30,000. */
  readonly connectMs: number;
  /** Default 60,000. */
  readonly idleMs: number;
}

/** What happened that nobody asked for; ids and texts of ours, no value of a payload. */
export interface As2Event {
  /** `refused`: not taken. `receipt-unmatched`: for nothing that was sent. `receipt-unsent`: given up for now. `fault`: of our own. */
  readonly kind: 'refused' | 'duplicate' | 'receipt-unmatched' | 'receipt-unsent' | 'fault';
  readonly text: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly messageId?: string | undefined;
  readonly address?: string | undefined;
  readonly cause?: unknown;
}

/** Receives over AS2, whatever brings the requests of HTTP. */
export interface As2Endpoint {
  /** Takes a request and gives the answer; a transmission is held until it is accepted. Never rejects. */
  handle(request: As2Request): Promise<As2Response>;
  /** Yields what comes in, one at a time, until the signal. Several may receive at once. */
  receive(signal?: AbortSignal, partner?: PartnerFilter): AsyncIterable<InboundPayload>;
  /** Posts the asynchronous receipts that an earlier process left. @returns how many the partners have now. */
  resume(): Promise<number>;
  /** Answers what is held with an error; what comes from now on is told to come again. */
  close(): Promise<void>;
}

/** Beyond it no body is a receipt. */
const MAX_RECEIPT = 1024 * 1024;

/** @throws X12Error `X12_OPTION_INVALID`. */
export function createAs2Endpoint(options: As2EndpointOptions): As2Endpoint {
  return new Endpoint(options);
}

class Endpoint implements As2Endpoint {
  readonly #options: As2EndpointOptions;
  readonly #limits: As2EndpointLimits;
  readonly #closing = new AbortController();
  readonly #handOver = new HandOver();
  readonly #posts: PostReceipts;
  readonly #receiving: Reception;
  #requests = 0;

  constructor(options: As2EndpointOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    for (const [name, value] of Object.entries(this.#limits)) demandPositive(name, value);
    const { journal, spool = temporarySpool(), holdMs = 120_000, now = () => new Date(), onStep } = options;
    demandPositive('holdMs', holdMs);
    const wait = options.wait ?? (async (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, { signal }));
    const receptions = new Receptions(journal);
    const partnershipOf = (from: string, to: string) => this.#find(from, to);
    const signal = this.#closing.signal;
    // Each request listens to it.
    setMaxListeners(0, signal);
    this.#posts = new PostReceipts({
      ...RECEIPTS,
      ...options.receipts,
      receptions,
      partnershipOf,
      wait,
      signal,
      onFailure: ({ from, to, messageId }, cause) => {
        if (!signal.aborted) this.#tell({ kind: 'receipt-unsent', text: textOf(cause), from, to, messageId, cause });
      },
    });
    this.#receiving = new Reception({
      journal,
      receptions,
      spool,
      holdMs,
      limits: this.#limits,
      handOver: this.#handOver,
      posts: this.#posts,
      now,
      wait,
      signal,
      onReceipt: (receipt) => options.onReceipt?.(receipt),
      onEvent: (event) => this.#tell(event),
      step: async (name) => onStep?.(name),
    });
  }

  async handle(request: As2Request): Promise<As2Response> {
    if (this.#closing.signal.aborted) return busyResponse('Closed.');
    if (this.#requests >= this.#limits.maxRequests) return busyResponse('Too many requests at once.');
    this.#requests++;
    try {
      return await this.#handle(request);
    } catch (error) {
      return this.#failed(error, request);
    } finally {
      this.#requests--;
    }
  }

  async *receive(signal?: AbortSignal, partner?: PartnerFilter): AsyncGenerator<InboundPayload> {
    const closing = this.#closing.signal;
    if (closing.aborted) throw transportError('closed');
    const either = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    try {
      yield* this.#handOver.receive(either, partner);
    } catch (error) {
      if (signal?.aborted) throw abortedError(signal.reason);
      throw closing.aborted ? transportError('closed', { cause: error }) : error;
    }
  }

  async resume(): Promise<number> {
    return this.#posts.resume();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#receiving.close();
    await this.#posts.settled();
  }

  async #handle(request: As2Request): Promise<As2Response> {
    if (request.method !== 'POST') return plainResponse(405, 'AS2 is spoken by POST.', [['Allow', 'POST']]);
    const headers = headersFrom(request.headers);
    const reading = readTransmissionHead(headers);
    if (!reading.ok) return this.#refuse(request, 400, reading.text);
    const { head } = reading;
    const partnership = await this.#find(head.from, head.to);
    // No receipt to strangers: it could not be signed by anything that was agreed, and would tell them who is known here.
    if (partnership === undefined) return this.#refuse(request, 403, 'No partnership of these AS2 ids.', head);
    const length = Number(headerOf(headers, 'Content-Length') ?? 0);
    if (length > this.#limits.maxBodyBytes) return this.#refuse(request, 413, 'The body is too large.', head);
    const asyncUrl = head.mdnRequest?.asyncUrl;
    if (asyncUrl !== undefined && !this.#posts.allows(asyncUrl, partnership)) {
      return this.#refuse(request, 403, 'The address for the receipt is not allowed.', head);
    }
    // What is no receipt needs someone who takes it; that is said before a gigabyte is sent.
    if (length > MAX_RECEIPT && !this.#handOver.isReceiving(partnership)) return busyResponse('Nobody receives now.');
    return this.#receiving.receive(request, head, partnership);
  }

  async #find(from: string, to: string): Promise<Partnership | undefined> {
    const { partnerships } = this.#options;
    if (typeof partnerships === 'function') return partnerships(from, to);
    return partnerships.find(({ partnerId, ourId }) => partnerId === from && ourId === to);
  }

  #refuse({ address }: As2Request, status: number, text: string, head?: TransmissionHead): As2Response {
    const ids = head === undefined ? {} : { from: head.from, to: head.to, messageId: head.messageId };
    this.#tell({ kind: 'refused', text, address, ...ids });
    return plainResponse(status, status === 403 ? 'Refused.' : text);
  }

  /** A fault of our own may pass: the sender is told to come again. */
  #failed(error: unknown, request: As2Request): As2Response {
    if (error instanceof BodyError) return this.#refuse(request, error.status, error.message);
    if (error instanceof MimeError) return this.#refuse(request, 400, error.message);
    this.#tell({ kind: 'fault', text: textOf(error), address: request.address, cause: error });
    return busyResponse('A fault of the receiver. Send it again later.');
  }

  #tell(event: As2Event): void {
    try {
      this.#options.onEvent?.(event);
    } catch {
      // What the listener does is no matter of the sender.
    }
  }
}

const LIMITS: As2EndpointLimits = {
  maxBytes: 2 * 1024 ** 3,
  maxLayers: 6,
  maxBodyBytes: 2 * 1024 ** 3,
  idleMs: 60_000,
  bodyMs: 3_600_000,
  maxRequests: 64,
};

const RECEIPTS = { publicOnly: true, attempts: 6, delayMs: 30_000, connectMs: 30_000, idleMs: 60_000 };

function textOf(error: unknown): string {
  return isX12Error(error) ? error.message : 'A fault of our own; look at the cause.';
}

function demandPositive(option: string, value: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw new X12Error('X12_OPTION_INVALID', `${option} of the AS2 endpoint must be above 0.`, { details: { option } });
}
