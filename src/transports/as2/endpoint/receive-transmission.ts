import { createHash } from 'node:crypto';
import type { Journal } from '../../../delivery/journal.js';
import type { Partnership } from '../agreement/partnership.js';
import type { DispositionReason, FailureReason } from '../mdn/dispositions.js';
import { digestOf, type Mic } from '../signed/mic.js';
import type { Octets, Spool } from '../spool/octets.js';
import type { SpoolBudget } from '../spool/spool-budget.js';
import { type TrackedSpool, trackedSpool } from '../spool/tracked-spool.js';
import { openTransmission } from '../transmission/open-transmission.js';
import type { OpenedPayload } from '../transmission/opened-transmission.js';
import type { TransmissionHead } from '../transmission/transmission-head.js';
import { answerReceipt } from './answer-receipt.js';
import type { As2EndpointLimits, As2Event } from './as2-endpoint.js';
import { type As2Request, type As2Response, busyResponse, plainResponse } from './as2-exchange.js';
import type { HandOver } from './hand-over.js';
import { HeldPayload, type Settlement } from './held-payload.js';
import { originOf } from './origin-of.js';
import type { PostReceipts } from './post-receipts.js';
import { readBody } from './read-body.js';
import {
  isSameContent,
  Receptions,
  type Reception as Remembered,
  receptionId,
  type StoredMdn,
} from './reception-record.js';
import { mayBeTold } from './refusal-address.js';
import type { IncomingBody, RequestSlots } from './request-slots.js';
import type { TakenReceipt } from './take-receipt.js';
import { writeReceipt } from './write-receipt.js';

/*
 * Why a transmission is handed over once.
 *
 * It is opened and verified before anything else, so that nobody without the partner's key learns or blocks anything by an id. A
 * hand-over that was accepted is written down with its receipt before the sender is answered. Whoever sends the same again gets
 * that receipt again. An attempt that failed is not remembered: a corrected one is taken.
 *
 * Killed after the payload was stored and before that was written down, it comes again under the same id, by which whoever stored
 * it tells it apart; nothing else can, since the two are in different places.
 */

export interface ReceptionOptions {
  readonly journalOf: (partnership: Partnership) => Journal;
  readonly spool: Spool;
  readonly budget: SpoolBudget;
  readonly slots: RequestSlots;
  readonly holdMs: number;
  readonly limits: As2EndpointLimits;
  readonly handOver: HandOver;
  readonly posts: PostReceipts;
  readonly now: () => Date;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onReceipt: (receipt: TakenReceipt) => void;
  readonly onEvent: (event: As2Event) => void;
  readonly step: (name: string) => Promise<void>;
}

/** One request, and what belongs to it. */
interface Received {
  readonly head: TransmissionHead;
  readonly partnership: Partnership;
  readonly spool: TrackedSpool;
  readonly address: string | undefined;
  readonly opened?: OpenedPayload;
}

type Content = Received & { readonly opened: OpenedPayload; readonly mic: Mic; readonly sha256: string };

interface Held {
  readonly payload: HeldPayload;
  readonly content: Content;
}

/** Receives transmissions whose sender is known. */
export class Reception {
  readonly #options: ReceptionOptions;
  readonly #held = new Map<string, Held>();

  constructor(options: ReceptionOptions) {
    this.#options = options;
  }

  async receive(request: As2Request, head: TransmissionHead, partnership: Partnership): Promise<As2Response> {
    const { slots, spool, budget, onEvent } = this.#options;
    const { address } = request;
    const incoming = slots.beginBody(partnership, address);
    if (incoming === undefined) return busyResponse('Too many requests at once.');
    const received: Received = { head, partnership, spool: trackedSpool(budget.share(spool, address)), address };
    let ends: (() => void) | undefined;
    try {
      const body = await this.#readBody(request, received, incoming);
      ends = slots.beginRequest(partnership);
      if (ends === undefined) return busyResponse('Too many requests at once.');
      incoming.end();
      return await this.#open(received, body);
    } finally {
      incoming.end();
      // What was answered stands, and the place is free again, whatever becomes of the files.
      await received.spool.discardAll().catch((cause: unknown) => {
        onEvent({ kind: 'fault', text: 'What was left of it in the spool could not be removed.', address, cause });
      });
      ends?.();
    }
  }

