import { randomUUID } from 'node:crypto';
import type { Journal, JournalEntry } from '../../../delivery/journal.js';
import type { HeaderPair } from '../../http/post.js';
import { plainMessageId } from '../agreement/message-id.js';
import type { WrittenMdn } from '../mdn/write-mdn.js';
import { pairsFrom } from '../mime/wire-headers.js';
import { formatMic, type Mic, parseMic, sameMic } from '../signed/mic.js';
import type { TransmissionHead } from '../transmission/transmission-head.js';

/** What the journal remembers of a transmission that was answered. */
export interface Reception {
  /** `accepted`: handed over and stored. `refused`: answered with an error; remembered only while its receipt is not sent. */
  readonly state: 'accepted' | 'refused';
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
  readonly mic: Mic | undefined;
  /** Of the payload. */
  readonly sha256: string | undefined;
  readonly size: number | undefined;
  readonly mdn: StoredMdn | undefined;
  /** Where the receipt is still to be posted to. */
  readonly unsentTo: string | undefined;
  readonly at: Date;
}

/** A receipt as it goes out, every time the same. */
export interface StoredMdn {
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

/**
 * Names a transmission for ever: who sent it to whom under which id. An `InboundPayload` has it as its own id. Each part is
 * written so that no two transmissions have one.
 */
export function receptionId({ from, to, messageId }: Pick<TransmissionHead, 'from' | 'to' | 'messageId'>): string {
  return [from, to, plainMessageId(messageId)].map(encodeURIComponent).join('/');
}

/** Transmissions that were answered, in a journal. */
export class Receptions {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Writes an entry and takes it away again. @throws what the journal throws. */
  async check(): Promise<void> {
    const id = `check\n${randomUUID()}`;
    await this.#journal.write({ kind: 'transmission', id, state: 'check', facts: {}, at: new Date().toISOString() });
    await this.#journal.remove('transmission', id);
  }

  /** One that was handed over, not longer ago than `days`. */
  async accepted(head: TransmissionHead, days: number, now: Date): Promise<Reception | undefined> {
    const entry = await this.#journal.read('transmission', entryKey('accepted', head));
    const reception = entry && receptionOf(entry);
    if (reception === undefined) return undefined;
    return now.getTime() - reception.at.getTime() <= days * 86_400_000 ? reception : undefined;
  }

  /**
   * Writes down that it was handed over, before anyone is answered.
   * @returns what another process had written before, which stands; one too old to count does not.
   */
  async accept(reception: Reception, days: number): Promise<Reception | undefined> {
    const entry = entryOf(reception);
    const before = await this.#journal.add(entry);
    if (before === undefined) return undefined;
    const there = receptionOf(before);
    if (there !== undefined && reception.at.getTime() - there.at.getTime() <= days * 86_400_000) return there;
    await this.#journal.write(entry);
    return undefined;
  }

  async write(reception: Reception): Promise<void> {
    await this.#journal.write(entryOf(reception));
  }

  /** By the id of its entry. */
  async entry(id: string): Promise<Reception | undefined> {
    const entry = await this.#journal.read('transmission', id);
    return entry && receptionOf(entry);
  }

  /** The receipt is with the partner. */
  async noteMdnSent(reception: Reception): Promise<void> {
    if (reception.state === 'accepted') return this.write({ ...reception, unsentTo: undefined });
    await this.#journal.remove('transmission', entryKey('refused', reception));
  }

  async *unsent(): AsyncGenerator<Reception> {
    for await (const entry of this.#journal.list('transmission')) {
      const reception = receptionOf(entry);
      if (reception?.unsentTo !== undefined) yield reception;
    }
  }
}

/** Who is owed a receipt, in an entry of the kind `transmission`; `undefined`: nobody. */
export function owedIn(entry: JournalEntry): { readonly from: string; readonly to: string } | undefined {
  const reception = entry.facts.unsentTo === undefined ? undefined : receptionOf(entry);
  return reception?.unsentTo === undefined ? undefined : { from: reception.from, to: reception.to };
}

export function storedMdn({ headers, body }: WrittenMdn): StoredMdn {
  return { headers: pairsFrom(headers), body };
}

/** The same content: what was signed, or else the payload itself, is. A sender may compress or sign anew to send again. */
export function isSameContent(
  { mic, sha256 }: Pick<Reception, 'mic' | 'sha256'>,
  other: { readonly mic: Mic; readonly sha256: string },
): boolean {
  return (mic !== undefined && sameMic(mic, other.mic)) || sha256 === other.sha256;
}

type Ids = Pick<TransmissionHead, 'from' | 'to' | 'messageId'>;

function entryKey(state: Reception['state'], ids: Ids): string {
  return `${state === 'accepted' ? 'received' : 'refused'}\n${receptionId(ids)}`;
}

function entryOf(reception: Reception): JournalEntry {
  const { state, from, to, messageId, mic, sha256, size, mdn, unsentTo, at } = reception;
  return {
    kind: 'transmission',
    id: entryKey(state, reception),
    state,
    facts: {
      from,
      to,
      messageId,
      ...(mic === undefined ? {} : { mic: formatMic(mic) }),
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(size === undefined ? {} : { size }),
      ...(mdn === undefined
        ? {}
        : { mdn: { headers: mdn.headers.map((pair) => [...pair]), body: Buffer.from(mdn.body).toString('base64') } }),
      ...(unsentTo === undefined ? {} : { unsentTo }),
    },
    at: at.toISOString(),
  };
}

/** `undefined` for other entries of the same kind. */
function receptionOf({ state, facts, at }: JournalEntry): Reception | undefined {
  const { from, to, messageId, mic, sha256, size, mdn, unsentTo } = facts;
  if (state !== 'accepted' && state !== 'refused') return undefined;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof messageId !== 'string') return undefined;
  return {
    state,
    from,
    to,
    messageId,
    mic: typeof mic === 'string' ? parseMic(mic) : undefined,
    sha256: typeof sha256 === 'string' ? sha256 : undefined,
    size: typeof size === 'number' ? size : undefined,
    mdn: mdnOf(mdn),
    unsentTo: typeof unsentTo === 'string' ? unsentTo : undefined,
    at: new Date(at),
  };
}

function mdnOf(value: JournalEntry['facts'][string] | undefined): StoredMdn | undefined {
  if (typeof value !== 'object' || value === null || !('body' in value) || !Array.isArray(value.headers))
    return undefined;
  const headers = value.headers.map((pair): HeaderPair => {
    return Array.isArray(pair) ? [String(pair[0]), String(pair[1])] : ['', ''];
  });
  return { headers, body: Buffer.from(String(value.body), 'base64') };
}
