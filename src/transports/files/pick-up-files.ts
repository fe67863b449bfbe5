import { throwIfAborted } from '../../delivery/aborted.js';
import type { Journal } from '../../delivery/journal.js';
import type { InboundPayload } from '../../delivery/payload.js';
import { transportReasonOf } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import type { OnStep } from './deliver-file.js';
import type { FilesSessions } from './files-sessions.js';
import { digestOf } from './hashing.js';
import { PickedUpFile, removeAccepted } from './picked-up-file.js';
import { type FileIdentity, looksSame, type PickupRecord, PickupRecords } from './pickup-record.js';
import { type ReadyFile, readyFiles, skipped } from './ready-files.js';
import { isRefusal, orAborted } from './session-errors.js';
import type { InboundSettings } from './settings.js';
import { UnderWay } from './under-way.js';

/*
 * Why no file is taken twice, and none is lost.
 *
 * A file is left where it is until the caller says that it is stored. Then `accepted` is written to the journal, and only then is
 * the file removed. A kill before `accepted`: the file comes again, under the same id, by which the caller knows what it stored. A
 * kill or a failure after it: the next round finds the entry, sees that the file is the one that was accepted, and only removes it.
 * A file that is not the same any more when it should be removed was never read: it stays, and comes as a file of its own.
 */

const GIBIBYTE = 2 ** 30;

/** A server says the same of one file that somebody has open, or of a read-only directory: it must not keep us from the others. */
const OF_ONE_FILE: ReadonlySet<TransportReason> = new Set(['server-error', 'server-busy']);

export interface PickUpOptions {
  /** Of this round; closed when it ends. */
  readonly sessions: FilesSessions;
  readonly journal: Journal;
  readonly connection: string;
  readonly settings: InboundSettings;
  readonly now: () => Date;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onStep?: OnStep | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Files whose entries are read at once: few enough that what the journal says of them is not old when their turn comes. */
const READ_AHEAD = 100;

/** One round: what is ready now, one at a time, or as many as may be under way at once. */
export async function* pickUpFiles(options: PickUpOptions): AsyncGenerator<InboundPayload> {
  const { sessions, settings, signal } = options;
  const round = new Round(options);
  const underWay = new UnderWay(settings.atOnce ?? 1, signal);
  try {
    throwIfAborted(signal);
    let left = settings.maxFiles ?? 1000;
    for await (const { candidate, earlier } of round.candidates()) {
      if (left <= 0) break;
      const offered = await round.offer(candidate, earlier);
      if (offered === undefined) continue;
      left--;
      underWay.add(offered);
      yield offered;
      await underWay.room();
      throwIfAborted(signal);
    }
    await underWay.end();
  } catch (error) {
    throw orAborted(error, signal);
  } finally {
    underWay.withdraw();
    sessions.close();
  }
}

class Round {
  readonly #options: PickUpOptions;
  readonly #sessions: FilesSessions;
  readonly #records: PickupRecords;

  constructor(options: PickUpOptions) {
    this.#options = options;
    this.#sessions = options.sessions;
    this.#records = new PickupRecords(options.journal, options.connection, options.now);
  }

  #look(): Promise<readonly ReadyFile[]> {
    const { settings, wait, onStep, signal } = this.#options;
    const list = async () => {
      await onStep?.('list');
      const seen = await this.#sessions.use((files) => files.list(settings.directory, signal), {
        signal,
        repeatable: true,
      });
      return settings.ignoreTimes === true ? seen.map(({ modified: _, ...file }) => file) : seen;
    };
    return readyFiles({ list, settings, wait, signal });
  }

  /** What the directory has, and what the journal knows of each. */
  async *candidates(): AsyncGenerator<{
    readonly candidate: ReadyFile;
    readonly earlier: PickupRecord | undefined;
  }> {
    const all = await this.#look();
    for (let from = 0; from < all.length; from += READ_AHEAD) {
      const some = all.slice(from, from + READ_AHEAD);
      const known = await this.#records.readMany(some.map(({ path }) => path));
      for (const candidate of some) {
        const { path } = candidate;
        yield { candidate, earlier: known === undefined ? await this.#records.read(path) : known.get(path) };
      }
    }
  }

  /** The file as a payload; `undefined` where it is left. */
  async offer(candidate: ReadyFile, earlier: PickupRecord | undefined): Promise<PickedUpFile | undefined> {
    const { connection, settings, onStep, signal } = this.#options;
    const { file, path, trigger, ready } = candidate;
    let identity: FileIdentity = { path, size: file.size, modified: file.modified };
    if (earlier?.state === 'accepted') {
      const accepted = await this.#unlessRefused(candidate, () => this.#isAccepted(identity, earlier));
      if (accepted === true && settings.afterAccept === 'leave') await this.#records.renew(earlier);
      else if (accepted === true) await this.#removeNow(candidate, earlier);
      if (accepted !== false) return undefined;
    }
    if (!ready) {
      if (trigger === undefined) this.#skip(file.name, 'source-changed');
      return undefined;
    }
    if (file.size > (settings.maxFileBytes ?? GIBIBYTE)) {
      this.#skip(file.name, 'file-too-large');
      return undefined;
    }
    // Without a time only the bytes distinguish this file from the next of its name.
    if (file.modified === undefined) {
      const sha256 = await this.#unlessRefused(candidate, () => this.#hash(identity));
      if (sha256 === undefined) return undefined;
      identity = { ...identity, sha256 };
    }
    const id = this.#records.idOf(identity, earlier);
    const [records, sessions] = [this.#records, this.#sessions];
    return new PickedUpFile({ sessions, records, connection, settings, identity, trigger, id, onStep, signal });
  }

  /** It is known by size and time; without a time, by the bytes. */
  async #isAccepted(seen: FileIdentity, accepted: PickupRecord): Promise<boolean> {
    if (seen.modified !== undefined && accepted.modified !== undefined) return looksSame(seen, accepted);
    // One of the two looks had no time, or was told to ignore it.
    if (seen.size !== accepted.size) return false;
    return accepted.sha256 === undefined || (await this.#hash(seen)) === accepted.sha256;
  }

  async #hash({ path, size }: Pick<FileIdentity, 'path' | 'size'>): Promise<string> {
    const { onStep, signal } = this.#options;
    await onStep?.('read to compare');
    return (await digestOf(this.#sessions.read(path, signal), { signal, limit: size })).sha256;
  }

  /** What an earlier round accepted and could not remove. */
  async #removeNow(candidate: ReadyFile, accepted: PickupRecord): Promise<void> {
    const { settings, onStep, signal } = this.#options;
    const { trigger } = candidate;
    const [records, sessions] = [this.#records, this.#sessions];
    await this.#unlessRefused(candidate, () =>
      removeAccepted({ sessions, records, settings, trigger, onStep, signal }, accepted),
    );
  }

  /** `undefined`, and the file is reported, where the server does not do this with it: that does not end the round. */
  async #unlessRefused<T>({ file }: ReadyFile, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const reason = transportReasonOf(error);
      if (reason === undefined || !(isRefusal(error) || OF_ONE_FILE.has(reason))) throw error;
      this.#options.settings.onSkipped?.(skipped(file.name, reason, error));
      return undefined;
    }
  }

  #skip(name: string, reason: 'source-changed' | 'file-too-large'): void {
    this.#options.settings.onSkipped?.(skipped(name, reason));
  }
}