  async close(): Promise<void> {
    const all = [...this.#held.values()];
    await Promise.all(all.map(({ payload }) => payload.end('orphaned').catch(() => undefined)));
  }

  async #readBody({ body }: As2Request, { spool }: Received, incoming: IncomingBody): Promise<Octets> {
    const { limits, signal, step } = this.#options;
    await step('read body');
    return readBody(body, await spool.create(), { ...limits, incoming, signal });
  }

  async #open(received: Received, body: Octets): Promise<As2Response> {
    const { limits, now, step } = this.#options;
    const { head, partnership, spool } = received;
    await step('open');
    const opened = await openTransmission({ head, body, partnership, moment: now(), spool, limits });
    if (opened.kind === 'mdn') {
      const journal = this.#options.journalOf(partnership);
      return answerReceipt({ ...received, reading: opened.reading, body }, { ...this.#options, journal });
    }
    if (opened.kind === 'failure') {
      return this.#refuse(received, opened.reason, { mic: opened.mic, text: opened.text });
    }
    const sha256 = Buffer.from(await digestOf(opened.payload.octets, 'sha256')).toString('hex');
    return this.#takePayload({ ...received, opened, mic: opened.mic, sha256 });
  }

  async #takePayload(content: Content): Promise<As2Response> {
    const { handOver, now, step } = this.#options;
    const { head, partnership } = content;
    const id = receptionId(head);
    const there = this.#held.get(id);
    if (there !== undefined) return this.#join(there, content);
    const payload = this.#payloadOf(id, content);
    // Held first, looked second: one that was held before has been written down before it was let go.
    this.#held.set(id, { payload, content });
    try {
      await step('look');
      const known = await this.#receptions(content).accepted(head, partnership.inbound.duplicateDays, now());
      if (known !== undefined) {
        await payload.end('orphaned');
        return await this.#repeat(known, content);
      }
      if (!handOver.isReceiving(partnership)) await payload.end('orphaned');
      else await this.#handOver(payload);
      return await payload.answer;
    } catch (error) {
      await payload.end('orphaned').catch(() => undefined);
      throw error;
    } finally {
      this.#held.delete(id);
    }
  }

