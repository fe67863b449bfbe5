import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { throwIfAborted } from '../../../delivery/aborted.js';
import type { Journal } from '../../../delivery/journal.js';
import type { OutboundPayload } from '../../../delivery/payload.js';
import type { Receipt } from '../../../delivery/transport.js';
import { transportError } from '../../../delivery/transport-error.js';
import { X12Error } from '../../../model/error.js';
import type { OnStep } from '../../files/deliver-file.js';
import { entryId } from '../../files/delivery-record.js';
import { digestOfPayload } from '../../files/hashing.js';
import { inTurn } from '../../files/in-turn.js';
import { orAborted } from '../../files/session-errors.js';
import { type PostResult, post } from '../../http/post.js';
import type { LeastRate } from '../../network/least-rate.js';
import type { TlsTrust } from '../../network/tls-trust.js';
import { messageIdOf } from '../agreement/message-id.js';
import type { Partnership } from '../agreement/partnership.js';
import { pairsFrom } from '../mime/wire-headers.js';
import type { Spool } from '../spool/octets.js';
import { assemble, type Transmission } from '../transmission/assemble.js';
import { awaitReceipt } from './await-receipt.js';
import { authorization, type BasicAuth } from './basic-auth.js';
import type { DeliveryOutcome, Failure } from './delivery-outcome.js';
import { type DeliveryRecord, DeliveryRecords, type SentFacts } from './delivery-record.js';
import { PayloadOctets } from './payload-octets.js';
import { readAnswer } from './read-answer.js';

/*
 * Why a payload is delivered once.
 *
 * Before the first byte goes out the journal has the Message-ID, and it never changes: whatever becomes of an attempt, the next
 * goes out under the same id, by which the partner knows a repetition, hands nothing over twice, and sends its receipt again.
 *
 * - `sending`: it may have arrived. The next attempt sends it again, under the same id.
 * - `awaiting`: it arrived, and the receipt comes by itself. Until the deadline nothing is sent, and who leaves meanwhile asks again.
 * - `delivered`: the receipt was judged. Nothing is sent any more.
 * - `failed`: the receipt said no. A further attempt is made under the same id: a failed one is remembered by no partner.
 */

export interface DeliverTransmissionOptions {
  readonly partnership: Partnership;
  readonly journal: Journal;
  readonly connection: string;
  readonly spool: Spool;
  readonly trust?: TlsTrust | undefined;
  readonly basicAuth?: BasicAuth | undefined;
  readonly lookup?: LookupFunction | undefined;
  readonly connectMs: number;
  /** Without a byte either way, while the partner works on a receipt too. */
  readonly idleMs: number;
  readonly leastRate: LeastRate;
  /** What is done until a receipt comes by itself. */
  readonly asyncReceipts: 'wait' | 'leave';
  /** Between looks at the journal for a receipt that another process took in. */
  readonly lookMs: number;
  readonly now: () => Date;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onStep?: OnStep | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MAX_ANSWER = 1024 * 1024;

/** Delivers a payload over AS2, or finds that it was. One at a time under one id in this process. */
export async function deliverTransmission(
  payload: OutboundPayload,
  options: DeliverTransmissionOptions,
): Promise<Receipt> {
  const { journal, connection, signal } = options;
  try {
    return await inTurn(journal, entryId(connection, payload.id), () => new Attempt(payload, options).run());
  } catch (error) {
    throw orAborted(error, signal);
  }
}

/**
 * The same in each process: where two take a payload for theirs, as one has stood still for too long, the partner sees one transmission twice,
 * and not two. It parts what is sent, too: nobody can write it into a file whose digest it is made of.
 */
function uniqueOf(connection: string, payloadId: string, sha256: string): string {
  return createHash('sha256').update([connection, payloadId, sha256].join('\n')).digest('hex').slice(0, 32);
}

class Attempt {
  readonly #payload: OutboundPayload;
  readonly #options: DeliverTransmissionOptions;
  readonly #records: DeliveryRecords;

