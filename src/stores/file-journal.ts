import { createHash, randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { JOURNAL_KINDS, type Journal, type JournalEntry, type JournalKind } from '../delivery/journal.js';
import { requireForm } from '../model/check-options.js';
import { isX12Error, X12Error } from '../model/error.js';
import { codeOf, folderSteps } from './folder-steps.js';
import { journalText, readJournalText } from './journal-text.js';

export interface FileJournalOptions {
  /** A directory for this journal alone. It must exist; a relative path is taken from where the process is now. */
  readonly directory: string;
}

/** A journal in files, and what keeps it small. */
export interface FileJournal extends Journal {
  /**
   * Forgets entries last written before that moment for which `forget` says so; absent: all of them. A delivery that is asked
   * for again after that is made again, so let it be longer ago than anyone repeats one. `forget` is asked twice about what goes, the second time
   * when nobody can write it anew. Resolves to their number.
   */
  prune(before: Date, forget?: (entry: JournalEntry) => boolean): Promise<number>;
}

/** Names of entries that are taken aside begin so. */
const ASIDE = 'aside-';

/** Milliseconds after which a preparation is that of a process which is no more. */
const LEFT_OVER_AGE = 3_600_000;

/**
 * A journal in a directory on a local disk, one small file an entry, shared by any number of processes. An entry is written
 * under another name, synced, and given its name in one step; the directory is synced before the call resolves.
 *
 * Its calls throw X12Error `X12_JOURNAL_UNAVAILABLE` (directory missing or not writable, disk full: `cause` has the system's
 * error, `details.systemCode` its name) and `X12_JOURNAL_DAMAGED` (`details.file`; the message says how to mend it).
 * @throws X12Error `X12_OPTION_INVALID`. Files are not looked at before the first call.
 */
export function createFileJournal(options: FileJournalOptions): FileJournal {
  requireForm('createFileJournal', 'options', options, 'object');
  const { directory } = options;
  if (typeof directory !== 'string' || directory === '') {
    throw new X12Error('X12_OPTION_INVALID', 'directory must name a directory.', { details: { option: 'directory' } });
  }
  return new Files(resolve(directory));
}

class Files implements FileJournal {
  readonly #directory: string;
  #clearing: Promise<void> | undefined;
  #cleared = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  read(kind: JournalKind, id: string): Promise<JournalEntry | undefined> {
    return this.#orUnavailable(() => this.#readFile(fileName(kind, id)));
  }

  write(entry: JournalEntry): Promise<void> {
    return this.#orUnavailable(async () => {
      const fresh = await this.#prepare(entry);
      try {
        await rename(fresh, this.#path(fileName(entry.kind, entry.id)));
      } catch (error) {
        await rm(fresh, { force: true });
        throw error;
      }
      await folderSteps.sync(this.#directory);
    });
  }

  add(entry: JournalEntry): Promise<JournalEntry | undefined> {
    return this.#orUnavailable(async () => {
      const name = fileName(entry.kind, entry.id);
      const fresh = await this.#prepare(entry);
      try {
        // A second name for a file can be made only where that name is free: of all who try, in any process, one succeeds.
        while (!(await linked(fresh, this.#path(name)))) {
          const there = await this.#readFile(name);
          if (there !== undefined) return there;
        }
        return undefined;
      } finally {
        await rm(fresh, { force: true });
        // For what another process added as well: the caller builds on it from now on.
        await folderSteps.sync(this.#directory);
      }
    });
  }

  remove(kind: JournalKind, id: string): Promise<void> {
    return this.#orUnavailable(async () => {
      await rm(this.#path(fileName(kind, id)), { force: true });
      await folderSteps.sync(this.#directory);
    });
  }

  async *list(kind: JournalKind): AsyncGenerator<JournalEntry> {
    for (const name of await this.#orUnavailable(() => readdir(this.#directory))) {
      if (!name.startsWith(`${kind}-`)) continue;
      const entry = await this.#orUnavailable(() => this.#readFile(name));
      if (entry !== undefined) yield entry;
    }
  }

  async prune(before: Date, forget: (entry: JournalEntry) => boolean = () => true): Promise<number> {
    let removed = 0;
    for (const kind of JOURNAL_KINDS) {
      for await (const entry of this.list(kind)) {
        const isOld = (one: JournalEntry) => new Date(one.at) < before && forget(one);
        if (isOld(entry) && (await this.#orUnavailable(() => this.#forget(entry, isOld)))) removed++;
      }
    }
    return removed;
  }

  /**
   * Takes an entry aside and looks at it again there, where nobody writes to it: one that was written anew since it was read gets its
   * name back, unless a newer one has it. False: it stays.
   */
  async #forget({ kind, id }: JournalEntry, isOld: (entry: JournalEntry) => boolean): Promise<boolean> {
    const aside = `${ASIDE}${randomUUID()}`;
    const path = this.#path(aside);
    try {
      await rename(this.#path(fileName(kind, id)), path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
    // Gone: a process that has just begun has put it back.
    const text = await readFile(path, 'utf8').catch((error) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return false;
    const entry = readJournalText(text);
    const forgotten = entry !== undefined && isOld(entry);
    if (!forgotten) await linked(path, this.#path(fileName(kind, id)));
    await rm(path, { force: true });
    await folderSteps.sync(this.#directory);
    return forgotten;
  }

  /** The entry under a name that nobody looks for yet, safe on disk. */
  async #prepare(entry: JournalEntry): Promise<string> {
    await this.#clearLeftOvers();
    const path = this.#path(`new-${randomUUID()}`);
    const handle = await open(path, 'wx', 0o640);
    try {
      await handle.writeFile(journalText(entry));
      await handle.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return path;
  }

  /** Once a process: preparations of those that were killed, and what they had aside, which gets its name back. */
  #clearLeftOvers(): Promise<void> {
    this.#clearing ??= this.#clear().catch((error) => {
      this.#clearing = undefined;
      throw error;
    });
    return this.#clearing;
  }

  async #clear(): Promise<void> {
    for (const name of await readdir(this.#directory)) {
      if (name.startsWith(ASIDE)) await this.#putBack(this.#path(name));
      if (!name.startsWith('new-')) continue;
      const path = this.#path(name);
      const changed = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      );
      if (Date.now() - changed > LEFT_OVER_AGE) await unlink(path).catch(() => undefined);
    }
    this.#cleared = true;
  }

  /** Also where a process that lives has it aside: an old entry then lives on until somebody prunes again. */
  async #putBack(path: string): Promise<void> {
    const entry = readJournalText(await readFile(path, 'utf8').catch(() => ''));
    if (entry === undefined) return;
    await linked(path, this.#path(fileName(entry.kind, entry.id)));
    await rm(path, { force: true });
  }

  async #readFile(name: string): Promise<JournalEntry | undefined> {
    const path = this.#path(name);
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      // A directory that is gone has no entries only because its volume is not mounted: that must not read as a first delivery.
      await stat(this.#directory);
      if (this.#cleared) return undefined;
      // A process that was killed may have had it aside.
      await this.#clearLeftOvers();
      return this.#readFile(name);
    }
    const entry = readJournalText(text);
    if (entry !== undefined && fileName(entry.kind, entry.id) === name) return entry;
    throw new X12Error(
      'X12_JOURNAL_DAMAGED',
      `The file ${path} of the journal is damaged: it is not as it was written. What it was about may have been delivered. ` +
        'Find that out with the partner, then remove the file; what it was about is then done as if for the first time.',
      { details: { file: path } },
    );
  }

  #path(name: string): string {
    return join(this.#directory, name);
  }

  async #orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isX12Error(error)) throw error;
      const systemCode = codeOf(error);
      throw new X12Error(
        'X12_JOURNAL_UNAVAILABLE',
        `The journal cannot be read or written (${systemCode || 'unknown reason'}). Look at its directory: it must exist, be on ` +
          'a local disk with room and with hard links, and this process must be allowed to list it and to write into it.',
        { cause: error, details: { directory: this.#directory, systemCode } },
      );
    }
  }
}

/** A digest is safe on any file system, whatever the letters of an id and their case. */
function fileName(kind: JournalKind, id: string): string {
  return `${kind}-${createHash('sha256').update(id).digest('hex')}.json`;
}

/** False: the name is taken. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
