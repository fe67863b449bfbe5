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
import { NO_TEMPORARY, putPayload } from './put-file.js';
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
  /** Of the bytes, where an earlier attempt had sent them. */
  #known: Digest | undefined;
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
    this.#record = await this.#records.read(this.#payload.id);
    if (this.#record !== undefined && this.#record.state !== 'uploading') {
      // What was sent before must be what is sent now. Otherwise the bytes are read once, while they are sent.
      await this.#step('hash');
      this.#known = await digestOfPayload(this.#payload, signal);
      demandSame(this.#record, this.#known);
      if (this.#record.state === 'delivered') return this.#receipt(this.#record.target, this.#record, true);
    }
    await this.#step('connect');
    // A session that was kept may have died unseen. What it did is in the record, so to go on over another is what a later attempt
    // would do; only a loss at the rename is no such death: it is thrown, as what is unknown is for the caller to know.
    return sessions.use((files) => this.#over(files), { signal, repeatable: true });
  }

  async #over(files: RemoteFiles): Promise<Receipt> {
    const record = this.#record;
    if (record?.state === 'renaming') {
      const found = await this.#resume(files, record);
      if (found !== undefined) return found;
    }
    if (record !== undefined && record.temporary !== NO_TEMPORARY) await this.#clear(files, record.temporary);
    if (files.put !== undefined) return this.#put(files, files.put.bind(files));
    const { temporary, digest } = await this.#upload(files);
    return this.#finish(files, digest, temporary);
  }

  async #put(files: RemoteFiles, put: NonNullable<RemoteFiles['put']>): Promise<Receipt> {
    const { path, digest } = await putPayload({
      files,
      put,
      payload: this.#payload,
      settings: this.#settings,
      signal: this.#options.signal,
      step: (name) => this.#step(name),
      note: (record) => this.#note(record),
      demandWhole: (digest) => this.#demandWhole(digest),
    });
    return this.#delivered(digest, NO_TEMPORARY, path, false);
  }

  /** After a kill or a lost connection around the rename: what the partner has shows what was done. */
  async #resume(files: RemoteFiles, record: DeliveryRecord & Digest): Promise<Receipt | undefined> {
    const { temporary, target, size, sha256 } = record;
    const digest = { size, sha256 };
    const { signal } = this.#options;
    await this.#step('look');
    const left = temporary === NO_TEMPORARY ? undefined : await files.stat(temporary, signal);
    const there = await files.stat(target, signal);
    const same = there?.size === digest.size ? await sameBytes(files, target, digest, signal) : false;
    if (left === undefined) {
      // What cannot be read back counts by its size; what is there with other bytes is not ours.
      if (same === true || same === 'unreadable') return this.#delivered(digest, temporary, target, true);
      if (there === undefined && this.#settings.whenGone === 'send') return undefined;
      throw transportError('remote-vanished', { details: { path: target } });
    }
    if (same === true) {
      // Either the rename was cut between its two halves, or these very bytes were there: the partner has them, once.
      await this.#clear(files, temporary);
      return this.#delivered(digest, temporary, target, true);
    }
    return left.size === digest.size ? this.#finish(files, digest, temporary) : undefined;
  }

  async #upload(files: RemoteFiles): Promise<{ readonly temporary: string; readonly digest: Digest }> {
    const { unique, signal } = this.#options;
    const settings = this.#settings;
    const { directory = settings.directory, prefix = TEMPORARY_PREFIX, suffix = '' } = settings.temporary ?? {};
    const temporary = joinPath(directory, demandPlainName(`${prefix}${unique()}${suffix}`));
    await this.#noteUploading(temporary, joinPath(settings.directory, this.#payload.name));
    await this.#step('write');
    const bytes = new HashingBytes(openPayload(this.#payload), signal);
    try {
      await files.write(temporary, bytes, signal);
      const digest = this.#demandWhole(bytes.digest);
      await this.#verify(files, temporary, digest);
      return { temporary, digest };
    } catch (error) {
      // A dead session can clear nothing away; the next attempt does.
      if (!isSessionDead(error)) await quietly(() => files.remove(temporary));
      throw bytes.failure === undefined ? error : payloadUnreadable(bytes.failure.error);
    }
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
    const { path: target, replaced } = await giveFinalName({
      files,
      temporary,
      name: this.#payload.name,
      digest,
      settings,
      signal,
      step: (name) => this.#step(name),
      renaming: (path) => this.#note({ state: 'renaming', temporary, target: path, ...digest }),
      giveUp: (path) => this.#noteUploading(temporary, path),
    });
    // The rename of a file of the right size was confirmed. Only where another had the name is it seen whether that one is gone; that
    // ours is gone already, or cannot be looked at, does not unmake the rename.
    if (replaced) await this.#step('check target');
    const seen = replaced ? await quietly(() => files.stat(target, signal)) : undefined;
    if (seen !== undefined && seen.size !== digest.size) {
      throw transportError('remote-vanished', { details: { path: target, sent: digest.size, there: seen.size } });
    }
    return this.#delivered(digest, temporary, target, false);
  }

  async #delivered(digest: Digest, temporary: string, target: string, already: boolean): Promise<Receipt> {
    await this.#note({ state: 'delivered', temporary, target, ...digest });
    return this.#receipt(target, digest, already);
  }

  /** What the transfer has read, if it is all that the payload says it has, and what was sent before. */
  #demandWhole(sent: Digest | undefined): Digest {
    const { size } = this.#payload;
    if (sent === undefined) throw transportError('size-differs', { at: 'The transfer ended before the payload did' });
    if (size !== undefined && size !== sent.size)
      throw transportError('payload-unreadable', { at: 'The payload has another size than it says' });
    if (this.#known !== undefined && this.#known.sha256 !== sent.sha256) throw transportError('source-changed');
    return sent;
  }

  #noteUploading(temporary: string, target: string): Promise<void> {
    return this.#note({ state: 'uploading', temporary, target });
  }

  async #note(record: DeliveryRecord): Promise<void> {
    await this.#step(`note ${record.state}`);
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

function demandSame(record: Digest, digest: Digest): void {
  if (record.sha256 !== digest.sha256 || record.size !== digest.size) throw transportError('payload-changed');
}
