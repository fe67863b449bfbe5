import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/exchange/eligibility/turns.js';

const NEVER = 1_000_000;

describe('work in turns', () => {
  /** Work that ends when it is told to. */
  const gated = (turns: Turns) => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = (account: string, name = account): Promise<string> =>
      turns.run(account, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      });
    return { begun, ends, run };
  };
  const settled = () => new Promise(setImmediate);

  it('goes on so many at once, in the order in which it came', async () => {
    const { begun, ends, run } = gated(new Turns(2, { patienceMs: NEVER }));
    const all = ['1', '2', '3', '4', '5'].map((name) => run('a', name));
    await settled();
    expect(begun).toEqual(['1', '2']);
    for (let ended = 0; ended < 5; ended++) {
      ends[ended]?.();
      await settled();
    }
    expect(begun).toEqual(['1', '2', '3', '4', '5']);
    expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('is done for one account after another: nobody waits behind all that another has', async () => {
    const { begun, ends, run } = gated(new Turns(1, { patienceMs: NEVER }));
    for (const name of ['a1', 'a2', 'a3']) void run('a', name);
    void run('b', 'b1');
    for (let ended = 0; ended < 4; ended++) {
      await settled();
      ends[ended]?.();
    }
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('goes on by itself where what it waits behind hangs', async () => {
    const { begun, run } = gated(new Turns(1, { patienceMs: 5 }));
    for (const name of ['1', '2', '3']) void run('a', name);
    await expect.poll(() => begun).toEqual(['1', '2', '3']);
  });

  it('gives its turn on when it fails', async () => {
    const turns = new Turns(1, { patienceMs: NEVER });
    const failing = turns.run('a', async () => {
      await settled();
      throw new Error('planned');
    });
    const next = turns.run('a', async () => 'done');
    await expect(failing).rejects.toThrow('planned');
    expect(await next).toBe('done');
  });

  it('never has more at work than there are turns, whatever ends when', async () => {
    const turns = new Turns(3, { patienceMs: NEVER });
    let working = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        turns.run(`account ${index % 7}`, async () => {
          most = Math.max(most, ++working);
          for (let wait = 0; wait < index % 4; wait++) await settled();
          working--;
        }),
      ),
    );
    expect(most).toBe(3);
  });

  it('lets others pass, and goes on where they never rest', async () => {
    const first = new Turns(1, { patienceMs: NEVER });
    const { begun, ends, run } = gated(first);
    const behind = new Turns(1, { patienceMs: NEVER, behind: [first] });
    const alone = behind.run('b', async () => begun.push('alone'));
    await alone;
    void run('a', 'long');
    void run('a', 'longer');
    const at = performance.now();
    await behind.run('b', async () => begun.push('behind'));
    const waited = performance.now() - at;
    expect(begun).toEqual(['alone', 'long', 'behind']);
    // 25 ms by a clock that may differ from that of timers.
    expect(waited).toBeGreaterThan(20);
    for (const end of ends) end();
    await settled();
    ends.at(-1)?.();
    await settled();
    expect(first.isIdle).toBe(true);
  });
});
