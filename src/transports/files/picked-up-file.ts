import { createHash } from 'node:crypto';
import { throwIfAborted } from '../../delivery/aborted.js';
import type { InboundPayload, RejectReason } from '../../delivery/payload.js';
import { transportError, transportReasonOf } from '../../delivery/transport-error.js';
import { X12Error } from '../../model/error.js';
import { joinPath, splitPath } from '../virtual-files/virtual-path.js';
import type { OnStep } from './deliver-file.js';
import { numberedPaths } from './file-names.js';
import type { FilesSessions } from './files-sessions.js';
import type { UseOptions } from './kept-sessions.js';
import { type FileIdentity, mayBeSame, type PickupRecord, type PickupRecords } from './pickup-record.js';
import type { RemoteFiles } from './remote-files.js';
import { orAborted } from './session-errors.js';
import type { InboundSettings } from './settings.js';

export interface PickedUpFileOptions {
  readonly sessions: FilesSessions;
  readonly records: PickupRecords;
  readonly connection: string;
  readonly settings: InboundSettings;
  readonly identity: FileIdentity;
  /** Removed before the file, as it would speak for the next file of that name. */
  readonly trigger?: string | undefined;
  readonly id: string;
  readonly onStep?: OnStep | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A file in the partner's directory, offered to be taken. */
export class PickedUpFile implements InboundPayload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly origin: Readonly<Record<string, string>>;
  readonly #options: PickedUpFileOptions;
  #identity: FileIdentity;
  /** Resolves when it was accepted or rejected, or either has failed. */
  readonly settled: Promise<void>;
  #noteSettled: () => void = () => {};
  /** The first of `accept` and `reject` counts. */
  #settling: Promise<void> | undefined;
  #withdrawn = false;

  constructor(options: PickedUpFileOptions) {
    const { id, identity, connection } = options;
    const { directory, name } = splitPath(identity.path);
    this.id = id;
    this.name = name;
    this.size = identity.size;
    this.origin = { connection, directory, path: identity.path };
    this.#options = options;
    this.#identity = identity;
    this.settled = new Promise((resolve) => {
      this.#noteSettled = resolve;
    });
  }

  async *open(): AsyncGenerator<Uint8Array> {
    const { sessions, signal } = this.#options;
    this.#demandOffered();
    const { path, size } = this.#identity;
    const hash = createHash('sha256');
    let read = 0;
    try {
      for await (const chunk of sessions.read(path, signal)) {
        throwIfAborted(signal);
        read += chunk.length;
        if (read > size) throw this.#changed();
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw orAborted(error, signal);
    }
    if (read !== size) throw this.#changed();
    const sha256 = hash.digest('hex');
    if (this.#identity.sha256 !== undefined && this.#identity.sha256 !== sha256) throw this.#changed();
    this.#identity = { ...this.#identity, sha256 };
  }

  /**
   * Writes down that the file is ours, then removes it. A rejection after that does not bring the file again: the next round
   * only tries to remove it.
   */
  accept(): Promise<void> {
    this.#settling ??= this.#accept().finally(this.#noteSettled);
    return this.#settling;
  }

  reject(reason?: RejectReason): Promise<void> {
    this.#settling ??= this.#reject(reason).finally(this.#noteSettled);
    return this.#settling;
  }

  /** From now on it is only the sender's; called when its time is over: the next payload is asked for, where there is one at a time, or the loop is left. */
  withdraw(): void {
    this.#withdrawn = true;
  }

  async #accept(): Promise<void> {
    this.#demandOffered();
    const { records, onStep } = this.#options;
    await onStep?.('note accepted');
    const accepted: PickupRecord = { ...this.#identity, state: 'accepted', payloadId: this.id };
    await records.write(accepted);
    if (this.#options.settings.afterAccept !== 'leave') await removeAccepted(this.#options, accepted);
  }

  async #reject(reason: RejectReason | undefined): Promise<void> {
    this.#demandOffered();
    const { sessions, settings, onStep, signal, trigger } = this.#options;
    const { rejectDirectory } = settings;
    if (rejectDirectory === undefined || reason === 'try-again') return;
    await onStep?.('move to rejects');
    await inSession(sessions, { signal }, async (files) => {
      if (trigger !== undefined) await files.remove(trigger, signal);
      await putAway(files, rejectDirectory, this.#identity, signal);
    });
  }

  #demandOffered(): void {
    if (this.#withdrawn) throw transportError('closed', { at: 'The round went on before this payload was settled' });
  }

  #changed(): Error {
    return transportError('source-changed', { details: { path: this.#identity.path } });
  }
}

/** Takes an accepted file away from the partner's directory, if it still is that file. */
export async function removeAccepted(
  options: Pick<PickedUpFileOptions, 'sessions' | 'records' | 'settings' | 'trigger' | 'onStep' | 'signal'>,
  accepted: PickupRecord,
): Promise<void> {
  const { sessions, records, settings, trigger, onStep, signal } = options;
  const { path } = accepted;
  const gone = await inSession(sessions, { signal, repeatable: true }, async (files) => {
    await onStep?.('look again');
    const there = await files.stat(path, signal);
    // Another file has taken the name since: it was never read, and stays for the next round.
    if (there !== undefined && !mayBeSame(there, accepted)) return false;
    if (trigger !== undefined) {
      await onStep?.('remove trigger');
      await files.remove(trigger, signal);
    }
    await onStep?.('remove');
    if (there === undefined) return true;
    if (settings.archiveDirectory === undefined) await files.remove(path, signal);
    else await putAway(files, settings.archiveDirectory, accepted, signal);
    return true;
  });
  if (!gone) return;
  await onStep?.('note removed');
  await records.write({ ...accepted, state: 'removed' });
}

/**
 * Moves a file to the archive, or to the rejects. Where that is the inbound directory by another name, such as a link, the file would come again under
 * the name that was free, round by round: it is put back.
 * @throws X12Error `X12_CONNECTION_INVALID`.
 */
async function putAway(files: RemoteFiles, directory: string, file: FileIdentity, signal?: AbortSignal): Promise<void> {
  const { path } = file;
  const target = await moveTo(files, directory, path, signal);
  const { directory: inbound, name } = splitPath(path);
  const moved = splitPath(target).name;
  if (moved === name) return;
  const back = joinPath(inbound, moved);
  const there = await files.stat(back, signal);
  if (there === undefined || !mayBeSame(there, file)) return;
  await files.rename(back, path, 'plain', signal);
  throw new X12Error(
    'X12_CONNECTION_INVALID',
    'The directory for files that were taken, or rejected, is the inbound one by another name, such as a link: what is put there would come again. Name one that is looked into by nobody.',
    { details: { directory } },
  );
}

/** Renames to the first name that is free there. @returns the path that it has now. */
async function moveTo(files: RemoteFiles, directory: string, path: string, signal?: AbortSignal): Promise<string> {
  for (const target of numberedPaths(directory, splitPath(path).name)) {
    if ((await files.stat(target, signal)) !== undefined) continue;
    try {
      await files.rename(path, target, 'plain', signal);
      return target;
    } catch (error) {
      if (transportReasonOf(error) !== 'target-exists') throw error;
    }
  }
  throw transportError('target-exists', { details: { path: directory } });
}

async function inSession<T>(
  sessions: FilesSessions,
  options: UseOptions,
  work: (files: RemoteFiles) => Promise<T>,
): Promise<T> {
  try {
    return await sessions.use(work, options);
  } catch (error) {
    throw orAborted(error, options.signal);
  }
}
