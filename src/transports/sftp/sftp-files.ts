import type { FileEntryWithStats, Stats } from 'ssh2';
import { transportError, transportReasonOf } from '../../delivery/transport-error.js';
import type { RemoteFile, RemoteFiles, RenameMode } from '../files/remote-files.js';
import { hasControlCharacter } from '../virtual-files/virtual-path.js';
import { extensionOf } from './extensions.js';
import { readFile } from './read-file.js';
import type { SftpOptions } from './sftp-options.js';
import { type SftpSession, toDone } from './sftp-session.js';
import { writeFile } from './write-file.js';

const EOF = 1;
/** Letters of a name on the average, at most; file systems commonly allow 255 of one. */
const MAX_MEAN = 400;
/** Time for a polite end of the session; after it the connection is cut. */
const END_AFTER = 2_000;

/** The files of a server over SFTP version 3. */
export class SftpFiles implements RemoteFiles {
  readonly renameModes: readonly RenameMode[];
  readonly facts: Readonly<Record<string, string>>;
  readonly #session: SftpSession;
  readonly #options: SftpOptions;
  readonly #end: () => void;

  constructor(session: SftpSession, options: SftpOptions, facts: Readonly<Record<string, string>>, end: () => void) {
    this.#session = session;
    this.#options = options;
    this.facts = facts;
    this.#end = end;
    this.renameModes =
      extensionOf(session.sftp, 'posix-rename@openssh.com') === '1'
        ? ['posix', 'plain', 'delete-then-rename']
        : ['plain', 'delete-then-rename'];
  }

  list(directory: string, signal?: AbortSignal): Promise<readonly RemoteFile[]> {
    return this.#session.during(signal, async () => {
      const session = this.#session;
      const handle = await session.request<Buffer>('list', directory, (done) => session.sftp.opendir(directory, done));
      // A name now and then is no listing: it would keep whoever looks for files for months.
      const { rate, end } = session.watchRate({ moved: () => session.received });
      try {
        return await this.#entries(directory, () => rate.during(this.#batch(directory, handle)));
      } finally {
        end();
        await session
          .request<void>('close', directory, (done) => session.sftp.close(handle, toDone(done)))
          .catch(() => {});
      }
    });
  }

  stat(path: string, signal?: AbortSignal): Promise<RemoteFile | undefined> {
    return this.#session.during(signal, async () => {
      const session = this.#session;
      try {
        const stats = await session.request<Stats>('stat', path, (done) => session.sftp.stat(path, done));
        return remoteFile(path.slice(path.lastIndexOf('/') + 1), stats);
      } catch (error) {
        if (transportReasonOf(error) === 'file-missing') return undefined;
        throw error;
      }
    });
  }

  write(path: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
    const { concurrency = writesAtOnce(this.facts.software), fileMode } = this.#options;
    return this.#session.during(signal, () => writeFile(this.#session, path, bytes, { concurrency, fileMode }));
  }

  read(
    path: string,
    { offset = 0, signal }: { readonly offset?: number; readonly signal?: AbortSignal | undefined } = {},
  ): AsyncIterable<Uint8Array> {
    return readFile(this.#session, path, { offset, readAhead: this.#options.readAhead ?? 16, signal });
  }

  rename(from: string, to: string, mode: RenameMode, signal?: AbortSignal): Promise<void> {
    return this.#session.during(signal, async () => {
      if (mode === 'delete-then-rename') await this.#removeIfThere(to);
      const { sftp } = this.#session;
      await this.#session.request<void>('rename', `${from} to ${to}`, (done) =>
        mode === 'posix' ? sftp.ext_openssh_rename(from, to, toDone(done)) : sftp.rename(from, to, toDone(done)),
      );
    });
  }

  remove(path: string, signal?: AbortSignal): Promise<void> {
    return this.#session.during(signal, () => this.#removeIfThere(path));
  }

  rest(): void {
    this.#session.rest();
  }

  wake(): Promise<boolean> {
    return this.#session.wake();
  }

  async close(): Promise<void> {
    if (this.#session.dead) return;
    this.#session.retire();
    this.#end();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, END_AFTER);
      this.#session.sftp.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#session.die('closed');
  }

  async #removeIfThere(path: string): Promise<void> {
    const { sftp } = this.#session;
    try {
      await this.#session.request<void>('remove', path, (done) => sftp.unlink(path, toDone(done)));
    } catch (error) {
      if (transportReasonOf(error) !== 'file-missing') throw error;
    }
  }

  async #entries(
    directory: string,
    next: () => Promise<readonly FileEntryWithStats[]>,
  ): Promise<readonly RemoteFile[]> {
    const { maxListing = 100_000 } = this.#options;
    const files: RemoteFile[] = [];
    let letters = 0;
    for (let seen = 0; ; ) {
      const batch = await next();
      // Some servers say the end by an empty answer.
      if (batch.length === 0) return files;
      seen += batch.length;
      for (const { filename } of batch) letters += filename.length;
      if (seen > maxListing || letters > maxListing * MAX_MEAN)
        throw transportError('protocol-broken', { at: `list ${directory}`, details: { maxListing } });
      for (const { filename, attrs, longname } of batch) {
        if (isPlainName(filename)) files.push(remoteFile(filename, attrs, longname));
      }
    }
  }

  async #batch(directory: string, handle: Buffer): Promise<readonly FileEntryWithStats[]> {
    const { sftp } = this.#session;
    try {
      return await this.#session.request<FileEntryWithStats[]>('list', directory, (done) => sftp.readdir(handle, done));
    } catch (error) {
      if (transportReasonOf(error) !== undefined && statusOf(error) === EOF) return [];
      throw error;
    }
  }
}

/** Servers that take writes in the order of their coming, and are seen to do it right with many on their way. */
function writesAtOnce(software = ''): number {
  return /^(OpenSSH_|ediloom$)/.test(software) ? 16 : 1;
}

function statusOf(error: unknown): unknown {
  return (error as { readonly details?: { readonly status?: unknown } }).details?.status;
}

/** Names that lead elsewhere, or hide what they are, are never handed on: a server may be hostile, or broken. */
function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !hasControlCharacter(name);
}

function remoteFile(name: string, attrs: Stats, longname = ''): RemoteFile {
  // Attributes are optional in the protocol; without them the first letter of the long name says it.
  const { mode, size, mtime } = attrs as Partial<Stats>;
  const file = mode === undefined ? !/^[dlbcps]/.test(longname) : attrs.isFile();
  const directory = mode === undefined ? longname.startsWith('d') : attrs.isDirectory();
  return {
    name,
    kind: directory ? 'directory' : file && Number.isSafeInteger(size ?? 0) ? 'file' : 'other',
    size: size ?? 0,
    ...(mtime === undefined ? {} : { modified: mtime * 1000 }),
  };
}
