import { Worker } from 'node:worker_threads';

/** Plain text, so that it needs no file and no loader of its own. */
const WATCH = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
`;

/**
 * Ends this process with its parent. A busy thread never hears that the channel has closed, and a killed server must not leave a
 * hanging expression behind: a thread of its own looks.
 */
export function watchParent(): void {
  process.on('disconnect', () => process.exit());
  // Read here: the thread may start to look when the parent is gone already.
  const workerData = process.ppid;
  new Worker(WATCH, { eval: true, workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}
