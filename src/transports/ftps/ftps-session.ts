import { inspect } from 'node:util';
import type { Client } from 'basic-ftp';
import { abortedError } from '../../delivery/aborted.js';
import { transportError } from '../../delivery/transport-error.js';
import { isX12Error } from '../../model/error.js';
import type { RemoteFile, RemoteFiles, RenameMode } from '../files/remote-files.js';
import { hasControlCharacter, splitPath } from '../virtual-files/virtual-path.js';
import { AtRest } from './at-rest.js';
import { DataConnections } from './data-connection.js';
import { FtpsErrors, isReply } from './ftps-error.js';
import type { FtpsSettings } from './ftps-options.js';
import { isPlainName, readFacts, readFactsReply, readSize, readTime, wholeText } from './list-facts.js';
import { readable, writeTo } from './pump.js';
import { type FtpsStep, refusalWord } from './reply-reason.js';
import { download, type Moving, Transfer } from './transfer.js';

/** What logging in gave. */
export interface OpenedClient {
  readonly client: Client;
  readonly settings: FtpsSettings;
  /** Commands that the server offers, in capitals, and the first word that it says of each. */
  readonly features: ReadonlyMap<string, string>;
  /** The directory of the login. */
  readonly home: string;
  readonly facts: Readonly<Record<string, string>>;
  /** basic-ftp's reader of listings made for people. */
  readonly readListing: (text: string) => readonly RemoteFile[];
}

/** A session with an FTPS server. Steps are done one after another, whoever asks. */
export class FtpsSession implements RemoteFiles {
  readonly renameModes: readonly RenameMode[] = ['plain', 'delete-then-rename'];
  readonly refusesTakenNames: boolean;
  readonly facts: Readonly<Record<string, string>>;
  readonly #opened: OpenedClient;
  readonly #errors: FtpsErrors;
  readonly #data: DataConnections;
  readonly #atRest: AtRest;
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(opened: OpenedClient) {
    this.#opened = opened;
    this.facts = opened.facts;
    // Our own server says this. Others rename over what is there, or do not say.
    this.refusesTakenNames = opened.features.get('RNTO') === 'NO-REPLACE';
    this.#errors = new FtpsErrors(opened.settings);
    this.#data = new DataConnections(opened.client, opened.settings);
    const askNothing = () =>
      this.#step('look', '.', undefined, () => opened.client.sendIgnoringError('NOOP')).catch(() => undefined);
    this.#atRest = new AtRest({ client: opened.client, keepalive: opened.settings.keepalive, askNothing });
    this.#atRest.begin();
  }

