import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { type Bindable, demandBindable } from '../bindable.js';
import { LIST_MS, StoreError, tooSlow } from '../store.js';
import { type ListAnswer, type ListStatement, type LogCopying, READY } from './list-protocol.js';

/** A process that does not start is not waited for longer. */
const START_MS = 30_000;

interface Asked {
  readonly statement: ListStatement | LogCopying;
  resolve(rows: readonly unknown[]): void;
  reject(error: unknown): void;
}

/**
 * Reads in a process of its own, so that whatever a list costs, the server answers others meanwhile. A process and not a thread: SQLite
 * looks at nothing else while it runs a statement, and only a process can be ended then. It also copies the log back into the
 * database, which the writer would do while all who write wait. Started with the first of either; statements are run one at a time, in the
 * order they came, so that those of several lists take turns.
 */
export class ListProcess implements DatabaseConnection {
  readonly #path: string;
  readonly #timeoutMs: number;
  /** The first one is being run. */
  #asked: Asked[] = [];
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #closed = false;
  #isReady = false;

  /** @param path of the database. @param timeoutMs of one statement. */
  constructor(path: string, timeoutMs: number = LIST_MS) {
    this.#path = path;
    this.#timeoutMs = timeoutMs;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#closed) throw new StoreError('closed', 'The store is closed.');
    const values = parameters.map((value): Bindable => demandBindable(value));
    const rows = await this.#ask({ id: ++this.#count, sql, parameters: values });
    // The rows have the columns that the query names; kysely's types hold it to the tables.
    return { rows: rows as Row[] };
  }

  /** Copies the log back, as far as nobody reads what is in it. @throws as the process does, where it has ended. */
  async copyLog(): Promise<void> {
    if (!this.#closed) await this.#ask({ id: ++this.#count, copyLog: true });
  }

  #ask(statement: Asked['statement']): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, resolve, reject });
      if (this.#asked.length === 1) this.#next();
    });
  }

  // biome-ignore lint/correctness/useYield: the server pages by key and never streams, which would keep a statement open.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed.');
  }

  async close(): Promise<void> {
    this.#closed = true;
    const asked = this.#asked;
    this.#asked = [];
    for (const { reject } of asked) reject(new StoreError('closed', 'The store is closed.'));
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit').catch(() => undefined);
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  /** Has the first one run, if there is one. */
  #next(): void {
    clearTimeout(this.#timer);
    const [first] = this.#asked;
    if (first === undefined) return this.#rest();
    this.#child ??= this.#started();
    this.#child.ref();
    this.#child.channel?.ref();
    this.#await();
    // An error of sending is followed by the exit.
    this.#child.send(first.statement, () => undefined);
  }

  /** The time of a statement runs from when the process is ready. */
  #await(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(tooSlow()), this.#isReady ? this.#timeoutMs : START_MS);
  }

  /** An idle process does not keep the server running. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  #started(): ChildProcess {
    const child = startChild(this.#path);
    this.#isReady = false;
    child.on('message', (answer: ListAnswer) => this.#answered(child, answer));
    const end = (): void => {
      if (this.#child === child) this.#end(new StoreError('unavailable', 'The process that reads lists has ended.'));
    };
    child.on('exit', end);
    child.on('error', end);
    return child;
  }

  #answered(child: ChildProcess, answer: ListAnswer): void {
    if (child !== this.#child) return;
    if (answer.id === READY) {
      this.#isReady = true;
      return this.#await();
    }
    const first = this.#asked.shift();
    if (first === undefined) return;
    if ('rows' in answer) first.resolve(answer.rows);
    else first.reject(new Error(answer.message));
    this.#next();
  }

  /** Ends the process with what it is at; those behind go to another. */
  #end(error: Error): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    this.#asked.shift()?.reject(error);
    if (!this.#closed) this.#next();
  }
}

/** Started with nothing of the server's environment. */
function startChild(path: string): ChildProcess {
  const { file, loader, env } = readerFile();
  return fork(file, [path], {
    env,
    execArgv: [...loader, '--max-old-space-size=128', '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Beside this module: built it is below `store/`; run from the sources it is the source, which tsx reads. */
function readerFile() {
  const here = import.meta.url;
  const ending = extname(fileURLToPath(here));
  if (ending !== '.ts') {
    return { file: fileURLToPath(new URL(`./store/list-reader${ending}`, here)), loader: [], env: {} };
  }
  return {
    file: fileURLToPath(new URL('./list-reader.ts', here)),
    loader: ['--import', pathToFileURL(createRequire(here).resolve('tsx/esm')).href],
    env: { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../../tsconfig.json', here)) },
  };
}