  async #handOver(payload: HeldPayload): Promise<void> {
    const { handOver, holdMs, wait } = this.#options;
    await this.#options.step('hand over');
    const answered = new AbortController();
    const late = wait(holdMs, answered.signal).then(
      () => payload.end('late'),
      () => undefined,
    );
    late.catch(() => undefined);
    handOver.offer(payload);
    try {
      await payload.answer;
    } finally {
      answered.abort();
    }
  }

  /** The same came again while the first is held: both are answered by what becomes of it. */
  async #join({ payload, content: first }: Held, content: Content): Promise<As2Response> {
    if (!isSameContent(first, content)) return this.#refuseOther(content);
    return payload.answer;
  }

  /** Handed over before: the receipt that was written then, to wherever it is asked for now. */
  async #repeat(known: Remembered, content: Content): Promise<As2Response> {
    if (!isSameContent(known, content)) return this.#refuseOther(content);
    const { now, onEvent } = this.#options;
    const { head } = content;
    const { from, to, messageId } = head;
    onEvent({ kind: 'duplicate', text: 'It was handed over before; its receipt is sent again.', from, to, messageId });
    const mdn = known.mdn ?? (await this.#receipt(content, 'processed', { mic: content.mic }));
    const age = Math.max(0, Math.round((now().getTime() - known.at.getTime()) / 1000));
    await this.#oweAgain(content, { ...known, mdn });
    return this.#answer({ ...known, mdn }, head, age);
  }

  /** Where others post what the journal says is owed, it must say so once more. */
  async #oweAgain(content: Content, known: Remembered): Promise<void> {
    const asyncUrl = content.head.mdnRequest?.asyncUrl;
    if (asyncUrl === undefined || this.#options.posts.isHere) return;
    await this.#receptions(content).write({ ...known, unsentTo: asyncUrl });
  }

  /** Taken as a duplicate it would be lost, and taken as new it would share its name with another: the sender must know. */
  #refuseOther(content: Content): Promise<As2Response> {
    const text = 'The Message-ID was used before, for another content.';
    return this.#refuse(content, 'unexpected-processing-error', { mic: content.mic, text, detail: text });
  }

  #payloadOf(id: string, content: Content): HeldPayload {
    const { head, opened, address } = content;
    return new HeldPayload({
      id,
      name: opened.payload.name ?? `${createHash('sha256').update(id).digest('hex').slice(0, 16)}.edi`,
      contentType: opened.payload.contentType,
      origin: originOf(head, opened, address),
      octets: opened.payload.octets,
      settle: (settlement) => this.#settle(settlement, content),
    });
  }

  async #settle(settlement: Settlement, content: Content): Promise<As2Response> {
    if (settlement === 'accepted') return this.#accept(content);
    if (settlement === 'orphaned' || settlement === 'try-again') return busyResponse('Nobody receives now.');
    const reason = settlement === 'unsupported-format' ? settlement : 'unexpected-processing-error';
    return this.#refuse(content, reason, { mic: content.mic, text: `It was not accepted: ${settlement}.` });
  }

  async #accept(content: Content): Promise<As2Response> {
    const { now, step } = this.#options;
    const { head, partnership, mic, sha256, opened } = content;
    const mdn = await this.#receipt(content, 'processed', { mic });
    const { from, to, messageId, mdnRequest } = head;
    await step('note accepted');
    const fresh: Remembered = {
      ...{ state: 'accepted', from, to, messageId, mic, sha256 },
      size: opened.payload.octets.size,
      mdn,
      unsentTo: mdn === undefined ? undefined : mdnRequest?.asyncUrl,
      at: now(),
    };
    const before = await this.#receptions(content).accept(fresh, partnership.inbound.duplicateDays);
    if (before !== undefined) await this.#oweAgain(content, before);
    await step('answer');
    return this.#answer(before ?? fresh, head);
  }

  async #refuse(
    received: Received,
    reason: FailureReason,
    { mic, text, detail }: { readonly mic?: Mic | undefined; readonly text: string; readonly detail?: string },
  ): Promise<As2Response> {
    const { now, onEvent } = this.#options;
    const { head, address } = received;
    const { from, to, messageId, mdnRequest } = head;
    onEvent({ kind: 'refused', text: `${reason}: ${text}`, from, to, messageId, address });
    if (!mayBeTold(received)) return plainResponse(400, reason);
    const mdn = await this.#receipt(received, reason, { mic, detail });
    if (mdn === undefined) return plainResponse(400, reason);
    const unsentTo = mdnRequest?.asyncUrl;
    const none = { mic: undefined, sha256: undefined, size: undefined };
    const refused: Remembered = { state: 'refused', from, to, messageId, ...none, mdn, unsentTo, at: now() };
    if (unsentTo !== undefined) await this.#receptions(received).write(refused);
    return this.#answer(refused, head);
  }

  #receptions({ partnership }: Received): Receptions {
    return new Receptions(this.#options.journalOf(partnership));
  }

  #receipt(
    { head, partnership }: Received,
    reason: DispositionReason,
    { mic, detail }: { readonly mic?: Mic | undefined; readonly detail?: string | undefined },
  ): Promise<StoredMdn | undefined> {
    return writeReceipt({ head, partnership, reason, mic, detail, moment: this.#options.now() });
  }

  /** The receipt as the answer, or nothing and the receipt to the address that was asked for. */
  #answer(remembered: Remembered, { mdnRequest }: TransmissionHead, age?: number): As2Response {
    const { mdn } = remembered;
    if (mdn === undefined || mdnRequest === undefined) return plainResponse(200);
    if (mdnRequest.asyncUrl !== undefined) {
      const { posts } = this.#options;
      const unsent = { ...remembered, unsentTo: mdnRequest.asyncUrl };
      // The answer of HTTP goes out first.
      if (posts.isHere) setImmediate(() => void posts.send(unsent));
      return plainResponse(200);
    }
    const length = ['Content-Length', String(mdn.body.length)] as const;
    // RFC 9111 5.1: Age says that the answer was not made for this request.
    const stored = age === undefined ? [] : [['Age', String(age)] as const];
    return { status: 200, headers: [...mdn.headers, length, ...stored], body: mdn.body };
  }
}
