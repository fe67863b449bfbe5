import { type VirtualFile, VirtualFilesError, virtualPath } from 'ediloom/transports';
import { isTemporaryPath } from 'ediloom/transports/sftp-server';
import type { Platform } from '../../platform.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { isDuplicate } from '../../store/store.js';
import type { ArrivalNeeds } from '../buckets/arriving-objects.js';
import { describedColumn } from '../buckets/described.js';
import { keepDirectories, makeDirectoryRow, removeDirectoryRow } from '../buckets/directories.js';
import { dropBytes, leaveBytes } from '../buckets/drop-bytes.js';
import { objectAt } from '../buckets/find-object.js';
import { setModifiedAt, setModifiedOfPut } from '../buckets/move-rows.js';
import { isFileKey } from '../buckets/object-keys.js';
import { putObjectRows } from '../buckets/object-rows.js';
import type { StoredBytes } from '../buckets/put-bytes.js';
import { storedNameOf } from '../buckets/stored-names.js';
import { directoryAt, directoryOf, hasBelow } from '../buckets/tree.js';
import { demandReceived, NotReceived } from './demand-received.js';
import type { Draft } from './draft.js';
import { demandNotKept } from './kept-directories.js';
import type { Spool } from './spool.js';
import { StoredFile } from './stored-file.js';

export type BucketFilesNeeds = Pick<Platform, 'store' | 'objects' | 'room'> & ArrivalNeeds;

/** Whose files, and where. */
export interface BucketHome {
  readonly accountId: string;
  readonly bucket: string;
  /** What is seen as `/`: a directory of the bucket, without slashes at the ends; `''`: all of it. */
  readonly home: string;
  /** Called in the commit by which a file is there that was uploaded: under a name that is not temporary. */
  readonly uploaded?: Uploaded | undefined;
  /** Called for each upload that is refused, as the connection is disabled that would have it. */
  readonly refused?: ((file: Pick<UploadedFile, 'key' | 'address'>) => void) | undefined;
  /** Asked before each step. @throws VirtualFilesError `denied` where the user is not to be let on. */
  readonly demandUser?: (() => Promise<void>) | undefined;
}

/** A file that is there. */
export interface UploadedFile {
  readonly key: string;
  /** Of the client. */
  readonly address: string | undefined;
  /** Whether a connection has it: it was put below the inbound directory of one that is enabled. */
  readonly hasComeIn: boolean;
}

export type Uploaded = (queries: AccountQueries, file: UploadedFile) => Promise<void>;

/** Of two who give one name at once, the slower looks again so often. */
const TRIES = 5;

/** What is in a part of a bucket, for all processes to see: its rows, and the bytes that they name. */
export class BucketTree {
  readonly services: BucketFilesNeeds;
  readonly #home: BucketHome;
  /** Bytes that are being read, by their names: they stay for as long. */
  readonly #reading = new Map<string, number>();

  constructor(services: BucketFilesNeeds, home: BucketHome) {
    this.services = services;
    this.#home = home;
  }

  get bucket(): string {
    return this.#home.bucket;
  }

  /** @throws VirtualFilesError `name-refused` for what cannot be the key of an object. */
  place(text: string): { readonly path: string; readonly key: string; readonly name: string } {
    const path = virtualPath(text);
    const { home } = this.#home;
    if (path === '/') return { path, key: home, name: '/' };
    const key = home === '' ? path.slice(1) : home + path;
    if (!isFileKey(key)) throw new VirtualFilesError('name-refused');
    return { path, key, name: path.slice(path.lastIndexOf('/') + 1) };
  }

  /** A key as its user sees it. */
  pathOf(key: string): string {
    const { home } = this.#home;
    return home === '' ? `/${key}` : key.slice(home.length);
  }

  /** The name of the file, or that of a directory above it, says that it is still being written. */
  isTemporary(key: string): boolean {
    return isTemporaryPath(this.pathOf(key));
  }

  async uploaded(queries: AccountQueries, file: UploadedFile): Promise<void> {
    await this.#home.uploaded?.(queries, file);
  }

