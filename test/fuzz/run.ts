import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Failure, inputOf, runOne } from './fuzz-runs.js';
import { seedInputs } from './seed-inputs.js';

/**
 * The long form: `tsx test/fuzz/run.ts --runs 1000000 --seed 1`, progress on stderr. `--first N --runs 1 --keep FILE` makes
 * one input again and keeps it. With `node --expose-gc` the heap is measured behind a collection.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    keep: { type: 'string' },
  },
});
const seed = Number(values.seed);
const first = Number(values.first);
const runs = Number(values.runs);
/** Slower inputs are told, not counted as failures: the machine may be busy. */
const SLOW_MS = 400;
const HANG_SECONDS = 30;
/** After so many, the rest would show the same. */
const MOST_FAILURES = 25;

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const seeds = seedInputs();
const progress = watch();
const counts: Record<string, number> = {};
const failures: Failure[] = [];
const started = performance.now();
const heaps: string[] = [];
let slowest = 0;

if (values.keep !== undefined) writeFileSync(values.keep, inputOf(seeds, seed, first).bytes);
say(`${seeds.length} inputs to start from`);
for (let run = first; run < first + runs && failures.length < MOST_FAILURES; run++) {
  progress[0] = run;
  const began = performance.now();
  const result = await runOne(seeds, seed, run);
  const took = performance.now() - began;
  if (took > slowest) slowest = took;
  if (took > SLOW_MS && run > first + 2_000) say(`slow: run ${run} took ${took.toFixed(0)} ms`);
  if (typeof result === 'string') counts[result] = (counts[result] ?? 0) + 1;
  else tell(result);
  if ((run - first + 1) % Math.ceil(runs / 20) === 0) tellProgress(run - first + 1);
}
say(
  `seed ${seed}: ${JSON.stringify(counts)}, ${failures.length} failures, slowest ${slowest.toFixed(0)} ms, heap MB ${heaps.join(' ')}`,
);
process.exit(failures.length === 0 ? 0 : 1);

function tell({ run, bytes, error }: Failure): void {
  failures.push({ run, bytes, error });
  say(
    `FAILED --seed ${seed} --first ${run} --runs 1 (${bytes.length} bytes): ${error.stack?.split('\n').slice(0, 7).join('\n')}`,
  );
}

function tellProgress(done: number): void {
  globalThis.gc?.();
  const heap = (process.memoryUsage().heapUsed / 1e6).toFixed(1);
  heaps.push(heap);
  const seconds = (performance.now() - started) / 1000;
  say(`${done} of ${runs}, ${(done / seconds).toFixed(0)}/s, heap ${heap} MB, ${failures.length} failures`);
}

/** A thread that ends the process, with the number of the run, when one run goes on for too long. */
function watch(): Int32Array {
  const shared = new SharedArrayBuffer(4);
  const code = `const { workerData } = require('node:worker_threads');
    const at = new Int32Array(workerData.shared); let last = -1, since = 0;
    setInterval(() => { const now = Atomics.load(at, 0); if (now !== last) { last = now; since = Date.now(); }
      else if (Date.now() - since > ${HANG_SECONDS * 1000}) { console.error('HANGS: run ' + now); process.kill(process.pid, 'SIGKILL'); }
    }, 1000);`;
  new Worker(code, { eval: true, workerData: { shared } }).unref();
  return new Int32Array(shared);
}
