import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Frame, frameOf, framesOf } from './frames.js';
import type { ReadResult, ReadTask } from './protocol.js';
import { ReadingRefused, ReadingStopped } from './reader.js';

export interface ReaderProcessOptions {
  /** Heap, in MB. */
  readonly memoryMb: number;
  /** One that neither takes bytes nor gives results for so long, while both are waited for, is killed. */
  readonly silentMs: number;
  /**
   * Milliseconds that the patterns and rules of an account's guides may take of a process at once; a third of the time thereafter. Nobody is
   * answered by such a process, but a hostile pattern is not to have it for hours.
   */
  readonly patternMs: number;
}

export interface ResultFrame {
  readonly result: ReadResult;
  readonly bytes: Uint8Array;
}

const PIECE = 64 * 1024;
/** What may be on its way to the process: as much as keeps it busy while the next comes. */
const UNDER_WAY = 16 * PIECE;
/** A frame of nothing: the end of a file. */
const END = new Uint8Array(8);

/** A process that reads one file at a time. It is ended by whatever breaks off: a file of which not all was read back is not to be mixed with the next. */
export class ReaderProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #frames: AsyncIterator<Frame>;
  readonly #exit: Promise<unknown>;
  readonly #silentMs: number;
  /** Why we ended it. */
  #how: ReadingStopped['how'] | undefined;
  /** Something came or went. */
  #moved = 0;
  /** Bytes that the pipe has not taken yet. */
  #underWay = 0;
  ended = false;

  constructor(options: ReaderProcessOptions) {
    this.#silentMs = options.silentMs;
    this.#child = startChild(options);
    this.#frames = framesOf(this.#child.stdout);
    this.#child.on('error', () => this.kill('not-started'));
    // Broken pipes: the exit says it.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('error', () => undefined);
    this.#exit = once(this.#child, 'exit').catch(() => undefined);
    this.#child.on('exit', () => {
      this.ended = true;
    });
    this.#keepAlive(false);
  }

  /**
   * Gives the file to the process as it takes it, and its results as they are taken; the next is asked for when the one before has been dealt with.
   * @throws ReadingRefused, ReadingStopped, and what the source throws.
   */
  async *run(
    task: ReadTask,
    source: AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ResultFrame, void, undefined> {
    this.#keepAlive(true);
    const abort = (): void => this.kill('aborted');
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
    const work: WorkUnderWay = { isOver: false, fault: undefined, waitsForSource: false, waitsForTaker: false };
    const iterator = source[Symbol.asyncIterator]();
    const feeding = this.#feed(task, iterator, work);
    const watch = this.#watch(work);
    let isWhole = false;
    try {
      for (;;) {
        const frame = await this.#next();
        if (frame === undefined) throw work.fault?.error ?? (await this.#stopped());
        const { result } = frame;
        if (result.kind === 'end' || result.kind === 'refused' || result.kind === 'failed') {
          isWhole = true;
          if (result.kind === 'refused') throw new ReadingRefused(result.code, result.text);
          if (result.kind === 'failed') throw new Error(`The reader process failed: ${result.where}`);
          return;
        }
        work.waitsForTaker = true;
        yield frame;
        work.waitsForTaker = false;
        this.#moved = performance.now();
      }
    } finally {
      clearInterval(watch);
      signal?.removeEventListener('abort', abort);
      work.isOver = true;
      if (!isWhole) this.kill('died');
      if (work.waitsForSource) await this.#leave(iterator);
      else await feeding;
      this.#keepAlive(false);
    }
  }

  kill(how: ReadingStopped['how']): void {
    if (!this.ended) this.#how ??= how;
    this.ended = true;
    this.#child.kill('SIGKILL');
  }

  async close(): Promise<void> {
    this.kill('closed');
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return;
    this.#child.ref();
    await this.#exit;
  }

  async #next(): Promise<ResultFrame | undefined> {
    try {
      const { value, done } = await this.#frames.next();
      this.#moved = performance.now();
      if (done === true) return undefined;
      // Written by our own program.
      return { result: value.facts as ReadResult, bytes: value.bytes };
    } catch {
      // Its end of the pipe has gone.
      return undefined;
    }
  }

  async #feed(task: ReadTask, iterator: AsyncIterator<Uint8Array>, work: WorkUnderWay): Promise<void> {
    try {
      await this.#write(frameOf(task));
      for (;;) {
        work.waitsForSource = true;
        const next = await iterator.next();
        // Left meanwhile: the process may be at another file.
        if (work.isOver) return;
        work.waitsForSource = false;
        if (next.done === true) break;
        for (let at = 0; at < next.value.length && !this.#isOver(work); at += PIECE) {
          await this.#write(frameOf(undefined, next.value.subarray(at, at + PIECE)));
        }
        if (this.#isOver(work)) {
          await iterator.return?.();
          break;
        }
      }
      await this.#write([END]);
    } catch (error) {
      if (work.isOver) return;
      work.waitsForSource = false;
      work.fault = { error };
      this.kill('died');
    }
  }

  /** Ends the file for the process, and lets go of a source that may never give more. */
  async #leave(iterator: AsyncIterator<Uint8Array>): Promise<void> {
    void iterator.return?.().catch(() => undefined);
    await this.#write([END]);
  }

  #isOver(work: WorkUnderWay): boolean {
    return work.isOver || this.ended;
  }

  /** Resolves when there is room for more, or the pipe is broken. */
  async #write(parts: readonly Uint8Array[]): Promise<void> {
    if (this.ended) return;
    this.#moved = performance.now();
    const bytes = Buffer.concat(parts);
    this.#underWay += bytes.length;
    const written = new Promise<void>((resolve) => {
      this.#child.stdin.write(bytes, () => {
        this.#moved = performance.now();
        this.#underWay -= bytes.length;
        resolve();
      });
    });
    // Pieces are written in their order: when this one is, there is room again.
    if (this.#underWay >= UNDER_WAY) await written;
  }

  #watch(work: WorkUnderWay): NodeJS.Timeout {
    this.#moved = performance.now();
    return setInterval(() => {
      if (work.waitsForSource || work.waitsForTaker) this.#moved = performance.now();
      else if (performance.now() - this.#moved >= this.#silentMs) this.kill('silent');
    }, this.#silentMs / 10);
  }

  async #stopped(): Promise<ReadingStopped> {
    this.#child.ref();
    await this.#exit;
    // V8 aborts where its heap is full.
    const died = this.#child.signalCode === 'SIGABRT' || this.#child.exitCode === 134 ? 'memory' : 'died';
    return new ReadingStopped(this.#how ?? died);
  }

  /** An idle process does not keep the server's running. */
  #keepAlive(busy: boolean): void {
    // Pipes of a child are sockets.
    const handles = [this.#child, this.#child.stdin as Socket, this.#child.stdout as Socket];
    for (const handle of handles) busy ? handle.ref() : handle.unref();
  }
}