  constructor(payload: OutboundPayload, options: DeliverTransmissionOptions) {
    this.#payload = payload;
    this.#options = options;
    this.#records = new DeliveryRecords(options.journal, options.now);
  }

  async run(): Promise<Receipt> {
    const { now, signal } = this.#options;
    throwIfAborted(signal);
    const { connection } = this.#options;
    const record = await this.#records.read(connection, this.#payload.id);
    await this.#step('hash');
    const digest = await digestOfPayload(this.#payload, signal);
    if (record === undefined) return this.#send(this.#sentFacts(digest, undefined), false);
    if (record.sha256 !== digest.sha256 || record.size !== digest.size) throw transportError('payload-changed');
    if (record.state === 'delivered') return this.#receipt(record, record.evidence, true);
    const outcome = await this.#records.outcome(this.#ids(record));
    // It came in while nobody waited. What was reported as failed already is tried again.
    if (outcome?.delivered) return this.#end(record, { ...outcome, already: true });
    if (outcome !== undefined && record.state !== 'failed') return this.#end(record, outcome);
    if (record.state === 'awaiting' && record.deadline > now()) return this.#await(record, record.deadline);
    if (record.state === 'awaiting' && this.#options.asyncReceipts === 'leave') return this.#missed(record);
    return this.#send(this.#sentFacts(digest, record), true);
  }

  #sentFacts(digest: { readonly size: number; readonly sha256: string }, before: SentFacts | undefined): SentFacts {
    const { partnership, now, connection } = this.#options;
    const { outbound, mdn, ourId: from, partnerId: to } = partnership;
    const unique = before?.unique ?? uniqueOf(connection, this.#payload.id, digest.sha256);
    const messageId =
      before?.messageId ?? messageIdOf({ format: outbound.messageIdFormat, unique, moment: now(), from, to });
    return {
      messageId,
      unique,
      ...digest,
      name: this.#payload.name,
      mics: [],
      signed: mdn.mode !== 'none' && mdn.signed,
    };
  }

  async #send(facts: SentFacts, sentBefore: boolean): Promise<Receipt> {
    const { partnership, now, spool, signal } = this.#options;
    await this.#step('assemble');
    const octets = new PayloadOctets(this.#payload, facts, signal);
    const { name, contentType } = this.#payload;
    const transmission = await assemble({
      payload: { octets, name, ...(contentType === undefined ? {} : { contentType }) },
      partnership,
      messageId: facts.messageId,
      moment: now(),
      unique: facts.unique,
      spool,
    });
    try {
      octets.checked = true;
      return await this.#exchange({ ...facts, mics: transmission.mics }, transmission, sentBefore);
    } finally {
      await transmission.discard();
    }
  }

  async #exchange(sent: SentFacts, transmission: Transmission, sentBefore: boolean): Promise<Receipt> {
    const { partnership, now } = this.#options;
    await this.#note({ ...sent, state: 'sending' });
    if (partnership.mdn.mode === 'async') await this.#expectReceipt(sent);
    await this.#step('post');
    const result = await this.#post(transmission);
    await this.#step('judge');
    const { requireMic } = partnership.mdn;
    const expected = { messageId: sent.messageId, mics: sent.mics, signed: sent.signed, requireMic, sentBefore };
    const answer = await readAnswer(result, { partnership, moment: now(), expected });
    if (answer !== 'accepted') return this.#end(sent, answer);
    if (partnership.mdn.mode === 'none') {
      const evidence = { messageId: sent.messageId, status: String(result.status) };
      return this.#end(sent, { delivered: true, already: false, evidence });
    }
    const deadline = new Date(now().getTime() + partnership.mdn.waitMinutes * 60_000);
    await this.#note({ ...sent, state: 'awaiting', deadline });
    return this.#await(sent, deadline);
  }

  /** What an earlier receipt said no to is tried again; its no, or a copy of it, must not be taken for the answer to this. */
  async #expectReceipt(sent: SentFacts): Promise<void> {
    const { connection } = this.#options;
    const { messageId, mics, signed } = sent;
    const ids = this.#ids(sent);
    await this.#step('note sent');
    const answered = await this.#records.answered(ids);
    await this.#records.noteSent(ids, { connection, payloadId: this.#payload.id, messageId, mics, signed, answered });
    await this.#step('forget receipt');
    await this.#records.forgetRefusal(ids);
  }

