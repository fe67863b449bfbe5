import { RecentlyUsed } from '../../recently-used.js';

/** Numbers that are remembered: those of the checks under way, and of many more before them. */
const MOST = 20_000;
const SEVERAL = '';

/**
 * Numbers of 270s that senders wrote themselves, as far as several checks over one route have had them: some write the same in each, and then
 * that it comes back does not say whose the answer is. Of one process: what a sender repeats, it repeats in each.
 */
export class SharedNumbers {
  /** By route and number, the check that had it, or `SEVERAL`. */
  readonly #checks = new RecentlyUsed<string, string>(MOST);

  /** Before a check is sent. */
  note(checkId: string, routeId: string, numbers: readonly string[]): void {
    for (const number of new Set(numbers)) {
      const key = keyOf(routeId, number);
      const known = this.#checks.get(key) ?? checkId;
      this.#checks.set(key, known === checkId ? checkId : SEVERAL);
    }
  }

  /** When its answer has come: others may have had them since. */
  among(routeId: string, numbers: readonly string[]): readonly string[] {
    return numbers.filter((number) => this.#checks.get(keyOf(routeId, number)) === SEVERAL);
  }
}

function keyOf(routeId: string, number: string): string {
  return `${routeId} ${number}`;
}
