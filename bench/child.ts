import { prepare } from './prepare.js';
import { MEMORY_STAGE } from './rows.js';
import type { Work, WorkOrder, WorkResult } from './work.js';

/**
 * The program of a measuring process: passes to warm up, then the timed ones, of which the best counts. Time is CPU
 * time of the whole process, user and system, so that a busy machine does not count.
 */
async function main(): Promise<void> {
  // The parent wrote this line; its shape is WorkOrder.
  const order = JSON.parse(process.argv[2] ?? '{}') as WorkOrder;
  const work = await prepare(order);
  const startBytes = process.memoryUsage.rss();
  const begun = process.uptime();
  // The memory run reads a file once, however large: nothing is warmed up.
  const once = order.passes === 1 && order.name === MEMORY_STAGE;
  let count = 0;
  const repeats = once ? 1 : repeatsFor(await warmUp(work));
  let best = Number.POSITIVE_INFINITY;
  let passes = 0;
  while (passes < order.passes && (passes === 0 || process.uptime() - begun < order.seconds)) {
    const used = await timed(work, repeats);
    best = Math.min(best, used.seconds / repeats);
    count = used.count;
    passes++;
  }
  const result: WorkResult = {
    bytes: work.bytes,
    seconds: best,
    passes,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    startBytes,
    count,
    note: work.note,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/**
 * Runs until the compiler has seen the loops often enough; returns the seconds of the last pass. CPU time here too: on a
 * busy machine the same wall clock would measure code that is not compiled yet.
 */
async function warmUp(work: Work): Promise<number> {
  let last = await timed(work, 1);
  for (let used = last.seconds; used < WARM_SECONDS; used += last.seconds) last = await timed(work, 1);
  return last.seconds;
}

async function timed(work: Work, repeats: number): Promise<{ seconds: number; count: number }> {
  const before = process.cpuUsage();
  let count = 0;
  for (let i = 0; i < repeats; i++) count = await work.pass();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, count };
}

/** A small file is read many times a pass: the clock of the system is too coarse for less. */
function repeatsFor(seconds: number): number {
  return Math.min(100_000, Math.max(1, Math.ceil(PASS_SECONDS / Math.max(seconds, 1e-6))));
}

const WARM_SECONDS = 1;
const PASS_SECONDS = 0.05;

await main();
