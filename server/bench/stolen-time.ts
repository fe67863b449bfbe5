import { readFileSync } from 'node:fs';

/** Where `steal` stands on the first line of /proc/stat, behind the word `cpu`. */
const STEAL = 7;

function ticks(): readonly number[] | undefined {
  try {
    return /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number);
  } catch {
    return undefined;
  }
}

/**
 * Watches what share of this machine's processors its host gave to others, which a bench on a rented machine cannot know otherwise.
 * @returns the percentage since the call; `undefined` where the system does not tell.
 */
export function watchStolenTime(): () => number | undefined {
  const before = ticks();
  return () => {
    const after = ticks();
    if (before === undefined || after === undefined) return undefined;
    // User and nice contain the time of guests, which the columns behind steal tell once more.
    const spent = after.slice(0, STEAL + 1).map((value, place) => value - (before[place] ?? 0));
    const total = spent.reduce((sum, value) => sum + value, 0);
    return total === 0 ? 0 : (100 * (spent[STEAL] ?? 0)) / total;
  };
}
