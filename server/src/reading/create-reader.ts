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
  /** Learns what processes do. */
  readonly watch?: ReaderWatch | undefined;
}

/** For figures: seconds, bytes, and how a process has ended. */
export interface ReaderWatch {
  readingBegun(waitedSeconds: number): void;
  readingEnded(task: ReadTask['kind'], bytes: number, seconds: number): void;
  readingStopped(how: ReadingStopped['how']): void;
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
  watch,
}: ReaderOptions = {}): Reader {
  const places = new Places({ processes, waiting, memoryMb, silentMs, patternMs });

  async function* run(
    task: DistributiveOmit<ReadTask, 'accountId' | 'encoding'>,
    source: AsyncIterable<Uint8Array>,
    { accountId, encoding, signal, isShort = false }: ReadingOptions,
  ): AsyncGenerator<ResultFrame, void, undefined> {
    const asked = performance.now();
    const process = await places.enter({ accountId, isShort }, signal).catch(async (error: unknown) => {
      await source[Symbol.asyncIterator]().return?.();
      throw error;
    });
    const begun = performance.now();
    watch?.readingBegun((begun - asked) / 1_000);
    let bytes = 0;
    try {
      yield* process.run(
        { ...task, accountId, encoding },
        counted(source, (size) => (bytes += size)),
        signal,
      );
    } catch (error) {
      if (error instanceof ReadingStopped) watch?.readingStopped(error.how);
      throw error;
    } finally {
      watch?.readingEnded(task.kind, bytes, (performance.now() - begun) / 1_000);
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

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (size: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source) {
    count(chunk.length);
    yield chunk;
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

interface Entering {
  readonly accountId: string;
  /** It takes a moment. */
  readonly isShort: boolean;
}

interface Waiting extends Entering {
  enter(process: ReaderProcess): void;
  refuse(error: ReadingStopped): void;
}

/**
 * Who may have a process now: accounts take turns, and none has more than half of them; but what takes a moment may have one that nobody else
 * waits for.
 */
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

  enter({ accountId, isShort }: Entering, signal: AbortSignal | undefined): Promise<ReaderProcess> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        if (this.#queue.remove(accountId, one)) reject(new ReadingStopped('aborted'));
      };
      const one: Waiting = {
        accountId,
        isShort,
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
      const next =
        this.#queue.take((accountId) => (this.#running.get(accountId) ?? 0) < most) ??
        this.#queue.take(
          () => true,
          ({ isShort }) => isShort,
        );
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