  #post({ headers, body }: Transmission): Promise<PostResult> {
    const { partnership, trust, basicAuth, lookup, connectMs, idleMs, leastRate, signal } = this.#options;
    if (partnership.url === undefined) {
      throw new X12Error('X12_CONNECTION_INVALID', 'This AS2 partnership has no url, so it delivers nothing. Set url.');
    }
    return post({
      url: new URL(partnership.url),
      headers: [...pairsFrom(headers), ...authorization(basicAuth), ['Content-Length', String(body.size)]],
      body: body.open(),
      trust,
      lookup,
      connectMs,
      idleMs,
      leastRate,
      maxResponseBytes: MAX_ANSWER,
      signal,
    });
  }

  async #await(sent: SentFacts, deadline: Date): Promise<Receipt> {
    await this.#step('await');
    if (this.#options.asyncReceipts === 'leave') return this.#leave(sent, deadline);
    const { journal, lookMs, now, wait, signal } = this.#options;
    const outcome = await awaitReceipt({
      look: () => this.#records.outcome(this.#ids(sent)),
      journal,
      deadline,
      lookMs,
      now,
      wait,
      signal,
    });
    return outcome === undefined ? this.#missing(sent) : this.#end(sent, outcome);
  }

  /** One may have come while the answer of HTTP was on its way. */
  async #leave(sent: SentFacts, deadline: Date): Promise<Receipt> {
    const outcome = await this.#records.outcome(this.#ids(sent));
    if (outcome !== undefined) return this.#end(sent, outcome);
    const details = { messageId: sent.messageId, deadline: deadline.toISOString() };
    throw transportError('mdn-awaited', { details });
  }

  /** The attempt ends at its deadline, also where nobody has waited for it; the next one sends. */
  async #missed(record: SentFacts): Promise<never> {
    await this.#note({ ...record, state: 'sending' });
    return this.#missing(record);
  }

  async #missing(sent: SentFacts): Promise<never> {
    const { messageId } = sent;
    const unproven = await this.#records.unproven(this.#ids(sent));
    if (unproven === undefined) throw transportError('mdn-missing', { details: { messageId } });
    const { disposition, repeated } = unproven;
    const which = repeated
      ? 'The receipt of an earlier attempt came again, which says nothing of this one'
      : 'A receipt came that is not signed by the partner, so that anyone may have sent it';
    const at = `${which}. It says: ${disposition}`;
    throw transportError('mdn-missing', { at, details: { messageId, unproven: disposition } });
  }

  async #end(sent: SentFacts, outcome: DeliveryOutcome): Promise<Receipt> {
    if (!outcome.delivered) return this.#fail(sent, outcome.failure);
    await this.#note({ ...sent, state: 'delivered', evidence: outcome.evidence });
    return this.#receipt(sent, outcome.evidence, outcome.already);
  }

  async #fail(sent: SentFacts, failure: Failure): Promise<never> {
    const { reason, at, details } = failure;
    // A status of HTTP and a missing receipt leave it as it was: it goes out again under its id.
    if (reason.startsWith('mdn-') || reason === 'mic-differs') {
      if (reason !== 'mdn-missing') await this.#note({ ...sent, state: 'failed', failure });
    }
    throw transportError(reason, { at, details });
  }

  async #note(record: DeliveryRecord): Promise<void> {
    await this.#step(`note ${record.state}`);
    await this.#records.write(this.#options.connection, this.#payload.id, record);
  }

  #receipt({ name, size, sha256 }: SentFacts, evidence: Receipt['evidence'], already: boolean): Receipt {
    return { id: this.#payload.id, name, size, sha256, already, evidence };
  }

  #ids({ messageId }: SentFacts) {
    const { ourId, partnerId } = this.#options.partnership;
    return { ourId, partnerId, messageId };
  }

  async #step(name: string): Promise<void> {
    await this.#options.onStep?.(name);
  }
}
