import { statfs } from 'node:fs/promises';
import { limitsOfAccount } from '../../accounts/accounts.js';
import type { Clock } from '../../clock.js';
import { bytesLeft } from '../../objects/orphans.js';
import type { ComingBytes, StorageRoom } from '../../objects/storage-room.js';
import { Problem } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Store } from '../../store/store.js';
import { packageBytes } from '../functions/rows.js';

const MB = 1024 * 1024;
/** Milliseconds for which what an account has is not counted anew: what comes meanwhile is added, what goes is not. */
const COUNTED_MS = 60_000;
/**
 * The same of one that has half of what it may have, at least, and as many times as the counting took: who deletes objects, or is refused
 * after all, would soon be told that there is no room.
 */
const COUNTED_CLOSELY_MS = 2_000;
const COUNTING_SHARE = 20;
/** The same of the disk. */
const LOOKED_MS = 1_000;

export interface RoomOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Bytes that an account may have where its limits say nothing; `undefined`: any. */
  readonly quotaBytes: number | undefined;
  /** The disk that objects lie on, and what is to stay free of it; `undefined`: they lie elsewhere. */
  readonly disk: { readonly folder: string; readonly reserveBytes: number } | undefined;
}

/** What an account has, and may have. */
interface Use {
  bytes: number;
  /** What it has replaced and given up, and the sweep has not removed. */
  readonly left: number;
  readonly most: number;
  /** Milliseconds that the counting took. */
  readonly took: number;
}

interface Counted {
  readonly at: number;
  readonly use: Promise<Use>;
  /** Once it is known. */
  known?: Use;
}

/**
 * Counts what comes in for an account while it comes, so that many puts at once do not pass a limit together. Each process counts for itself;
 * over several the limit is passed by what comes within a minute at most.
 */
