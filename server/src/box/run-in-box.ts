import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { type Answer, AnswerOf } from './answer.js';
import { BESIDE_HEAP_MB, type BoxPlace, boxCommand, type PlainPlace, plainCommand } from './box-command.js';
import { TOOLS_PATH } from './box-tools.js';
import { hearInTurns } from './hear-in-turns.js';
import { KeptEnd } from './kept-end.js';
import { BoxError, type FunctionError, type FunctionRunner, type Ran, RUN_ERRORS, type Run } from './runner.js';
import { watchBox } from './watch-box.js';

/** Milliseconds in which a box is made and Node.js starts in it, on a machine that has much to do. */
const START_MS = 30_000;
/** Of what a function prints. */
const LOG_BYTES = 256 * 1024;

/** Why a box was ended from outside. */
type Stop = 'timeout' | 'memory' | 'result' | 'given-up' | 'not-started';

/** Runs each function in a box of its own, which nothing of it leaves and which ends with it. */
export function boxRunner(place: BoxPlace): FunctionRunner {
  return { run: (run) => runProcess(boxCommand(place, run), run) };
}

/** Runs each function in a process of its own, and no more: see {@link plainCommand}. */
export function plainRunner(place: PlainPlace): FunctionRunner {
  return { run: (run) => runProcess(plainCommand(place, run), run) };
}

async function runProcess([program, ...args]: readonly [string, ...string[]], run: Run): Promise<Ran> {
  run.signal?.throwIfAborted();
  const begun = performance.now();
  const env = { PATH: TOOLS_PATH };
  const child = spawn(program, args, { cwd: '/', detached: true, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const ended = closed(child);
  // It was not started, as where no descriptor is free: it may have no streams then.
  if (child.pid === undefined) await ended;
  standBack(child.pid);
  let stopped: Stop | undefined;
  const stop = (why: Stop): void => {
    stopped ??= why;
    killAll(child);
  };
  let timer = setTimeout(() => stop('not-started'), START_MS);
  const answer = new AnswerOf(run.mostBytes, () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop('timeout'), run.timeoutMs);
  });
  const log = new KeptEnd(LOG_BYTES);
  const giveUp = (): void => stop('given-up');
  run.signal?.addEventListener('abort', giveUp);
  const unwatch = watchBox(child.pid ?? 0, run.memoryMb + BESIDE_HEAP_MB, () => stop('memory'));
  const hear = (chunk: Uint8Array): void => {
    log.add(chunk);
    run.onPrinted?.(chunk);
  };
  try {
    const hearAnswer = (chunk: Uint8Array): void => {
      if (!answer.add(chunk)) stop('result');
    };
    const [, stdout, stderr, result] = child.stdio;
    hearInTurns([
      [stdout, hear],
      [stderr, hear],
      [result as Readable, hearAnswer],
    ]);
    feed(child, run);
    const exit = await ended;
    run.signal?.throwIfAborted();
    const took = performance.now() - begun;
    const printed = log.end();
    return { ...endOf(run, { stopped, exit, answer, printed: printed.bytes }), log: printed, took };
  } finally {
    clearTimeout(timer);
    unwatch();
    run.signal?.removeEventListener('abort', giveUp);
    killAll(child);
  }
}

/** How it ended, once it is gone. @throws BoxError where nothing of the function has begun. */
function endOf(
  run: Run,
  {
    stopped,
    exit,
    answer,
    printed,
  }: {
    readonly stopped: Stop | undefined;
    readonly exit: Exit;
    readonly answer: AnswerOf;
    readonly printed: Uint8Array;
  },
): Answer {
  if (stopped === 'not-started') throw new BoxError(`No box could be made within ${START_MS / 1000} seconds.`);
  if (stopped !== undefined && stopped !== 'given-up') return { how: 'failed', error: errorOfStop(stopped, run) };
  // Only what makes the box has printed something so far.
  if (!answer.hasBegun) throw new BoxError(`No box could be made: ${Buffer.from(printed).toString()}`);
  return answer.end() ?? { how: 'failed', error: errorOfExit(exit, printed, run) };
}

/** What functions do may take all time there is of a core: whoever answers requests comes first. */
function standBack(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}

/** One line, then the event. A function that ends without reading it is none of our errors. */
function feed(child: ChildProcess, { context, environment, event, timeoutMs }: Run): void {
  const head = JSON.stringify({ ...context, environment, timeoutMs });
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(`${head}\n`);
  child.stdin?.end(event);
}

/** Its group: who makes the box, and, by the end of the first of them, all that are in it. */
function killAll({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended in this moment.
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Resolves once it is gone, and all that it said has come. */
function closed(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new BoxError(`No box could be made: ${error.message}`, { cause: error })));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}

function errorOfStop(why: 'timeout' | 'memory' | 'result', { timeoutMs, memoryMb, mostBytes }: Run): FunctionError {
  const errorMessage = {
    timeout: `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
    memory: `The function needed more memory than it may have (${memoryMb} MB of heap)`,
    result: `The result is larger than ${mostBytes} bytes`,
  }[why];
  return { errorType: RUN_ERRORS[why], errorMessage, trace: [] };
}

/** Of Node.js: it has nothing more to do, and somebody awaits still. */
const AWAITS_FOR_EVER = 13;
/** What Node.js prints before it dies of it, by whichever signal. */
const HEAP_IS_FULL = 'JavaScript heap out of memory';

function errorOfExit({ code, signal }: Exit, printed: Uint8Array, run: Run): FunctionError {
  const isKilled = signal !== null || (code !== null && code > 128);
  if (isKilled && Buffer.from(printed).includes(HEAP_IS_FULL)) return errorOfStop('memory', run);
  const how = signal === null ? `exit status ${code}` : `signal ${signal}`;
  const why = code === AWAITS_FOR_EVER ? '. It awaits what nothing will settle' : '';
  const errorMessage = `The function ended its process before it returned a result: ${how}${why}`;
  return { errorType: RUN_ERRORS.exit, errorMessage, trace: [] };
}
