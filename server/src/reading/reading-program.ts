import { once } from 'node:events';
import { watchParent } from '../worker/watch-parent.js';
import { type Frame, frameOf, framesOf } from './frames.js';
import { judgeFile } from './judge-file.js';
import { outlineFile } from './outline-file.js';
import { PlanEngines } from './plan-engine.js';
import type { ReadEnd, ReadResult, ReadTask } from './protocol.js';
import { readSets } from './read-sets.js';
import { refusalOf } from './refused.js';
import { unpackFile } from './unpack-file.js';

// The program of a reader process: a task and a file in, results out, one at a time. Its argument is the time of patterns.

const engines = new PlanEngines(Number(process.argv[2]));

/** So few are copied: a write costs more. */
const COPIED_BYTES = 64 * 1_024;

async function give(result: ReadResult, bytes?: Uint8Array): Promise<void> {
  const parts = frameOf(result, bytes);
  const isSmall = (bytes?.length ?? 0) < COPIED_BYTES;
  for (const part of isSmall ? [Buffer.concat(parts)] : parts) {
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  }
}

async function run(task: ReadTask, source: AsyncIterable<Uint8Array>): Promise<void> {
  switch (task.kind) {
    case 'outline': {
      const outline = await outlineFile(source, (interchange) => give({ kind: 'interchange', interchange }));
      return give({ kind: 'outline', outline });
    }
    case 'judge':
      return judgeFile(source, await engines.plan(task.plan, task), (judged) => give({ kind: 'judged', judged }));
    case 'read':
      return readSets(source, await engines.plan(task.plan, task), ({ data, ...read }) => give(read, data));
    case 'unpack':
      for await (const chunk of unpackFile(source, task.packed)) await give({ kind: 'bytes' }, chunk);
  }
}

async function endOf(task: ReadTask, source: AsyncIterable<Uint8Array>): Promise<ReadEnd> {
  try {
    await run(task, source);
    return { kind: 'end' };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return { kind: 'refused', code: refusal.code, text: refusal.message };
    return { kind: 'failed', where: placeOf(error) };
  }
}

/** Its message may have a value of the file in it; where it happened has none. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const [place = ''] = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return `${error.name} ${place.trim()}`;
}

/** The bytes of one file; whatever is left of it when it is not asked for any more is passed over by {@link rest}. */
class FileOfFrames implements AsyncIterable<Uint8Array> {
  readonly #frames: AsyncIterator<Frame>;
  #ended = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(frames: AsyncIterator<Frame>) {
    this.#frames = frames;
  }

  /** One after the other: who was cut off may still wait for one, and behind the end of a file stands the next task. */
  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const next = this.#last.then(() => this.#take());
    this.#last = next;
    return next;
  }

  async #take(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#ended) return { done: true, value: undefined };
    const { value, done } = await this.#frames.next();
    // Without its end the file is not whole: the server has gone, or has given it up.
    if (done === true) process.exit();
    this.#ended = value.bytes.length === 0;
    return this.#ended ? { done: true, value: undefined } : { done: false, value: value.bytes };
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.next() };
  }

  async rest(): Promise<void> {
    for (let next = await this.next(); next.done !== true; next = await this.next());
  }
}

watchParent();
process.stdout.on('error', () => process.exit());
const frames = framesOf(process.stdin);
for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
  const file = new FileOfFrames(frames);
  // Written by the server of this release.
  const end = await endOf(next.value.facts as ReadTask, file);
  await give(end);
  await file.rest();
}
process.exit();
