import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Problem } from '../problems.js';

export interface ProgramLimits {
  /** Milliseconds for one task, once the process is ready. */
  readonly mostMs: number;
  /** Of its heap, in MB. */
  readonly memoryMb: number;
}

export interface Program {
  /** `import.meta.url` of the module that the program's file stands beside. */
  readonly beside: string;
  /** Of the file, without its ending: `judging-program`. */
  readonly name: string;
  /** What the program has in `process.argv`. */
  readonly arguments?: readonly string[] | undefined;
}

/** What a program says beside its answers: that it is ready for the first task, and what is wrong with it. */
export type ProgramWord = 'ready' | { readonly broken: Error };

/** Milliseconds to begin: guides are compiled, fonts are read. */
const BEGIN_MS = 60_000;
/** A process that had nothing to do for so long is ended. */
const IDLE_MS = 60_000;

/** Who waits for the next message of a process. */
interface Waiting<Message> {
  readonly child: ChildProcess;
  resolve(message: Message | ProgramWord | undefined): void;
  reject(error: Error): void;
}

/**
 * Work that takes long goes on beside the process that answers requests, one task at a time. What takes too long or too much memory ends with
 * its process, and the next task has a new one. It is a process, not a thread: on Node 24 a thread whose heap is full may take the whole server
 * with it.
 */
export class ProgramProcess<Task extends object, Message extends object> {
  readonly #program: Program;
  readonly #limits: ProgramLimits;
  #child: ChildProcess | undefined;
  #waiting: Waiting<Message> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(program: Program, limits: ProgramLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /**
   * Not before the one before has ended.
   * @returns `undefined` where its time or its memory came to an end. Rejects with what is wrong with the program.
   * @throws Problem `unavailable` once it is closed: what is under way then ends with its process, and what has waited begins none.
   */
  async run(task: Task): Promise<Message | undefined> {
    this.#demandOpen();
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#started());
    child.ref();
    child.channel?.ref();
    const message = await this.#told(child, this.#limits.mostMs, task);
    this.#demandOpen();
    this.#rest();
    if (message === undefined || message === 'ready') return undefined;
    if ('broken' in message) throw message.broken;
    return message;
  }

  #demandOpen(): void {
    if (this.#isClosed) throw new Problem('unavailable', 'The server is stopping. Send the request again.');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    if (child === undefined) return;
    child.ref();
    const ended = once(child, 'exit');
    this.#end();
    await ended;
  }

  /** Neither a process that rests nor its timer keeps the server running. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  async #started(): Promise<ChildProcess> {
    const child = startChild(this.#program, this.#limits);
    this.#child = child;
    child.on(
      'message',
      (message: Message | ProgramWord) => this.#waiting?.child === child && this.#waiting.resolve(message),
    );
    child.on('error', (error) => this.#ended(child, error));
    // By a signal: its heap was full. A program that fails says so, or ends with 1.
    child.on('exit', (code) =>
      this.#ended(child, code === 1 ? new Error(`The process of ${this.#program.name} ended.`) : undefined),
    );
    if ((await this.#told(child, BEGIN_MS)) === undefined) {
      throw new Error(`The process of ${this.#program.name} has not begun.`);
    }
    return child;
  }

  /** The next message; `undefined` where its time or its memory came to an end, and the process with it. */
  #told(child: ChildProcess, mostMs: number, task?: Task): Promise<Message | ProgramWord | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = undefined;
        this.#end();
        resolve(undefined);
      }, mostMs);
      const over = (then: () => void): void => {
        clearTimeout(timer);
        this.#waiting = undefined;
        then();
      };
      this.#waiting = {
        child,
        resolve: (message) => over(() => resolve(message)),
        reject: (error) => over(() => reject(error)),
      };
      // An error of sending is followed by the exit.
      if (task !== undefined) child.send(task, () => undefined);
    });
  }

  /** @param error absent: its memory came to an end. */
  #ended(child: ChildProcess, error: Error | undefined): void {
    if (this.#child === child) this.#child = undefined;
    if (this.#waiting?.child !== child) return;
    if (error === undefined) this.#waiting.resolve(undefined);
    else this.#waiting.reject(error);
  }
}

/** With nothing of the server's environment. Run from the sources the program is a source, which tsx reads. */
function startChild({ beside, name, arguments: given = [] }: Program, { memoryMb }: ProgramLimits): ChildProcess {
  const ending = extname(fileURLToPath(beside));
  const isSource = ending === '.ts';
  const here = import.meta.url;
  const loader = isSource ? ['--import', pathToFileURL(createRequire(here).resolve('tsx/esm')).href] : [];
  return fork(fileURLToPath(new URL(`./${name}${ending}`, beside)), given, {
    env: isSource ? { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.json', here)) } : {},
    execArgv: [...loader, `--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
