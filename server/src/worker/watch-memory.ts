import { readFile } from 'node:fs/promises';

const LOOK_MS = 200;
/** What a process may have beside its heap: its program, and strings and buffers that lie outside of the heap. */
const BESIDE_HEAP_MB = 256;

/**
 * Watches the memory of a process from outside, as what lies outside of its heap has no limit of its own. Only Linux shows it for other processes.
 * @returns what ends it.
 */
export function watchMemory(pid: number | undefined, heapMb: number, onOver: () => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined;
  const most = (heapMb + BESIDE_HEAP_MB) * 1024;
  let isOver = false;
  const timer = setInterval(() => {
    void residentKb(pid).then((kb) => {
      // A look may end after the watch has: the process has other work by then.
      if (kb > most && !isOver) onOver();
    });
  }, LOOK_MS);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

async function residentKb(pid: number): Promise<number> {
  // It may have ended.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
}