  list(directory: string, signal?: AbortSignal): Promise<readonly RemoteFile[]> {
    return this.#step('list', directory, signal, async () => {
      const files = this.#opened.features.has('MLST')
        ? await this.#listFacts(directory)
        : await this.#listPlain(directory);
      return files.filter(({ name }) => isPlainName(name));
    });
  }

  stat(path: string, signal?: AbortSignal): Promise<RemoteFile | undefined> {
    return this.#step('look', path, signal, () => this.#look(path));
  }

  write(path: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
    return this.#step('write', path, signal, async () => {
      const moving = await this.#moving();
      const transfer = new Transfer(moving, `STOR ${path}`);
      try {
        await transfer.begun();
        await writeTo(transfer.data, readable(bytes), moving.settings);
        await transfer.confirmed();
      } catch (error) {
        throw await this.#whyNotWritten(path, await transfer.failed(error));
      }
    });
  }

  async *read(
    path: string,
    { offset = 0, signal }: { readonly offset?: number; readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Uint8Array, void> {
    const end = await this.#begin('read', path, signal);
    try {
      // ProFTPD resets the data connection of a missing file instead of refusing the command.
      const file = await this.#look(path);
      if (file === undefined) throw this.#errors.because('file-missing', 'read', { path });
      yield* download(await this.#moving(), [...(offset > 0 ? [`REST ${offset}`] : []), `RETR ${path}`]);
    } catch (error) {
      throw end.error(error);
    } finally {
      end();
    }
  }

  rename(from: string, to: string, mode: RenameMode, signal?: AbortSignal): Promise<void> {
    return this.#step('rename', to, signal, async () => {
      if (hasControlCharacter(from) || mode === 'posix')
        throw this.#errors.because(mode === 'posix' ? 'rename-refused' : 'name-refused', 'rename', { path: from });
      if (mode === 'delete-then-rename') await this.#remove(to);
      try {
        await this.#opened.client.send(`RNFR ${from}`);
      } catch (error) {
        if (isReply(error) && refusalWord(error.message) === 'missing')
          throw this.#errors.because('file-missing', 'rename', { path: from, cause: error });
        throw error;
      }
      await this.#opened.client.send(`RNTO ${to}`);
    });
  }

  remove(path: string, signal?: AbortSignal): Promise<void> {
    return this.#step('remove', path, signal, () => this.#remove(path));
  }

  rest(): void {
    this.#atRest.rest();
  }

  wake(): Promise<boolean> {
    return this.#atRest.wake();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#atRest.end();
    this.#opened.client.close();
  }

  async #remove(path: string): Promise<void> {
    try {
      await this.#opened.client.send(`DELE ${path}`);
    } catch (error) {
      if (!isReply(error) || error.code !== 550) throw error;
      const word = refusalWord(error.message);
      // vsftpd gives the same words for a missing file and a forbidden one.
      if (word === 'missing' || (word === undefined && (await this.#look(path)) === undefined)) return;
      throw error;
    }
  }

  async #look(path: string): Promise<RemoteFile | undefined> {
    const { client, features } = this.#opened;
    const name = splitPath(path).name;
    if (features.has('MLST')) {
      const reply = await unlessMissing(client.send(`MLST ${path}`));
      const file = reply && readFactsReply(reply.message);
      if (reply !== undefined && file === undefined) throw this.#errors.because('protocol-broken', 'look', { path });
      return file === undefined ? undefined : { ...file, name };
    }
    const reply = await unlessMissing(client.send(`SIZE ${path}`));
    if (reply === undefined) return undefined;
    const size = readSize(/^213[ -](\d+)/.exec(reply.message)?.[1]);
    if (size === undefined) throw this.#errors.because('protocol-broken', 'look', { path });
    const time = features.has('MDTM') ? await unlessMissing(client.send(`MDTM ${path}`)) : undefined;
    const modified = time === undefined ? undefined : readTime(time.message.slice(4).trim());
    return { name, kind: 'file', size, ...(modified === undefined ? {} : { modified }) };
  }

  async #listFacts(directory: string): Promise<readonly RemoteFile[]> {
    return readFacts(this.#listing(directory, `MLSD ${directory}`)).catch((error) => {
      // 501: it is a file.
      if (isReply(error) && error.code === 501)
        throw this.#errors.because('directory-missing', 'list', { path: directory, cause: error });
      throw error;
    });
  }

  /**
   * LIST of the directory gone into: servers take its argument for a pattern, and answer with nothing where it is missing. Times are
   * left out, as they come without year, seconds or time zone.
   */
  async #listPlain(directory: string): Promise<readonly RemoteFile[]> {
    const { client, home, readListing } = this.#opened;
    try {
      await client.send(`CWD ${directory}`);
    } catch (error) {
      if (!isReply(error) || refusalWord(error.message) === 'denied') throw error;
      throw this.#errors.because('directory-missing', 'list', { path: directory, cause: error });
    }
    const text = await wholeText(this.#listing(directory, 'LIST -a')).catch(async (error) => {
      // What comes next over this session may have a path that is relative.
      await client.sendIgnoringError(`CWD ${home}`).catch(() => undefined);
      throw error;
    });
    await client.send(`CWD ${home}`);
    return readListing(text);
  }

  /** What the server lists, as it comes. */
  async *#listing(directory: string, command: string): AsyncGenerator<Uint8Array, void> {
    const { maxListingBytes } = this.#opened.settings;
    let size = 0;
    for await (const chunk of download(await this.#moving(), [command])) {
      size += chunk.length;
      if (size > maxListingBytes) {
        throw this.#errors.because('file-too-large', 'list', { path: directory, details: { maxListingBytes } });
      }
      yield chunk;
    }
  }

  /** Servers refuse with one code, and often without saying so, what is forbidden and what has no directory. */
  async #whyNotWritten(path: string, error: unknown): Promise<unknown> {
    if (!isReply(error) || (error.code !== 550 && error.code !== 553)) return error;
    if (refusalWord(error.message) !== undefined) return error;
    const { client, home } = this.#opened;
    const there = await client.sendIgnoringError(`CWD ${splitPath(path).directory}`);
    if (there.code >= 400) return this.#errors.because('directory-missing', 'write', { path, cause: error });
    await client.sendIgnoringError(`CWD ${home}`);
    return error;
  }

  async #moving(): Promise<Moving> {
    const { client, settings } = this.#opened;
    return { secure: await this.#data.open(), client, settings };
  }

  async #step<T>(step: FtpsStep, path: string, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    const end = await this.#begin(step, path, signal);
    try {
      return await run();
    } catch (error) {
      throw end.error(error);
    } finally {
      end();
    }
  }

  /** Waits for the step before, and gives what ends this one. An abort ends the session: what the server did is not known. */
  async #begin(step: FtpsStep, path: string, signal: AbortSignal | undefined): Promise<EndStep> {
    if (hasControlCharacter(path) || path === '') throw this.#errors.because('name-refused', step);
    const before = this.#last;
    let done: () => void = () => {};
    this.#last = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    this.#atRest.end();
    const abort = () => this.#opened.client.close();
    const end = () => {
      signal?.removeEventListener('abort', abort);
      if (!this.#closed) this.#atRest.begin();
      done();
    };
    const error = (thrown: unknown) => {
      if (signal?.aborted && !(isX12Error(thrown) && thrown.code === 'X12_ABORTED'))
        return abortedError(signal?.reason);
      if (this.#closed) return transportError('closed', { cause: thrown });
      return this.#errors.of(step, thrown, path);
    };
    const refusal = this.#closed
      ? transportError('closed')
      : signal?.aborted
        ? abortedError(signal?.reason)
        : undefined;
    if (refusal === undefined && this.#opened.client.closed) {
      end();
      throw this.#errors.because('connection-lost', step, { path });
    }
    if (refusal !== undefined) {
      end();
      throw refusal;
    }
    signal?.addEventListener('abort', abort, { once: true });
    return Object.assign(end, { error });
  }

  [inspect.custom](): string {
    const { host, port } = this.#opened.settings;
    return `FtpsSession { ${host}:${port} }`;
  }
}

interface EndStep {
  (): void;
  error(thrown: unknown): Error;
}

/** `undefined` for a refusal that may mean that there is no such file. */
async function unlessMissing<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (isReply(error) && (error.code === 550 || error.code === 553) && refusalWord(error.message) !== 'denied')
      return undefined;
    throw error;
  }
}