  async read<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result> {
    await this.#home.demandUser?.();
    return readRows(this.services.store, this.#home.accountId, work);
  }

  async write<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result> {
    await this.#home.demandUser?.();
    for (let tries = 1; ; tries++) {
      try {
        return await this.services.store.write((tx) => work(new AccountQueries(tx, this.#home.accountId)));
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        if (tries === TRIES) throw new VirtualFilesError('exists', { cause: error });
      }
    }
  }

  /** The same for a file that gets its name. */
  async writeUpload<Result>(
    file: Pick<UploadedFile, 'key' | 'address'>,
    work: (queries: AccountQueries) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.write(work);
    } catch (error) {
      if (error instanceof NotReceived) this.#home.refused?.(file);
      throw error;
    }
  }

  file(queries: AccountQueries, key: string): Promise<BucketObjects | undefined> {
    return objectAt(queries, this.bucket, key);
  }

  /** Since when there is such a directory, in milliseconds since 1970. The home is there as long as its bucket. */
  directory(queries: AccountQueries, key: string): Promise<number | undefined> {
    return directoryAt(queries, this.bucket, key === this.#home.home ? '' : key);
  }

  async demandDirectory(queries: AccountQueries, key: string): Promise<void> {
    if (key === this.#home.home) return;
    if ((await this.file(queries, key)) !== undefined) throw new VirtualFilesError('not-a-directory');
    if ((await this.directory(queries, key)) === undefined) throw new VirtualFilesError('not-found');
  }

  /** @throws VirtualFilesError `exists`, `not-found` and `not-a-directory` of the one that it is to lie in. */
  async makeDirectory(key: string): Promise<void> {
    await this.write(async (queries) => {
      await this.demandDirectory(queries, directoryOf(key));
      const isTaken =
        (await this.file(queries, key)) !== undefined || (await this.directory(queries, key)) !== undefined;
      if (isTaken || !(await makeDirectoryRow(queries, this.services.clock, this.bucket, key))) {
        throw new VirtualFilesError('exists');
      }
    });
  }

  /** @throws VirtualFilesError `not-empty`, `not-found`, `not-a-directory`, and as `demandNotKept`. */
  async removeDirectory(key: string): Promise<void> {
    await this.write(async (queries) => {
      await this.demandDirectory(queries, key);
      if (await hasBelow(queries, this.bucket, key)) throw new VirtualFilesError('not-empty');
      await demandNotKept(queries, this.bucket, key);
      await removeDirectoryRow(queries, this.bucket, key);
      await this.keep(queries, directoryOf(key));
    });
  }

  /** Of a file; that of a directory nobody asks back. @throws VirtualFilesError `not-found`. */
  async setModified(key: string, modified: number): Promise<void> {
    await this.write(async (queries) => {
      if (await setModifiedAt(queries, this.bucket, key, modified)) return;
      if ((await this.directory(queries, key)) === undefined) throw new VirtualFilesError('not-found');
    });
  }

  /** A directory stays when the last that was in it goes. */
  async keep(queries: AccountQueries, directory: string): Promise<void> {
    await keepDirectories(queries, this.services.clock, this.bucket, [directory]);
  }

  open(row: BucketObjects, name: string): VirtualFile {
    const stored = storedNameOf(row);
    this.#reading.set(stored, (this.#reading.get(stored) ?? 0) + 1);
    return new StoredFile({ objects: this.services.objects, row, name, closed: () => this.#readingEnded(stored) });
  }

  /** Copies the bytes of an object to where they can be changed. */
  async load(row: BucketObjects, spool: Spool): Promise<void> {
    const bytes = await this.services.objects.get(storedNameOf(row));
    if (bytes === undefined) throw new VirtualFilesError('failed');
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) await spool.write(spool.size, chunk);
    if (spool.size !== Number(row.size)) throw new VirtualFilesError('failed');
  }

  /** The one commit by which a file is there, and has come in. Its bytes are safe. */
  async put(
    key: string,
    stored: StoredBytes,
    {
      modified,
      overwrite,
      address,
    }: { readonly modified: number; readonly overwrite: boolean; readonly address?: string | undefined },
  ): Promise<void> {
    const now = this.services.clock.now();
    const row = {
      ...{ bucket: this.bucket, key, object_name: stored.name, size: stored.size, sha256: stored.sha256 },
      described: describedColumn(stored.name, { etag: stored.md5 }),
      ...{ content_type: 'application/octet-stream', execution_id: null },
      ...{ modified_at: modified, created_at: now, updated_at: now },
    };
    const replaced = await this.writeUpload({ key, address }, async (queries) => {
      await this.demandDirectory(queries, directoryOf(key));
      const there = await this.file(queries, key);
      if (there === undefined && (await this.directory(queries, key)) !== undefined) {
        throw new VirtualFilesError(overwrite ? 'is-a-directory' : 'exists');
      }
      if (there !== undefined && !overwrite) throw new VirtualFilesError('exists');
      const arrived = await putObjectRows(this.services, queries, [row], { mayReplace: overwrite });
      demandReceived(arrived);
      const hasComeIn = arrived.taken.length > 0;
      if (!this.isTemporary(key)) await this.uploaded(queries, { key, address, hasComeIn });
      return there;
    });
    if (replaced?.object_name !== stored.name) await this.drop(replaced);
  }

  /** Has a draft be in the bucket as it is now. */
  async persist(draft: Draft, key: string): Promise<void> {
    draft.isChanged = false;
    try {
      const stored = await draft.stored();
      const { modified } = draft;
      // What was put before, and another session may have moved or removed since, gets no more than its time.
      if (draft.persisted === stored) {
        await this.write((queries) => setModifiedOfPut(queries, stored.name, modified));
      } else {
        await this.put(key, stored, { modified, overwrite: true });
        draft.persisted = stored;
      }
    } catch (error) {
      draft.isChanged = true;
      throw error;
    }
  }

  /** Removes the bytes of an object that is gone. Those that somebody reads here, or that cannot be removed now, are left to the sweep. */
  async drop(row: BucketObjects | undefined): Promise<void> {
    if (row === undefined) return;
    const bytes = { name: storedNameOf(row), size: Number(row.size) };
    if (this.#reading.has(bytes.name)) await this.leave(bytes);
    else await dropBytes(this.services, this.#home.accountId, [bytes]).catch(() => {});
  }

  /** Leaves bytes to the sweep; of those that cannot be written down now it hears by itself. */
  async leave(bytes: Pick<StoredBytes, 'name' | 'size'>): Promise<void> {
    await leaveBytes(this.services, this.#home.accountId, [bytes]).catch(() => {});
  }

  #readingEnded(stored: string): void {
    const left = (this.#reading.get(stored) ?? 1) - 1;
    if (left > 0) this.#reading.set(stored, left);
    else this.#reading.delete(stored);
  }
}
