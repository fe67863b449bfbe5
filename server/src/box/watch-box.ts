import { readFile } from 'node:fs/promises';

const LOOK_MS = 100;

/**
 * Looks from outside at the memory of a box: a limit of the system counts what may be written, this what is.
 * @param pid of the process that has made the box, in which runs one other, or of the function itself.
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

async function residentKb(pid: number): Promise<number> {
  // They may have ended, and some systems do not tell the children.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const sizes = [String(pid), ...children.split(' ').filter(Boolean)].map(async (child) => {
    const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
