import type { Journal, JournalEntry } from '../../../delivery/journal.js';
import type { TransportReason } from '../../../delivery/transport-reasons.js';
import { TRANSPORT_REASONS } from '../../../delivery/transport-reasons.js';
import { X12Error } from '../../../model/error.js';
import type { JsonValue } from '../../../model/json.js';
import { entryId } from '../../files/delivery-record.js';
import { plainMessageId } from '../agreement/message-id.js';
import type { Mic } from '../signed/mic.js';
import {
  type DeliveryOutcome,
  type Evidence,
  type Failure,
  micsFrom,
  micTexts,
  outcomeFacts,
} from './delivery-outcome.js';

/** What every state of a delivery over AS2 knows. */
export interface SentFacts {
  readonly messageId: string;
  /** Boundaries are made of it. */
  readonly unique: string;
  readonly size: number;
  readonly sha256: string;
  readonly name: string;
  /** Those of the last attempt. */
  readonly mics: readonly Mic[];
  /** A signed receipt was asked for. */
  readonly signed: boolean;
}

/**
 * `sending`: it may have gone out, under this Message-ID. `awaiting`: the partner took it, the receipt comes by itself until
 * `deadline`. `delivered`: the receipt proves it. `failed`: the receipt says no, or proves something else.
 */
export type DeliveryRecord = SentFacts &
  (
    | { readonly state: 'sending' }
    | { readonly state: 'awaiting'; readonly deadline: Date }
    | { readonly state: 'delivered'; readonly evidence: Evidence }
    | { readonly state: 'failed'; readonly failure: Failure }
  );

/** By what a receipt that comes by itself finds its delivery. */
export interface SentTransmission {
  readonly connection: string;
  readonly payloadId: string;
  readonly messageId: string;
  readonly mics: readonly Mic[];
  readonly signed: boolean;
  /** Marks of receipts that ended an earlier attempt: a copy of one says nothing of this attempt. */
  readonly answered: readonly string[];
}

/** A receipt that changed nothing. `repeated`: it is the partner's, and ended an earlier attempt. */
export interface UnprovenReceipt {
  readonly disposition: string;
  readonly repeated: boolean;
}

/** Names the delivery that a receipt is about. */
type AnsweredDelivery = Pick<SentTransmission, 'connection' | 'payloadId'>;

/** Marks that are kept: so many noes to one delivery do not come by themselves. */
const MAX_MARKS = 200;

interface Ids {
  readonly ourId: string;
  readonly partnerId: string;
  readonly messageId: string;
}

/*
 * The sender writes deliveries and what it sent; whoever takes in receipts writes outcomes. Two processes never write one
 * entry of which the other's content matters, so that none needs a lock.
 */

/** Deliveries over AS2 in a journal, and the receipts that come by themselves. */
export class DeliveryRecords {
  readonly #journal: Journal;
  readonly #now: () => Date;

  constructor(journal: Journal, now: () => Date) {
    this.#journal = journal;
    this.#now = now;
  }

  async read(connection: string, payloadId: string): Promise<DeliveryRecord | undefined> {
    const entry = await this.#journal.read('delivery', entryId(connection, payloadId));
    return entry && recordOf(entry);
  }

