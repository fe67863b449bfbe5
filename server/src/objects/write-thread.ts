import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Gatherer } from '../gatherer.js';
import { ObjectStoreError, type StoredObject } from './object-store.js';
import { unwritable } from './write-unfinished.js';

/** A small object on its way to the thread. */
export interface ThreadPut {
  /** Of the answer too. */
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What became of an object, by the id it was sent with. */
export type ThreadAnswer = { readonly id: number } & (
  | { readonly stored: StoredObject }
  /** Without a code: a bug, or what nobody counts on. */
  | { readonly code: ObjectStoreError['code'] | undefined; readonly message: string }
);

/** What the thread is started with. */
export interface ThreadStart {
  readonly folder: string;
  /** Counts attempts of the other side to remove folders. */
  readonly removals: SharedArrayBuffer;
}

/** Who waits for the answer to an object that was sent. */
interface Waiting {
  resolve(stored: StoredObject): void;
  reject(error: unknown): void;
}

/**
 * Writes small objects beside the thread that answers requests: making a file waits for the journal of the disk, as do all who make
 * one. Started with the first object; what it was given when it died fails, and the next object starts another.
 */
export class WriteThread {
  readonly #start: ThreadStart;
  /** What one turn of the event loop has to write goes as one message; objects are answered as they are done. */
  readonly #puts = new Gatherer<Omit<ThreadPut, 'id'>, StoredObject>((take) => this.#send(take()), {
    begin: 'next-turn',
    runs: 'side-by-side',
  });
  /** Of what was sent, by its id. */
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(start: ThreadStart) {
    this.#start = start;
  }

  /** @throws ObjectStoreError. */
  put(name: string, bytes: Uint8Array): Promise<StoredObject> {
    // The copy is given away; a view could be one of memory that belongs to others.
    return this.#puts.add({ name, bytes: new Uint8Array(bytes) });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #send(unsent: readonly Omit<ThreadPut, 'id'>[]): readonly Promise<StoredObject>[] {
    const puts: readonly ThreadPut[] = unsent.map((put) => ({ id: ++this.#count, ...put }));
    this.#worker ??= this.#started();
    this.#worker.ref();
    this.#worker.postMessage(
      puts,
      // Copies of `put` are no shared memory.
      puts.map(({ bytes }) => bytes.buffer as ArrayBuffer),
    );
    return puts.map(({ id }) => new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject })));
  }

  #started(): Worker {
    const worker = startThread(this.#start);
    worker.on('message', (answers: readonly ThreadAnswer[]) => this.#answered(answers));
    worker.on('error', (error) => this.#ended(worker, error));
    worker.on('exit', () => this.#ended(worker, new Error('The thread that writes objects ended.')));
    return worker;
  }

  #answered(answers: readonly ThreadAnswer[]): void {
    for (const answer of answers) {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('stored' in answer) waiting?.resolve(answer.stored);
      else waiting?.reject(errorOf(answer));
    }
    // An idle thread does not keep the process running.
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  #ended(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(unwritable(cause));
    this.#waiting.clear();
  }
}

function errorOf({ code, message }: Extract<ThreadAnswer, { message: string }>): Error {
  return code === undefined ? new Error(message) : new ObjectStoreError(code, message);
}

/** Beside this module: built it is below `objects/`; run from the sources it is the source, which tsx reads. */
function startThread(workerData: ThreadStart): Worker {
  const here = import.meta.url;
  const options = { workerData, resourceLimits: { maxYoungGenerationSizeMb: 8 } };
  const ending = extname(fileURLToPath(here));
  if (ending !== '.ts') return new Worker(new URL(`./objects/writer${ending}`, here), options);
  const loader = pathToFileURL(createRequire(here).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const source = new URL('./writer.ts', here).href;
  // In a thread tsx has to be asked to begin.
  const begin = `import('${loader}').then((tsx) => { tsx.register(); return import('${source}'); })`;
  return new Worker(begin, { ...options, eval: true });
}
