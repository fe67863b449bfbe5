import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Outcome, READY, type Work } from './protocol.js';

/** How a worker ended that was given work: `died` before it had an answer. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly how: 'timeout' | 'died' | 'not-started';

  constructor(how: WorkerEnded['how']) {
    super(`A worker for customer code ended: ${how}.`);
    this.how = how;
  }
}

const START_MS = 30_000;

/**
 * A process that runs one piece of work at a time. It is a process, not a thread: a thread that asks for one long string over its
 * limit of memory takes the whole server with it (`$length($pad("x", 500000000))` does).
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #ended: Promise<unknown>;
  #settle: ((outcome: Outcome | WorkerEnded) => void) | undefined;
  ended = false;

  constructor(memoryMb: number) {
    this.#child = startChild(memoryMb);
    this.#ended = once(this.#child, 'exit').catch(() => undefined);
    this.#ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#child.kill('SIGKILL'), START_MS);
      this.#child.on('message', (message: Outcome | typeof READY) => {
        if (message !== READY) return this.#settle?.(message);
        clearTimeout(late);
        resolve();
      });
      const end = (): void => {
        this.ended = true;
        clearTimeout(late);
        reject(new WorkerEnded('not-started'));
        this.#settle?.(new WorkerEnded('died'));
      };
      this.#child.on('exit', end);
      this.#child.on('error', end);
    });
    this.#ready.catch(() => undefined);
    this.#keepAlive(false);
  }

  /**
   * The time runs from when the worker is ready; one that takes longer is killed.
   * @throws WorkerEnded.
   */
  async run(work: Work, timeoutMs: number): Promise<Outcome> {
    this.#keepAlive(true);
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#ready;
      const outcome = await new Promise<Outcome | WorkerEnded>((resolve) => {
        this.#settle = resolve;
        if (this.ended) resolve(new WorkerEnded('died'));
        timer = setTimeout(() => {
          resolve(new WorkerEnded('timeout'));
          this.kill();
        }, timeoutMs);
        // An error of sending is followed by the exit.
        this.#child.send(work, () => undefined);
      });
      if (outcome instanceof WorkerEnded) throw outcome;
      return outcome;
    } finally {
      clearTimeout(timer);
      this.#settle = undefined;
      this.#keepAlive(false);
    }
  }

  kill(): void {
    this.ended = true;
    this.#child.kill('SIGKILL');
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.kill();
    // Idle it does not keep the process running, which would end here with nothing else to wait for.
    this.#child.ref();
    await this.#ended;
  }

  /** An idle worker does not keep the server's process running. */
  #keepAlive(busy: boolean): void {
    if (busy) this.#child.ref();
    else this.#child.unref();
    if (busy) this.#child.channel?.ref();
    else this.#child.channel?.unref();
  }
}

/** Started with nothing of the server's environment, and without the doors from a value to the language. */
function startChild(memoryMb: number): ChildProcess {
  const { file, loader, env } = workerFile();
  return fork(file, [], {
    env,
    execArgv: [
      ...loader,
      `--max-old-space-size=${memoryMb}`,
      '--max-semi-space-size=4',
      '--disable-proto=delete',
      '--disallow-code-generation-from-strings',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

interface WorkerFile {
  readonly file: string;
  readonly loader: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Beside this module: built it is below `worker/`; run from the sources it is the source, which tsx reads. */
function workerFile(): WorkerFile {
  const here = import.meta.url;
  const ending = extname(here);
  if (ending !== '.ts') {
    return { file: fileURLToPath(new URL(`./worker/worker${ending}`, here)), loader: [], env: {} };
  }
  return {
    file: fileURLToPath(new URL('./worker.ts', here)),
    loader: ['--import', pathToFileURL(createRequire(here).resolve('tsx/esm')).href],
    env: { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.json', here)) },
  };
}
