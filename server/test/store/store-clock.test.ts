import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreClock } from '../../src/store/store-clock.js';

const LEASE = 60_000;

/** A clock whose store, machine and uptime the test sets. */
async function setUp() {
  const time = { store: 1_000_000, machine: 1_000_000, uptime: 5_000, travelMs: 0 };
  const lines: string[] = [];
  const write = (...args: unknown[]) => void lines.push(String(args.at(-1)));
  const clock = new StoreClock({
    ask: async () => {
      if (Number.isNaN(time.store)) throw new Error('The store is not there.');
      time.uptime += time.travelMs;
      return time.store;
    },
    machine: { now: () => time.machine },
    uptime: () => time.uptime,
    shortestLeaseMs: LEASE,
    log: { info: write, warn: write, error: write },
  });
  await clock.start();
  onTestFinished(() => clock.stop());
  const pass = (ms: number) => {
    time.store += ms;
    time.machine += ms;
    time.uptime += ms;
  };
  return { clock, time, lines, pass };
}

describe('the clock of a store', () => {
  it('shows the time of the store, whatever the machine shows and whoever sets that', async () => {
    const { clock, time, pass, lines } = await setUp();
    expect(clock.now()).toBe(1_000_000);
    pass(1_500);
    expect(clock.now()).toBe(1_001_500);
    time.machine += 120_000;
    expect(clock.now()).toBe(1_001_500);
    expect(clock.machineAheadSeconds).toBe(120);
    expect(lines).toEqual([]);
    await clock.look();
    await clock.look();
    expect(lines).toEqual(['The clock of this machine and that of the database differ. Let NTP set both.']);
    expect(clock.isSteady).toBe(true);
  });

  it('is warned of a machine that is off by more than a tenth of the shortest lease, and of no less', async () => {
    const { clock, time, lines } = await setUp();
    time.machine += LEASE / 10;
    await clock.look();
    expect(lines).toEqual([]);
    time.machine += 1;
    await clock.look();
    expect(lines).toHaveLength(1);
  });

  it('follows the store up to a third of the shortest lease', async () => {
    const { clock, time } = await setUp();
    time.store += LEASE / 3;
    await clock.look();
    expect(clock.isSteady).toBe(true);
    expect(clock.now()).toBe(1_000_000 + LEASE / 3);
    expect(clock.steppedAt).toBeUndefined();
  });

  it.each([120_000, -120_000])('is not steady where the store jumps by %i ms, until two probes agree', async (jump) => {
    const { clock, time, pass } = await setUp();
    time.store += jump;
    await clock.look();
    expect(clock.isSteady).toBe(false);
    // As before, so that what is leased stays leased meanwhile.
    expect(clock.now()).toBe(1_000_000);
    pass(1_000);
    time.store += jump;
    await clock.look();
    expect(clock.isSteady).toBe(false);
    pass(1_000);
    await clock.look();
    expect(clock.isSteady).toBe(true);
    expect(clock.now()).toBe(1_002_000 + 2 * jump);
    expect(clock.steppedAt).toBe(1_002_000 + 2 * jump);
  });

  it('goes on where a jump was none, where the store does not answer, and where it took too long to', async () => {
    const { clock, time, pass } = await setUp();
    time.store += 120_000;
    await clock.look();
    time.store -= 120_000;
    await clock.look();
    expect([clock.isSteady, clock.steppedAt]).toEqual([true, undefined]);
    const { store } = time;
    time.store = Number.NaN;
    await clock.look();
    time.store = store;
    pass(10);
    expect(clock.now()).toBe(1_000_010);
    time.travelMs = 100_000;
    await clock.look();
    expect(clock.isSteady).toBe(true);
    expect(clock.now()).toBe(1_100_010);
  });
});
