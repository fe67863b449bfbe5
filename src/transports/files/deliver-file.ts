import { throwIfAborted } from '../../delivery/aborted.js';
import type { Journal } from '../../delivery/journal.js';
import type { OutboundPayload } from '../../delivery/payload.js';
import type { Receipt } from '../../delivery/transport.js';
import { transportError, transportReasonOf } from '../../delivery/transport-error.js';
import { joinPath, splitPath } from '../virtual-files/virtual-path.js';
import { type DeliveryRecord, DeliveryRecords, entryId } from './delivery-record.js';
import { demandPlainName, TEMPORARY_PREFIX } from './file-names.js';
import { giveFinalName } from './final-name.js';
import { type Digest, digestOfPayload, HashingBytes, openPayload, payloadUnreadable } from './hashing.js';
import { inTurn } from './in-turn.js';
import type { KeptSessions } from './kept-sessions.js';
import { sameBytes } from './read-back.js';
import type { RemoteFiles } from './remote-files.js';
import { isSessionDead, orAborted, quietly } from './session-errors.js';
import type { OutboundSettings } from './settings.js';

/*
 * Why a file is delivered once and whole.
 *
 * The bytes go under a temporary name that no other attempt has. Only when the server says that it has all of them is the file
 * renamed, so nobody sees half a file under the final name. Each state is in the journal before the step that needs it:
 *
 * - `uploading` is written before the temporary file is: whoever finds it knows that the final name was never given, removes
 *   that temporary file, and begins anew.
 * - `renaming` is written before the rename: whoever finds it looks. The temporary file is there: the rename was not done, and is.
 *   It is gone and the target is the file: it was done. Both are gone: somebody took the file, or lost it; that is for a person to
 *   find out (`remote-vanished`), and nothing is sent again until the entry is removed.
 * - `delivered` is written last. A kill before it costs a look, not a second file.
 */

/** Called before each step, with its name. Tests end the process there; it has no other purpose. */
export type OnStep = (step: string) => void | Promise<void>;

export interface DeliverFileOptions {
  readonly sessions: KeptSessions;
  readonly journal: Journal;
  readonly connection: string;
  readonly settings: OutboundSettings;
  readonly now: () => Date;
  /** Different at each call; letters and digits. */
  readonly unique: () => string;
  readonly onStep?: OnStep | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Delivers a payload as a file, or finds that it was. One at a time under one id in this process. */
export async function deliverFile(payload: OutboundPayload, options: DeliverFileOptions): Promise<Receipt> {
  demandPlainName(payload.name);
  const { journal, connection, signal } = options;
  try {
    return await inTurn(journal, entryId(connection, payload.id), () => new Attempt(payload, options).run());
  } catch (error) {
    throw orAborted(error, signal);
  }
}

class Attempt {
  readonly #payload: OutboundPayload;
  readonly #options: DeliverFileOptions;
  readonly #settings: OutboundSettings;
  readonly #records: DeliveryRecords;
  /** As it is in the journal. */
  #record: DeliveryRecord | undefined;

  constructor(payload: OutboundPayload, options: DeliverFileOptions) {
    this.#payload = payload;
    this.#options = options;
    this.#settings = settingsFor(payload, options.settings);
    this.#records = new DeliveryRecords(options.journal, options.connection, options.now);
  }

  async run(): Promise<Receipt> {
    const { sessions, signal } = this.#options;
    throwIfAborted(signal);
    const record = await this.#records.read(this.#payload.id);
    this.#record = record;
    await this.#step('hash');
    const digest = await digestOfPayload(this.#payload, signal);
    if (record !== undefined && record.state !== 'uploading') demandSame(record, digest);
    if (record?.state === 'delivered') return this.#receipt(record.target, digest, true);
    await this.#step('connect');
    // A session that was kept may have died unseen. What it did is in the record, so to go on over another is what a later attempt
    // would do; only a loss at the rename is no such death: it is thrown, as what is unknown is for the caller to know.
    return sessions.use((files) => this.#over(files, digest), { signal, repeatable: true });
  }

  async #over(files: RemoteFiles, digest: Digest): Promise<Receipt> {
    const record = this.#record;
    if (record?.state === 'renaming') {
      const found = await this.#resume(files, digest, record);
      if (found !== undefined) return found;
    }
    if (record !== undefined) await this.#clear(files, record.temporary);
    const temporary = await this.#upload(files, digest);
    return this.#finish(files, digest, temporary);
  }

  /** After a kill or a lost connection around the rename: what the partner has shows what was done. */
  async #resume(files: RemoteFiles, digest: Digest, record: DeliveryRecord): Promise<Receipt | undefined> {
    const { temporary, target } = record;
    const { signal } = this.#options;
    await this.#step('look');
    const [left, there] = [await files.stat(temporary, signal), await files.stat(target, signal)];
    const same = there?.size === digest.size ? await sameBytes(files, target, digest, signal) : false;
    if (left === undefined) {
      // What cannot be read back counts by its size; what is there with other bytes is not ours.
      if (same === true || same === 'unreadable') return this.#delivered(digest, temporary, target, true);
      throw transportError('remote-vanished', { details: { path: target } });
    }
    if (same === true) {
      // Either the rename was cut between its two halves, or these very bytes were there: the partner has them, once.
      await this.#clear(files, temporary);
      return this.#delivered(digest, temporary, target, true);
    }
    return left.size === digest.size ? this.#finish(files, digest, temporary) : undefined;
  }

