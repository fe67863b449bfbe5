import { readFile } from 'node:fs/promises';

const LOOK_MS = 100;

/**
 * Looks from outside at the memory of a box: a limit of the system counts what may be written, this what is.
 * @param pid of the process that has made the box, or of the function itself; what they have started counts, too. Node.js starts nothing for a
 * function: whoever finds a way around that is still held by this.
 * @returns what ends it.
 */
export function watchBox(pid: number, mostMb: number, onOver: () => void): () => void {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void residentKb(pid).then((kb) => {
      isLooking = false;
      if (kb > mostMb * 1024) onOver();
    });
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Of a process and all below it; whoever loses its parent in a box is given to the first process there. */
async function residentKb(pid: number): Promise<number> {
  // They may have ended, and some systems do not tell the children.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(residentKb));
  return below.reduce((sum, size) => sum + size, Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0));
}