  async write(connection: string, payloadId: string, record: DeliveryRecord): Promise<void> {
    const { messageId, unique, size, sha256, name, mics, signed } = record;
    await this.#write('delivery', entryId(connection, payloadId), record.state, {
      connection,
      payload: payloadId,
      messageId,
      unique,
      size,
      sha256,
      name,
      mics: [...micTexts(mics)],
      signed,
      ...stateFacts(record),
    });
  }

  /** Before it goes out, where a receipt will come by itself. */
  async noteSent(ids: Ids, sent: SentTransmission): Promise<void> {
    await this.#write('transmission', keyOf('sent', ids), 'sent', {
      connection: sent.connection,
      payload: sent.payloadId,
      messageId: sent.messageId,
      mics: [...micTexts(sent.mics)],
      signed: sent.signed,
      answered: sent.answered.slice(-MAX_MARKS),
    });
  }

  async sent(ids: Ids): Promise<SentTransmission | undefined> {
    const entry = await this.#journal.read('transmission', keyOf('sent', ids));
    if (entry === undefined) return undefined;
    const { connection, payload: payloadId, messageId, signed, mics, answered } = entry.facts;
    if (typeof connection !== 'string' || typeof payloadId !== 'string' || typeof messageId !== 'string')
      return undefined;
    return {
      connection,
      payloadId,
      messageId,
      mics: micsFrom(mics),
      signed: signed === true,
      answered: marksOf(answered),
    };
  }

  /** @param sent what it is about, and the mark of the receipt that says it, where the partner has signed it */
  async noteOutcome(
    ids: Ids,
    outcome: DeliveryOutcome,
    sent: AnsweredDelivery & { readonly mark?: string | undefined },
  ): Promise<void> {
    const { connection, payloadId, mark } = sent;
    const marks = await this.#marks(ids);
    if (mark !== undefined && !marks.includes(mark)) marks.push(mark);
    const state = outcome.delivered ? 'delivered' : 'failed';
    const facts = { connection, payload: payloadId, ...outcomeFacts(outcome), marks };
    await this.#write('transmission', keyOf(outcome.delivered ? 'receipt' : 'refusal', ids), state, facts);
  }

  /** Marks of all noes that have ended attempts so far. */
  async answered(ids: Ids): Promise<readonly string[]> {
    const earlier = (await this.sent(ids))?.answered ?? [];
    return [...new Set([...earlier, ...(await this.#marks(ids))])];
  }

  async #marks(ids: Ids): Promise<string[]> {
    return [...marksOf((await this.#journal.read('transmission', keyOf('refusal', ids)))?.facts.marks)];
  }

  async outcome(ids: Ids): Promise<DeliveryOutcome | undefined> {
    const receipt = await this.#journal.read('transmission', keyOf('receipt', ids));
    if (receipt?.state === 'delivered')
      return { delivered: true, already: false, evidence: textsOf(receipt.facts.evidence) };
    const refusal = await this.#journal.read('transmission', keyOf('refusal', ids));
    return refusal && { delivered: false, failure: failureOf(refusal.facts.failure) };
  }

  /** Of a no: a yes stays for ever, also one that comes in while the next attempt begins. */
  async forgetRefusal(ids: Ids): Promise<void> {
    await this.#journal.remove('transmission', keyOf('refusal', ids));
    await this.#journal.remove('transmission', keyOf('unproven', ids));
  }

  /** That a receipt came which is not the partner's word of this attempt; the last one stays. */
  async noteUnproven(ids: Ids, { disposition, repeated }: UnprovenReceipt): Promise<void> {
    await this.#write('transmission', keyOf('unproven', ids), 'unproven', { disposition, repeated });
  }

  /** What was noted so. */
  async unproven(ids: Ids): Promise<UnprovenReceipt | undefined> {
    const entry = await this.#journal.read('transmission', keyOf('unproven', ids));
    return entry && { disposition: String(entry.facts.disposition), repeated: entry.facts.repeated === true };
  }

  async #write(kind: JournalEntry['kind'], id: string, state: string, facts: JournalEntry['facts']): Promise<void> {
    await this.#journal.write({ kind, id, state, facts, at: this.#now().toISOString() });
  }
}

/** The delivery whose outcome an entry of the kind `transmission` says; `undefined`: it says none. */
export function answeredIn({
  id,
  state,
  facts,
}: JournalEntry): (AnsweredDelivery & { delivered: boolean }) | undefined {
  const { connection, payload: payloadId } = facts;
  if (!/^(receipt|refusal)\n/.test(id) || typeof connection !== 'string' || typeof payloadId !== 'string')
    return undefined;
  return { connection, payloadId, delivered: state === 'delivered' };
}

/** No AS2 id and no Message-ID has a line break. */
function keyOf(what: 'sent' | 'receipt' | 'refusal' | 'unproven', { ourId, partnerId, messageId }: Ids): string {
  return [what, ourId, partnerId, plainMessageId(messageId)].join('\n');
}

function stateFacts(record: DeliveryRecord): JournalEntry['facts'] {
  switch (record.state) {
    case 'sending':
      return {};
    case 'awaiting':
      return { deadline: record.deadline.toISOString() };
    case 'delivered':
      return outcomeFacts({ delivered: true, already: false, evidence: record.evidence });
    case 'failed':
      return outcomeFacts({ delivered: false, failure: record.failure });
  }
}

function recordOf(entry: JournalEntry): DeliveryRecord {
  const { messageId, unique, size, sha256, name, mics, signed, deadline, evidence, failure } = entry.facts;
  if (
    typeof messageId === 'string' &&
    typeof unique === 'string' &&
    typeof size === 'number' &&
    typeof sha256 === 'string' &&
    typeof name === 'string'
  ) {
    const sent: SentFacts = { messageId, unique, size, sha256, name, mics: micsFrom(mics), signed: signed === true };
    if (entry.state === 'sending') return { ...sent, state: 'sending' };
    if (entry.state === 'awaiting') return { ...sent, state: 'awaiting', deadline: new Date(String(deadline)) };
    if (entry.state === 'delivered') return { ...sent, state: 'delivered', evidence: textsOf(evidence) };
    if (entry.state === 'failed') return { ...sent, state: 'failed', failure: failureOf(failure) };
  }
  throw new X12Error(
    'X12_JOURNAL_DAMAGED',
    'The journal has an entry for this delivery that no AS2 transport wrote. Give each kind of connection an id of its own.',
    { details: { id: entry.id, state: entry.state } },
  );
}

function failureOf(value: JsonValue | undefined): Failure {
  const { reason, at, details } = membersOf(value);
  // `hasOwn` over a table of literal keys proves what the compiler cannot see.
  const known =
    typeof reason === 'string' && Object.hasOwn(TRANSPORT_REASONS, reason)
      ? (reason as TransportReason)
      : 'mdn-unreadable';
  return { reason: known, ...(typeof at === 'string' ? { at } : {}), details: textsOf(details) };
}

function marksOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function textsOf(value: JsonValue | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(membersOf(value)).map(([name, text]) => [name, String(text)]));
}

function membersOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  // Neither null nor a list: what is left of JSON's objects.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, JsonValue>>)
    : {};
}
