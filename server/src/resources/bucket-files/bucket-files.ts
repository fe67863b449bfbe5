import {
  type OpenMode,
  type RenameOptions,
  type VirtualEntry,
  type VirtualFile,
  type VirtualFiles,
  VirtualFilesError,
} from 'ediloom/transports';
import { isStagedPath } from 'ediloom/transports/sftp-server';
import { KeyedTurns } from '../../keyed-turns.js';
import { Problem } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { removeObjectRow } from '../buckets/move-rows.js';
import { putBytes } from '../buckets/put-bytes.js';
import { directoryOf, totalBelow } from '../buckets/tree.js';
import { treeEntries } from '../buckets/tree-listing.js';
import { type BucketFilesNeeds, type BucketHome, BucketTree } from './bucket-tree.js';
import { Draft, DraftFile, draftEntry, type PutDraft } from './draft.js';
import { type Moving, moveRows } from './move-rows.js';
import type { SpoolOptions } from './spool.js';
import { storedEntry } from './stored-file.js';

export interface BucketFilesOptions extends BucketHome {
  readonly spool: SpoolOptions;
}

/**
 * A bucket as a tree of files, for the servers that partners upload to. A file is in the bucket, and for every process and every other
 * way to look into it, when it is closed under its name or gets it by a rename: by one commit, with what it means that it came in. Names of
 * uploads that are under way (`isStagedPath`) and their bytes are with this object alone.
 */
export class BucketFiles implements VirtualFiles {
  /** What uploads had under way is gone with their process: nobody has to look for it. */
  readonly forgetsStaged = true;
  readonly #tree: BucketTree;
  readonly #options: BucketFilesOptions;
  /** Files that are being written, by their keys. */
  readonly #drafts = new Map<string, Draft>();
  /** By their keys: a file is opened to write, and closed, by one after another. */
  readonly #turns = new KeyedTurns();
  constructor(services: BucketFilesNeeds, options: BucketFilesOptions) {
    this.#tree = new BucketTree(services, options);
    this.#options = options;
  }

