/** One of those that run in turn. */
export interface Contender {
  readonly name: string;
  pass(): unknown;
}

export interface TurnOptions {
  /** Timed passes of each. */
  readonly passes: number;
  /** CPU seconds after which no further turn begins. */
  readonly seconds: number;
}

const WARM_TURNS = 6;
const WARM_SECONDS = 0.25;
const PASS_SECONDS = 0.1;

/**
 * CPU seconds of a call of each contender, one figure a turn: in each turn all run, and each turn begins with another. Turns
 * before the first timed one warm up. No garbage is collected in between: a forced collection throws compiled code
 * away, and everything runs at a fifth of its rate from then on.
 */
export async function timeInTurn(
  contenders: readonly Contender[],
  { passes, seconds }: TurnOptions,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const timers = contenders.map((one) => new Timer(one));
  for (let turn = 0; turn < WARM_TURNS; turn++) for (const timer of timers) await timer.run(WARM_SECONDS);
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  const begun = cpuSeconds();
  for (let turn = 0; turn < passes && (turn === 0 || cpuSeconds() - begun < seconds); turn++) {
    for (let place = 0; place < timers.length; place++) {
      const timer = timers[(turn + place) % timers.length];
      if (timer !== undefined) times.get(timer.name)?.push(await timer.run(PASS_SECONDS));
    }
  }
  return times;
}

/** Calls one contender as often as takes some time: the clock of the system is too coarse for a single short call. */
class Timer {
  readonly name: string;
  readonly #pass: () => unknown;
  #each = Number.POSITIVE_INFINITY;

  constructor({ name, pass }: Contender) {
    this.name = name;
    this.#pass = pass;
  }

  /** CPU seconds of a call, of as many as take `seconds` by what one took before. */
  async run(seconds: number): Promise<number> {
    const began = cpuSeconds();
    let calls = 0;
    do {
      const repeats = Math.min(100_000, Math.max(1, Math.ceil((seconds - (cpuSeconds() - began)) / this.#each)));
      for (let i = 0; i < repeats; i++) await this.#pass();
      calls += repeats;
      this.#each = Math.max(1e-6, (cpuSeconds() - began) / calls);
    } while (cpuSeconds() - began < seconds);
    return (cpuSeconds() - began) / calls;
  }
}

/** User and system, of all threads of the process. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
