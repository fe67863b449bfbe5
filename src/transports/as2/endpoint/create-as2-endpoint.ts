import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { abortedError } from '../../../delivery/aborted.js';
import type { InboundPayload } from '../../../delivery/payload.js';
import { transportError } from '../../../delivery/transport-error.js';
import { requireForm } from '../../../model/check-options.js';
import { isX12Error, X12Error } from '../../../model/error.js';
import type { Partnership } from '../agreement/partnership.js';
import { headerOf } from '../mime/headers.js';
import { MimeError } from '../mime/mime-error.js';
import { headersFrom } from '../mime/wire-headers.js';
import type { Spool } from '../spool/octets.js';
import { SpoolBudget, SpoolFullError } from '../spool/spool-budget.js';
import { createTemporarySpool } from '../spool/temporary-spool.js';
import { readTransmissionHead, type TransmissionHead } from '../transmission/transmission-head.js';
import type { As2Endpoint, As2EndpointLimits, As2EndpointOptions, As2Event } from './as2-endpoint.js';
import { type As2Request, type As2Response, busyResponse, plainResponse } from './as2-exchange.js';
import { HandOver, type PartnerFilter } from './hand-over.js';
import { PostReceipts } from './post-receipts.js';
import { BodyError } from './read-body.js';
import { Reception } from './receive-transmission.js';
import { Receptions } from './reception-record.js';
import { RequestSlots } from './request-slots.js';

/** Beyond it no body is a receipt. */
const MAX_RECEIPT = 1024 * 1024;

/** @throws X12Error `X12_OPTION_INVALID`. */
export function createAs2Endpoint(options: As2EndpointOptions): As2Endpoint {
  requireForm('createAs2Endpoint', 'options', options, 'object');
  if (typeof options.partnerships !== 'function')
    requireForm('createAs2Endpoint', 'partnerships', options.partnerships, 'list');
  return new Endpoint(options);
}

class Endpoint implements As2Endpoint {
  readonly #options: As2EndpointOptions;
  readonly #limits: As2EndpointLimits;
  readonly #closing = new AbortController();
  readonly #handOver = new HandOver();
  readonly #posts: PostReceipts;
  readonly #receiving: Reception;
  /** Where all partnerships have one journal. */
  readonly #receptions: Receptions | undefined;
  readonly #spool: Spool;

  constructor(options: As2EndpointOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    for (const [name, value] of Object.entries(this.#limits)) demandPositive(name, value);
    if (typeof options.partnerships !== 'function') demandPairsOnce(options.partnerships);
    const { journal, spool = createTemporarySpool(), holdMs = 120_000, now = () => new Date(), onStep } = options;
    demandPositive('holdMs', holdMs);
    const wait = options.wait ?? (async (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, { signal }));
    const journalOf = typeof journal === 'function' ? journal : () => journal;
    this.#receptions = typeof journal === 'function' ? undefined : new Receptions(journal);
    this.#spool = spool;
    const partnershipOf = (from: string, to: string) => this.#find(from, to);
    const signal = this.#closing.signal;
    // Each request listens to it.
    setMaxListeners(0, signal);
    this.#posts = new PostReceipts({
      ...RECEIPTS,
      ...options.receipts,
      receptionsOf: (partnership) => new Receptions(journalOf(partnership)),
      receptions: this.#receptions,
      partnershipOf,
      wait,
      signal,
      onFailure: ({ from, to, messageId }, cause) => {
        if (!signal.aborted) this.#tell({ kind: 'receipt-unsent', text: textOf(cause), from, to, messageId, cause });
      },
    });
    this.#receiving = new Reception({
      journalOf,
      spool,
      budget: new SpoolBudget(this.#limits),
      slots: new RequestSlots(this.#limits),
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
    try {
      return await this.#handle(request);
    } catch (error) {
      return this.#failed(error, request);
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

  async check(): Promise<void> {
    await this.#receptions?.check();
    try {
      await (await this.#spool.create()).discard();
    } catch (cause) {
      const text =
        'The spool of the AS2 endpoint cannot be written. Give it a directory that exists and is yours to write.';
      throw new X12Error('X12_OPTION_INVALID', text, { cause, details: { option: 'spool' } });
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
    const isAllowed = asyncUrl === undefined || this.#posts.allows(asyncUrl, partnership);
    if (!isAllowed || head.mdnRequest?.addressUnusable) {
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

  /** A fault of our own may pass: the sender is asked to come again. */
  #failed(error: unknown, request: As2Request): As2Response {
    if (error instanceof BodyError) return this.#refuse(request, error.status, error.message);
    if (error instanceof SpoolFullError) {
      const refused = this.#refuse(request, 413, error.message);
      return error.alone ? refused : busyResponse('No room now.');
    }
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
  minBytesPerSecond: 1024,
  slowMs: 30_000,
  maxBodies: 256,
  maxBodiesPerAddress: 48,
  maxBodiesPerPartnership: 128,
  maxRequests: 64,
  maxRequestsPerPartnership: 48,
  maxSpoolBytes: 16 * 1024 ** 3,
  maxSpoolBytesPerAddress: 8 * 1024 ** 3,
};

const RECEIPTS = {
  post: 'here' as const,
  publicOnly: true,
  attempts: 6,
  delayMs: 30_000,
  connectMs: 30_000,
  idleMs: 60_000,
};

function textOf(error: unknown): string {
  return isX12Error(error) ? error.message : 'A fault of our own; look at the cause.';
}

/** The second of a pair would never be asked, and its partner be refused without a word here. */
function demandPairsOnce(partnerships: readonly Partnership[]): void {
  const pairs = new Set<string>();
  for (const { ourId, partnerId } of partnerships) {
    // No AS2 id has a line break.
    const pair = `${ourId}\n${partnerId}`;
    if (pairs.has(pair)) {
      const text = `Two partnerships of the AS2 endpoint are of ${ourId} with ${partnerId}. Make one of them, with the certificates of both.`;
      throw new X12Error('X12_OPTION_INVALID', text, { details: { option: 'partnerships' } });
    }
    pairs.add(pair);
  }
}

function demandPositive(option: string, value: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw new X12Error('X12_OPTION_INVALID', `${option} of the AS2 endpoint must be above 0.`, { details: { option } });
}
