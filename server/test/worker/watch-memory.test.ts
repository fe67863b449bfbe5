import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchMemory } from '../../src/worker/watch-memory.js';

it.runIf(process.platform === 'linux')(
  'a look that ends after the watch says nothing of the work that comes next',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const look = async (isEnded: boolean): Promise<number> => {
      let calls = 0;
      // Any process has more than this.
      const end = watchMemory(process.pid, -100_000, () => calls++);
      vi.advanceTimersByTime(200);
      if (isEnded) end();
      // Files are read in turn, so that the look has read its own by then.
      for (let times = 0; times < 20; times++) await readFile(`/proc/${process.pid}/status`);
      end();
      return calls;
    };
    expect(await look(false)).toBe(1);
    expect(await look(true)).toBe(0);
  },
);
