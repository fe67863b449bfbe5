import type { AcknowledgedInterchange } from 'ediloom';
import { FairQueue } from '../worker/fair-queue.js';
import type { ReadTask } from './protocol.js';
import {
  type FileOutline,
  type OutlinedInterchange,
  type Reader,
  type ReadingOptions,
  ReadingStopped,
} from './reader.js';
import { ReaderProcess, type ReaderProcessOptions, type ResultFrame } from './reader-process.js';

export interface ReaderOptions extends Partial<ReaderProcessOptions> {
  /** Most processes at once. Default 2. */
  readonly processes?: number | undefined;
  /** What one account may have waiting. Default 10,000. */
  readonly waiting?: number | undefined;
}

/** Enough for the largest set that is read as one. */
const MEMORY_MB = 1_024;
const SILENT_MS = 30_000;
/** Twenty times what they have where others wait to be answered. */
const PATTERN_MS = 20_000;
const WAITING = 10_000;
/** A process that had nothing to do for so long is ended. */
const IDLE_MS = 60_000;

/** No process starts before there is a file for it. */
export function createReader({
  processes = 2,
  waiting = WAITING,
  memoryMb = MEMORY_MB,
  silentMs = SILENT_MS,
  patternMs = PATTERN_MS,
}: ReaderOptions = {}): Reader {
  const places = new Places({ processes, waiting, memoryMb, silentMs, patternMs });

  async function* run(
    task: DistributiveOmit<ReadTask, 'accountId' | 'encoding'>,
    source: AsyncIterable<Uint8Array>,
    { accountId, encoding, signal }: ReadingOptions,
  ): AsyncGenerator<ResultFrame, void, undefined> {
    const process = await places.enter(accountId, signal).catch(async (error: unknown) => {
      await source[Symbol.asyncIterator]().return?.();
      throw error;
    });
    try {
      yield* process.run({ ...task, accountId, encoding }, source, signal);
    } finally {
      places.leave(accountId, process);
    }
  }

  return {
    async outline(source, options) {
      const interchanges: OutlinedInterchange[] = [];
      let outline: FileOutline | undefined;
      // To the end: who leaves before ends the process.
      for await (const { result } of run({ kind: 'outline' }, source, options)) {
        if (result.kind === 'interchange') interchanges.push(result.interchange);
        else if (result.kind === 'outline') outline = { interchanges, ...result.outline };
      }
      if (outline !== undefined) return outline;
      throw new Error('A reader process has given no outline.');
    },
    async *judge(source, plan, options) {
      for await (const { result } of run({ kind: 'judge', plan }, source, options)) {
        // As the engine has made it, on the other side of the pipe.
        if (result.kind === 'judged') yield result.judged as AcknowledgedInterchange;
      }
    },
    async *read(source, plan, options) {
      for await (const { result, bytes } of run({ kind: 'read', plan }, source, options)) {
        if (result.kind === 'set' || result.kind === 'fragment') yield { ...result, data: bytes };
      }
    },
    async *unpack(source, packed, options) {
      for await (const { bytes } of run({ kind: 'unpack', packed }, source, options)) yield bytes;
    },
    close: () => places.close(),
  };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

interface Waiting {
  readonly accountId: string;
  enter(process: ReaderProcess): void;
  refuse(error: ReadingStopped): void;
}

/** Who may have a process now: accounts take turns, and none has more than half of them. */
class Places {
  readonly #options: ReaderProcessOptions & { readonly processes: number };
  readonly #queue: FairQueue<Waiting>;
  readonly #idle = new Map<ReaderProcess, NodeJS.Timeout>();
  readonly #processes = new Set<ReaderProcess>();
  readonly #running = new Map<string, number>();
  #closed = false;

  constructor({
    waiting,
    ...options
  }: ReaderProcessOptions & { readonly processes: number; readonly waiting: number }) {
    this.#options = options;
    this.#queue = new FairQueue({ items: waiting, size: waiting });
  }

  enter(accountId: string, signal: AbortSignal | undefined): Promise<ReaderProcess> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        if (this.#queue.remove(accountId, one)) reject(new ReadingStopped('aborted'));
      };
      const one: Waiting = {
        accountId,
        enter: (process) => {
          signal?.removeEventListener('abort', abort);
          resolve(process);
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', abort);
          reject(error);
        },
      };
      if (this.#closed) return reject(new ReadingStopped('closed'));
      if (signal?.aborted === true) return reject(new ReadingStopped('aborted'));
      if (!this.#queue.add(accountId, one, 1)) return reject(new ReadingStopped('busy'));
      signal?.addEventListener('abort', abort);
      this.#pump();
    });
  }

  leave(accountId: string, process: ReaderProcess): void {
    this.#count(accountId, -1);
    if (process.ended || this.#closed) this.#processes.delete(process);
    else this.#rest(process);
    this.#pump();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const one of this.#queue.drain()) one.refuse(new ReadingStopped('closed'));
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    await Promise.all([...this.#processes].map((process) => process.close()));
  }

  #pump(): void {
    const most = Math.max(1, Math.floor(this.#options.processes / 2));
    while (!this.#closed && (this.#idle.size > 0 || this.#processes.size < this.#options.processes)) {
      const next = this.#queue.take((accountId) => (this.#running.get(accountId) ?? 0) < most);
      if (next === undefined) return;
      this.#count(next.accountId, 1);
      next.enter(this.#takeProcess());
    }
  }

  #takeProcess(): ReaderProcess {
    for (const [process, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(process);
      if (!process.ended) return process;
      this.#processes.delete(process);
    }
    const process = new ReaderProcess(this.#options);
    this.#processes.add(process);
    return process;
  }

  #rest(process: ReaderProcess): void {
    const timer = setTimeout(() => {
      this.#idle.delete(process);
      this.#processes.delete(process);
      process.kill('closed');
    }, IDLE_MS);
    this.#idle.set(process, timer.unref());
  }

  #count(accountId: string, change: number): void {
    const count = (this.#running.get(accountId) ?? 0) + change;
    if (count === 0) this.#running.delete(accountId);
    else this.#running.set(accountId, count);
  }
}
