import type { GuidePlan } from '../guide/plan/plan.js';
import { putSet } from '../guide/put/put-set.js';
import type { PutWindow } from '../guide/put/put-window.js';
import type { SetJudge, ShortWay } from '../guide/put/short-way.js';
import { TransactionReader } from '../guide/read/read-transaction.js';

/** The short way of writing sets of a guide: they are put, and read. */
export type ShortWayOf = (plan: GuidePlan) => ShortWay;

/** @param depth largest depth of loops */
export function shortWays(depth: number): ShortWayOf {
  const ways = new WeakMap<GuidePlan, ShortWay>();
  return (plan) => {
    let way = ways.get(plan);
    if (way === undefined) {
      const judge = new WrittenJudge(plan, depth);
      way = (data, sink, options) => putSet(plan, data, sink, judge, options);
      ways.set(plan, way);
    }
    return way;
  };
}

/** Reads what was written, and says whether anything is wrong with it. */
class WrittenJudge implements SetJudge {
  readonly #reader: TransactionReader;
  isBusy = false;
  #isRight = true;

  constructor(plan: GuidePlan, depth: number) {
    const onFinding = () => {
      this.#isRight = false;
    };
    this.#reader = new TransactionReader(plan, { decode: false, depth, onFinding });
  }

  begin(): void {
    this.isBusy = true;
    this.#isRight = true;
    this.#reader.begin({ interchange: 1, group: 1, transaction: 1 });
  }

  take(window: PutWindow, firstOrdinal: number): boolean {
    const wanted = { places: window.places, areMet: true };
    this.#reader.segments(window, 0, window.count, firstOrdinal, wanted);
    return this.#isRight && wanted.areMet;
  }

  end(): boolean {
    this.#reader.end();
    return this.#isRight;
  }

  close(): void {
    this.isBusy = false;
    this.#reader.forget();
  }
}
