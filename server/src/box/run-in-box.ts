import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { AnswerOf } from './answer.js';
import { BESIDE_HEAP_MB, type BoxPlace, boxCommand, type PlainPlace, plainCommand } from './box-command.js';
import { TOOLS_PATH } from './box-tools.js';
import { hearInTurns } from './hear-in-turns.js';
import { KeptEnd } from './kept-end.js';
import { BoxError, type FunctionError, type FunctionRunner, type Ran, type Run } from './runner.js';
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
    if (stopped !== undefined && stopped !== 'given-up' && stopped !== 'not-started') {
      return { how: 'failed', error: errorOfStop(stopped, run), log: log.end(), took };
    }
    const printed = log.end();
    if (stopped === 'not-started' || !answer.hasBegun)
      throw new BoxError(`No box could be made: ${Buffer.from(printed.bytes).toString()}`);
    const said = answer.end() ?? { how: 'failed' as const, error: errorOfExit(exit, printed.bytes, run) };
    return { ...said, log: printed, took };
  } finally {
    clearTimeout(timer);
    unwatch();
    run.signal?.removeEventListener('abort', giveUp);
    killAll(child);
  }
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
  const [errorType, errorMessage] = {
    timeout: ['Sandbox.Timedout', `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`],
    memory: ['Runtime.OutOfMemory', `The function needed more memory than it may have (${memoryMb} MB of heap)`],
    result: ['Function.ResponseSizeTooLarge', `The result is larger than ${mostBytes} bytes`],
  }[why] as [string, string];
  return { errorType, errorMessage, trace: [] };
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
  return { errorType: 'Runtime.ExitError', errorMessage, trace: [] };
}