export class AccountRoom implements StorageRoom {
  readonly #options: RoomOptions;
  readonly #uses = new Map<string, Counted>();
  /** Bytes of puts under way, by account; `''`: those that are no account's. */
  readonly #coming = new Map<string, number>();
  #disk: { readonly free: number; readonly at: number } | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  async open(accountId = ''): Promise<ComingBytes> {
    const [use] = await Promise.all([accountId === '' ? undefined : this.#use(accountId), this.#lookAtDisk()]);
    let came = 0;
    const count = (bytes: number): void => {
      came += bytes;
      const all = (this.#coming.get(accountId) ?? 0) + bytes;
      if (all > 0) this.#coming.set(accountId, all);
      else this.#coming.delete(accountId);
    };
    const add = (bytes: number): void => {
      this.#demandDisk(bytes);
      if (use !== undefined) demandRoom(use, (this.#coming.get(accountId) ?? 0) + bytes);
      count(bytes);
    };
    add(0);
    return {
      add,
      keep: () => {
        // It may have been counted anew while they came, without them: their row is still to be written.
        const counts = this.#uses.get(accountId)?.known ?? use;
        if (counts !== undefined) counts.bytes += came;
      },
      end: () => count(-came),
    };
  }

  /** One for all who come at once. */
  #use(accountId: string): Promise<Use> {
    const now = this.#options.clock.now();
    const counted = this.#uses.get(accountId);
    if (counted !== undefined && now - counted.at < this.#trustMs(accountId, counted)) return counted.use;
    const fresh: Counted = { at: now, use: this.#count(accountId) };
    this.#uses.set(accountId, fresh);
    fresh.use.then(
      (use) => {
        fresh.known = use;
      },
      () => this.#uses.delete(accountId),
    );
    this.#forgetOld();
    return fresh.use;
  }

  #trustMs(accountId: string, { known }: Counted): number {
    if (known === undefined) return COUNTED_MS;
    const all = known.bytes + (this.#coming.get(accountId) ?? 0);
    if (all * 2 < known.most && all + known.left < known.most) return COUNTED_MS;
    return Math.min(COUNTED_MS, Math.max(COUNTED_CLOSELY_MS, known.took * COUNTING_SHARE));
  }

  async #count(accountId: string): Promise<Use> {
    const { store, quotaBytes } = this.#options;
    return store.list(async (db) => {
      const queries = new AccountQueries(db, accountId);
      const { storageMegabytes } = await limitsOfAccount(queries);
      const most = storageMegabytes === undefined ? quotaBytes : storageMegabytes * MB;
      // Nothing is summed up that nobody compares.
      if (most === undefined) return { bytes: 0, left: 0, most: Infinity, took: 0 };
      const begun = performance.now();
      const bytes = await usedBytes(queries);
      const left = await bytesLeft(queries);
      return { bytes, left, most, took: performance.now() - begun };
    });
  }

  #forgetOld(): void {
    if (this.#uses.size <= 1_000) return;
    for (const account of this.#uses.keys()) {
      if (!this.#coming.has(account)) this.#uses.delete(account);
      if (this.#uses.size <= 1_000) return;
    }
  }

  async #lookAtDisk(): Promise<void> {
    const { disk, clock } = this.#options;
    if (disk === undefined || (this.#disk !== undefined && clock.now() - this.#disk.at < LOOKED_MS)) return;
    this.#looking ??= statfs(disk.folder)
      .then(({ bavail, bsize }) => {
        this.#disk = { free: bavail * bsize, at: clock.now() };
      })
      // Whether it can be written to is found by writing.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
      });
    await this.#looking;
  }

  #demandDisk(bytes: number): void {
    const { disk } = this.#options;
    if (disk === undefined || this.#disk === undefined) return;
    if (this.#disk.free - bytes < disk.reserveBytes) throw diskFull();
    this.#disk = { ...this.#disk, free: this.#disk.free - bytes };
    // For the next ones: of a large object the other puts of this second count, too.
    void this.#lookAtDisk();
  }
}

/** Bytes of the objects of an account, of what comes in parts, and of the packages of its functions. */
export async function usedBytes(queries: AccountQueries): Promise<number> {
  const objects = await queries
    .from('bucket_objects')
    .select((row) => row.fn.sum<number>('size').as('bytes'))
    .executeTakeFirst();
  const parts = await queries
    .from('upload_parts')
    .select((row) => row.fn.sum<number>('size').as('bytes'))
    .executeTakeFirst();
  return Number(objects?.bytes ?? 0) + Number(parts?.bytes ?? 0) + (await packageBytes(queries));
}

/**
 * What was replaced may be as much again as what is there: it lies there for a day, so that whoever reads it can go on, and who replaces in a
 * loop would fill the disk with it.
 */
function demandRoom({ bytes, left, most }: Use, coming: number): void {
  if (bytes + coming > most) throw overQuota(bytes, most);
  if (bytes + left + coming > 2 * most) throw replacedTooMuch(left, most);
}

/** What is replaced counts until the put is through: it is there as long, and stays if that breaks off. */
function overQuota(has: number, most: number): Problem {
  const text = `The account may have ${inMegabytes(most)} in its buckets, has ${inMegabytes(has)}, and this would be more; an object that is replaced counts until then. Delete objects that are not needed, or ask the operator for more (storageMegabytes of the account's limits).`;
  return new Problem('over-quota', text, { code: 'STORAGE_QUOTA_EXCEEDED' });
}

function replacedTooMuch(left: number, most: number): Problem {
  const text = `What the account has in its buckets and what it has replaced within the last two days (${inMegabytes(left)}) may be ${inMegabytes(2 * most)} together, and this would be more. Wait until the bytes that were replaced are removed, delete objects that are not needed, or ask the operator for more (storageMegabytes of the account's limits).`;
  return new Problem('over-quota', text, { code: 'STORAGE_QUOTA_EXCEEDED' });
}

function inMegabytes(bytes: number): string {
  return `${Number((bytes / MB).toFixed(1))} MB`;
}

function diskFull(): Problem {
  const text = 'The disk of the server is nearly full (DISK_RESERVE_MB). Nothing was stored; try again later.';
  return new Problem('unavailable', text, { code: 'DISK_FULL' });
}
