import type { SeenCheck } from './check-load.js';

/** Of each account: milliseconds. */
export type P99s = readonly number[];

interface AccountFigures {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface CheckFigures {
  /** What the server has added to the payer's own time, of each account. */
  readonly accounts: readonly AccountFigures[];
  readonly perSecond: number;
  readonly status429: number;
  readonly otherStatus: number;
  /** Answered, but the payer knows of none. */
  readonly notAsked: number;
}

/** @param kept for how many milliseconds the payer kept each check, by member id. */
export function figuresOf(
  seen: readonly (readonly SeenCheck[])[],
  kept: ReadonlyMap<string, number>,
  { delayMs, seconds }: { readonly delayMs: number; readonly seconds: number },
): CheckFigures {
  const all = seen.flat();
  const answered = all.filter(isAnswered);
  // While all clients are at work: not when they begin, one after another, nor when the first have ended.
  const from = 2 * delayMs;
  const within = answered.filter(({ at }) => at >= from && at < seconds * 1000).length;
  return {
    accounts: seen.map((of) => addedOf(of.filter(isAnswered), kept)),
    perSecond: (1000 * within) / (seconds * 1000 - from),
    status429: all.filter(({ status }) => status === 429).length,
    otherStatus: all.filter(({ status }) => status !== 200 && status !== 429).length,
    notAsked: answered.filter(({ memberId }) => !kept.has(memberId)).length,
  };
}

function isAnswered({ status }: SeenCheck): boolean {
  return status === 200;
}

function addedOf(answered: readonly SeenCheck[], kept: ReadonlyMap<string, number>): AccountFigures {
  const added = answered.map(({ memberId, ms }) => ms - (kept.get(memberId) ?? Number.NaN)).sort((a, b) => a - b);
  const at = (part: number): number => added[Math.floor(added.length * part)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

interface AroundThem {
  /** Synced writes a second. */
  readonly disk: number;
  /** Percentage of the processors' time; `undefined` where it is not known. */
  readonly stolen: number | undefined;
  /** Processors that the servers have kept busy. */
  readonly busy: number;
  /** Checks a second, if a server added nothing. */
  readonly goalPerSecond: number;
  readonly memoryMb: readonly number[];
}

export function printFigures(figures: CheckFigures, { disk, stolen, busy, goalPerSecond, memoryMb }: AroundThem): void {
  const { perSecond } = figures;
  const percent = (100 * perSecond) / goalPerSecond;
  console.log(`disk             ${disk} synced writes a second before: what all else is to be seen beside`);
  if (stolen !== undefined)
    console.log(`processors       ${stolen.toFixed(0)} % of their time was taken by others than this machine`);
  console.log(
    `checks a second  ${perSecond.toFixed(1)}, ${percent.toFixed(1)} % of ${goalPerSecond.toFixed(1)}   (goal 95 %)`,
  );
  figures.accounts.forEach(({ p50, p95, p99 }, place) => {
    const of = place === 0 ? 'added ms        ' : 'of the other    ';
    console.log(`${of} p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}   (goal p99 < 60)`);
  });
  const perCheck = (1000 * busy) / Math.max(1, perSecond);
  console.log(`processor        ${perCheck.toFixed(1)} ms a check, ${(100 * busy).toFixed(0)} % of one`);
  console.log(`429              ${figures.status429}`);
  console.log(`others           ${figures.otherStatus}`);
  console.log(`not asked        ${figures.notAsked}`);
  console.log(`memory           ${memoryMb.map((one) => `${one.toFixed(0)} MB`).join(', ')} at most`);
}

/** @param differences of the p99 beside a batch and without, of each round. */
export function printDifferences(differences: readonly P99s[]): void {
  console.log('\nadded to the p99 by the batch, ms   (goal: less than 60)');
  (differences[0] ?? []).forEach((_, place) => {
    const rounds = differences.map((one) => one[place] ?? Number.NaN);
    const of = place === 0 ? 'the same account ' : 'another account  ';
    console.log(`${of} median ${median(rounds).toFixed(1)} of ${rounds.map((one) => one.toFixed(1)).join(', ')}`);
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