interface WorkUnderWay {
  /** Nothing more is needed. */
  isOver: boolean;
  /** What the source threw. */
  fault: { readonly error: unknown } | undefined;
  /** It is not the turn of the process: the file does not come, or the last result is still looked at. */
  waitsForSource: boolean;
  waitsForTaker: boolean;
}

/** Started with nothing of the server's environment, and no more of its files than two pipes. */
function startChild({ memoryMb, patternMs }: ReaderProcessOptions): ChildProcessByStdio<Writable, Readable, null> {
  const { file, loader, env } = programFile();
  const flags = [
    `--max-old-space-size=${memoryMb}`,
    '--disable-proto=delete',
    '--disallow-code-generation-from-strings',
  ];
  return spawn(process.execPath, [...loader, ...flags, file, String(patternMs)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Built it stands beside this module; run from the sources it is the source, which tsx reads. */
function programFile() {
  const here = import.meta.url;
  const ending = extname(fileURLToPath(here));
  if (ending !== '.ts') {
    return { file: fileURLToPath(new URL(`./reading-program${ending}`, here)), loader: [], env: {} };
  }
  return {
    file: fileURLToPath(new URL('./reading-program.ts', here)),
    loader: ['--import', pathToFileURL(createRequire(here).resolve('tsx/esm')).href],
    env: { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.json', here)) },
  };
}
