import { readFile } from 'node:fs/promises';

const LOOK_MS = 200;
/** Beside its heap a process has its program, and what of strings and buffers lies outside of it. */
const BESIDE_HEAP_MB = 256;

/**
 * Looks from outside at the memory of a process: what lies outside of its heap has no limit of its own. Only Linux tells it of others.
 * @returns what ends it.
 */
export function watchMemory(pid: number | undefined, heapMb: number, onOver: () => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined;
  const most = (heapMb + BESIDE_HEAP_MB) * 1024;
  const timer = setInterval(() => {
    void residentKb(pid).then((kb) => {
      if (kb > most) onOver();
    });
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function residentKb(pid: number): Promise<number> {
  // It may have ended.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
}
