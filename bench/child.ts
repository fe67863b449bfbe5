import { prepare } from './prepare.js';
import type { WorkOrder, WorkResult } from './work.js';

/**
 * The program of a measuring process: one pass to warm up, then the timed ones, of which the best counts. Time is CPU
 * time of the whole process, user and system, so that a busy machine does not count.
 */
async function main(): Promise<void> {
  // The parent wrote this line; its shape is WorkOrder.
  const order = JSON.parse(process.argv[2] ?? '{}') as WorkOrder;
  const work = await prepare(order);
  const startBytes = process.memoryUsage.rss();
  const begun = process.uptime();
  const single = order.passes === 1 && order.name === 'memory';
  let count = single ? 0 : await work.pass();
  let best = Number.POSITIVE_INFINITY;
  let passes = 0;
  while (passes < order.passes && (passes === 0 || process.uptime() - begun < order.seconds)) {
    const before = process.cpuUsage();
    count = await work.pass();
    const used = process.cpuUsage(before);
    best = Math.min(best, (used.user + used.system) / 1e6);
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

await main();