  async stat(path: string): Promise<VirtualEntry | undefined> {
    const { key, name } = this.#tree.place(path);
    const draft = this.#drafts.get(key);
    if (draft !== undefined) return draftEntry(draft);
    return this.#tree.read(async (queries) => {
      const row = name === '/' ? undefined : await this.#tree.file(queries, key);
      if (row !== undefined) return storedEntry(name, row);
      const modified = await this.#tree.directory(queries, key);
      return modified === undefined ? undefined : { name, kind: 'directory' as const, size: 0, modified };
    });
  }

  async list(path: string): Promise<readonly VirtualEntry[]> {
    const entries: VirtualEntry[] = [];
    for await (const batch of this.batches(path)) entries.push(...batch);
    return entries;
  }

  async *batches(path: string): AsyncGenerator<readonly VirtualEntry[]> {
    const { key } = this.#tree.place(path);
    await this.#tree.read((queries) => this.#tree.demandDirectory(queries, key));
    yield* treeEntries(this.#tree.services.store, this.#options.accountId, this.#tree.bucket, key);
  }

  async total(): Promise<{ readonly bytes: number; readonly entries: number }> {
    const { accountId, bucket, home } = this.#options;
    return this.#tree.services.store.list((db) => totalBelow(new AccountQueries(db, accountId), bucket, home));
  }

  async open(path: string, mode: OpenMode): Promise<VirtualFile> {
    const { key, name } = this.#tree.place(path);
    if (name === '/') throw new VirtualFilesError('is-a-directory');
    return mode === 'read' ? this.#openToRead(key, name) : this.#turns.run(key, () => this.#openToWrite(key, mode));
  }

  async rename(from: string, to: string, { overwrite = false, address }: RenameOptions = {}): Promise<void> {
    const [source, target] = [this.#tree.place(from), this.#tree.place(to)];
    if (source.name === '/') throw new VirtualFilesError('denied');
    if (target.name === '/') throw new VirtualFilesError(overwrite ? 'is-a-directory' : 'exists');
    const staged = isStagedPath(source.path) ? this.#drafts.get(source.key) : undefined;
    if (isStagedPath(source.path) && staged === undefined) throw new VirtualFilesError('not-found');
    if (isStagedPath(target.path)) return this.#stage(source.key, target.key);
    if (staged !== undefined) return this.#publish(staged, target.key, { overwrite, address });
    await this.#move({ from: source.key, to: target.key, overwrite }, address);
  }

  async remove(path: string): Promise<void> {
    const { key, name } = this.#tree.place(path);
    if (name === '/') throw new VirtualFilesError('is-a-directory');
    const draft = this.#detach(key);
    if (isStagedPath(path)) {
      if (draft === undefined) throw new VirtualFilesError('not-found');
      return;
    }
    const gone = await this.#tree.write(async (queries) => {
      const row = await removeObjectRow(queries, this.#tree.bucket, key);
      if (row !== undefined) await this.#tree.keep(queries, directoryOf(key));
      else if ((await this.#tree.directory(queries, key)) !== undefined) throw new VirtualFilesError('is-a-directory');
      else if (draft === undefined) throw new VirtualFilesError('not-found');
      return row;
    });
    await this.#tree.drop(gone);
  }

  async makeDirectory(path: string): Promise<void> {
    const { key, name } = this.#tree.place(path);
    if (name === '/' || this.#drafts.has(key)) throw new VirtualFilesError('exists');
    await this.#tree.makeDirectory(key);
  }

  async removeDirectory(path: string): Promise<void> {
    const { key, name } = this.#tree.place(path);
    if (name === '/') throw new VirtualFilesError('denied');
    // Of uploads that are under way, too.
    if ([...this.#drafts.keys()].some((one) => one.startsWith(`${key}/`))) throw new VirtualFilesError('not-empty');
    await this.#tree.removeDirectory(key);
  }

  async setModified(path: string, modified: number): Promise<void> {
    const { key } = this.#tree.place(path);
    const draft = this.#drafts.get(key);
    if (draft !== undefined) {
      draft.modified = modified;
      return;
    }
    await this.#tree.setModified(key, modified);
  }

  async #openToRead(key: string, name: string): Promise<VirtualFile> {
    const draft = this.#drafts.get(key);
    if (draft !== undefined) return this.#handle(draft, false);
    const row = await this.#tree.read(async (queries) => {
      const found = await this.#tree.file(queries, key);
      if (found === undefined && (await this.#tree.directory(queries, key)) !== undefined) {
        throw new VirtualFilesError('is-a-directory');
      }
      return found;
    });
    if (row === undefined) throw new VirtualFilesError('not-found');
    return this.#tree.open(row, name);
  }

  async #openToWrite(key: string, mode: Exclude<OpenMode, 'read'>): Promise<VirtualFile> {
    const open = this.#drafts.get(key);
    if (open !== undefined) {
      if (mode === 'create') throw new VirtualFilesError('exists');
      const handle = this.#handle(open, true);
      if (mode === 'replace') await handle.truncate(0);
      return handle;
    }
    const row = await this.#tree.read((queries) => this.#forWriting(queries, key));
    if (row !== undefined && mode === 'create') throw new VirtualFilesError('exists');
    const draft = this.#draft(key, mode !== 'write' || row === undefined);
    try {
      if (row !== undefined && mode === 'write') await this.#tree.load(row, draft.spool);
    } catch (error) {
      await draft.close();
      throw error;
    }
    this.#drafts.set(key, draft);
    return this.#handle(draft, true);
  }

  /** What is there under a key that is to be written. */
  async #forWriting(queries: AccountQueries, key: string): Promise<BucketObjects | undefined> {
    const row = isStagedPath(`/${key}`) ? undefined : await this.#tree.file(queries, key);
    if (row !== undefined) return row;
    if ((await this.#tree.directory(queries, key)) !== undefined) throw new VirtualFilesError('is-a-directory');
    await this.#tree.demandDirectory(queries, directoryOf(key));
    return undefined;
  }

  #draft(key: string, isChanged: boolean): Draft {
    const { clock } = this.#tree.services;
    const { accountId } = this.#options;
    const put: PutDraft = (bytes) =>
      putBytes(this.#tree.services, accountId, bytes).catch((error: unknown) => {
        // Both are what the other side's programs call a full disk.
        throw error instanceof Problem ? new VirtualFilesError('no-space', { cause: error }) : error;
      });
    return new Draft(key, {
      isChanged,
      spool: this.#options.spool,
      put,
      leave: (bytes) => this.#tree.leave(bytes),
      clock,
    });
  }

  #handle(draft: Draft, isWritable: boolean): DraftFile {
    return new DraftFile({
      draft,
      isWritable,
      sync: (hasName) => this.#sync(draft, hasName),
      close: () => this.#turns.run(draft.key ?? '', () => this.#closeDraft(draft)),
    });
  }

  /**
   * A file under a temporary name is in the bucket from now on, for another session to go on with. One that is staged only has its bytes put
   * where it is about to get its name; any other has its name when it is closed, so that nobody takes a part for the whole.
   */
  async #sync(draft: Draft, hasName: boolean): Promise<void> {
    const { key } = draft;
    if (key === undefined) return;
    if (isStagedPath(`/${key}`)) return void (hasName || (await draft.stored()));
    if (this.#tree.isTemporary(key) && draft.isChanged) await this.#tree.persist(draft, key);
  }

  async #closeDraft(draft: Draft): Promise<void> {
    const { key } = draft;
    if (draft.handles > 0) return;
    if (key === undefined) return draft.close();
    // It waits for its name, or for its removal.
    if (isStagedPath(`/${key}`)) return;
    try {
      if (draft.isChanged) await this.#tree.persist(draft, key);
    } finally {
      if (draft.handles === 0) {
        if (this.#drafts.get(key) === draft) this.#drafts.delete(key);
        await draft.close();
      }
    }
  }

  async #publish(draft: Draft, key: string, options: RenameOptions & { overwrite: boolean }): Promise<void> {
    const staged = draft.key;
    const stored = await draft.stored();
    await this.#tree.put(key, stored, { modified: draft.modified, ...options });
    draft.persisted = stored;
    this.#detach(key);
    if (staged !== undefined) this.#drafts.delete(staged);
    draft.key = undefined;
    if (draft.handles === 0) await draft.close();
  }

  /** A file that is being written under a name of its own is from now on one that is under way. */
  async #stage(from: string, to: string): Promise<void> {
    await this.#turns.run(from, async () => {
      const draft = this.#drafts.get(from);
      if (draft === undefined) throw new VirtualFilesError('not-found');
      const gone = await this.#tree.write(async (queries) => {
        await this.#tree.keep(queries, directoryOf(from));
        return removeObjectRow(queries, this.#tree.bucket, from);
      });
      draft.key = to;
      this.#drafts.delete(from);
      this.#drafts.set(to, draft);
      await draft.forgetStored();
      await this.#tree.drop(gone);
    });
  }

  async #move(moving: Moving, address: string | undefined): Promise<void> {
    const { from, to } = moving;
    const hasDraft = this.#drafts.has(from);
    const isUpload = this.#tree.isTemporary(from) && !this.#tree.isTemporary(to);
    const replaced = await this.#tree.writeUpload({ key: to, address }, (queries) =>
      moveRows(this.#tree.services, queries, this.#tree.bucket, {
        ...{ ...moving, hasDraft },
        moved: async (hasComeIn) =>
          isUpload ? this.#tree.uploaded(queries, { key: to, address, hasComeIn }) : undefined,
        demandParent: () => this.#tree.demandDirectory(queries, directoryOf(to)),
      }),
    );
    if (from === to) return;
    this.#detach(to);
    for (const [key, draft] of [...this.#drafts]) {
      if (key !== from && !key.startsWith(`${from}/`)) continue;
      this.#drafts.delete(key);
      draft.key = to + key.slice(from.length);
      this.#drafts.set(draft.key, draft);
    }
    await this.#tree.drop(replaced);
  }

  /** What is written there goes on without a name, and is gone when it is closed. */
  #detach(key: string): Draft | undefined {
    const draft = this.#drafts.get(key);
    if (draft === undefined) return undefined;
    this.#drafts.delete(key);
    draft.key = undefined;
    if (draft.handles === 0) void draft.close();
    return draft;
  }
}