  async #upload(files: RemoteFiles, digest: Digest): Promise<string> {
    const { unique, signal } = this.#options;
    const settings = this.#settings;
    const { directory = settings.directory, prefix = TEMPORARY_PREFIX, suffix = '' } = settings.temporary ?? {};
    const temporary = joinPath(directory, demandPlainName(`${prefix}${unique()}${suffix}`));
    await this.#note('uploading', digest, temporary, joinPath(settings.directory, this.#payload.name));
    await this.#step('write');
    const bytes = new HashingBytes(openPayload(this.#payload), signal);
    try {
      await files.write(temporary, bytes, signal);
      demandSent(bytes.digest, digest);
      await this.#verify(files, temporary, digest);
    } catch (error) {
      // A dead session can clear nothing away; the next attempt does.
      if (!isSessionDead(error)) await quietly(() => files.remove(temporary));
      throw bytes.failure === undefined ? error : payloadUnreadable(bytes.failure.error);
    }
    return temporary;
  }

  async #verify(files: RemoteFiles, temporary: string, digest: Digest): Promise<void> {
    const { signal } = this.#options;
    await this.#step('check size');
    const size = (await files.stat(temporary, signal))?.size;
    if (size !== digest.size) {
      throw transportError('size-differs', { details: { path: temporary, sent: digest.size, there: size } });
    }
    if (this.#settings.verify !== 'hash') return;
    await this.#step('read back');
    const same = await sameBytes(files, temporary, digest, signal);
    if (same === 'unreadable') throw transportError('permission-denied', { at: 'Reading back what was sent' });
    if (!same) throw transportError('content-differs', { details: { path: temporary } });
  }

  /** From a temporary file that is whole to the receipt. */
  async #finish(files: RemoteFiles, digest: Digest, temporary: string): Promise<Receipt> {
    const { signal } = this.#options;
    const settings = this.#settings;
    const target = await giveFinalName({
      files,
      temporary,
      name: this.#payload.name,
      digest,
      settings,
      signal,
      step: (name) => this.#step(name),
      renaming: (path) => this.#note('renaming', digest, temporary, path),
      giveUp: (path) => this.#note('uploading', digest, temporary, path),
    });
    await this.#step('check target');
    // The rename was confirmed. That the file is gone already, or cannot be looked at, does not unmake that.
    const seen = await quietly(() => files.stat(target, signal));
    if (seen !== undefined && seen.size !== digest.size) {
      throw transportError('remote-vanished', { details: { path: target, sent: digest.size, there: seen.size } });
    }
    return this.#delivered(digest, temporary, target, false);
  }

  async #delivered(digest: Digest, temporary: string, target: string, already: boolean): Promise<Receipt> {
    await this.#note('delivered', digest, temporary, target);
    return this.#receipt(target, digest, already);
  }

  async #note(state: DeliveryRecord['state'], digest: Digest, temporary: string, target: string): Promise<void> {
    await this.#step(`note ${state}`);
    const record = { state, temporary, target, ...digest };
    await this.#records.write(this.#payload.id, record);
    this.#record = record;
  }

  /** Removes an earlier temporary file. Where the server forbids it, it stays: it is in nobody's way. */
  async #clear(files: RemoteFiles, temporary: string): Promise<void> {
    await this.#step('clear');
    try {
      await files.remove(temporary, this.#options.signal);
    } catch (error) {
      if (transportReasonOf(error) !== 'permission-denied') throw error;
    }
  }

  #receipt(target: string, { size, sha256 }: Digest, already: boolean): Receipt {
    return { id: this.#payload.id, name: splitPath(target).name, size, sha256, already, evidence: { path: target } };
  }

  async #step(name: string): Promise<void> {
    await this.#options.onStep?.(name);
  }
}

/** @throws X12Error of `name-refused` for a directory that is no path below the transport's. */
function settingsFor({ directory }: OutboundPayload, settings: OutboundSettings): OutboundSettings {
  if (directory === undefined || directory === '') return settings;
  return { ...settings, directory: directory.split('/').map(demandPlainName).reduce(joinPath, settings.directory) };
}

function demandSame(record: DeliveryRecord, digest: Digest): void {
  if (record.sha256 !== digest.sha256 || record.size !== digest.size) throw transportError('payload-changed');
}

/** The bytes were read a second time for the transfer; they must be those that the journal has. */
function demandSent(sent: Digest | undefined, digest: Digest): void {
  if (sent === undefined) {
    throw transportError('size-differs', { at: 'The transfer ended before the payload did' });
  }
  if (sent.sha256 !== digest.sha256) throw transportError('source-changed');
}
