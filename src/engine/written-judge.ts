import type { GuidePlan } from '../guide/plan/plan.js';
import type { PutWindow } from '../guide/put/put-window.js';
import type { SetJudge } from '../guide/put/set-judge.js';
import { TransactionReader } from '../guide/read/read-transaction.js';

/** Gives who judges the sets of a guide as they are written. */
export type JudgeOf = (plan: GuidePlan) => SetJudge;

/** @param depth largest depth of loops */
export function writtenJudges(depth: number): JudgeOf {
  const judges = new WeakMap<GuidePlan, SetJudge>();
  return (plan) => {
    let judge = judges.get(plan);
    if (judge === undefined) {
      judge = new WrittenJudge(plan, depth);
      judges.set(plan, judge);
    }
    return judge;
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
    this.#reader.segments(window, 0, window.count, firstOrdinal, window.places);
    return this.#isRight && this.#reader.isAsWanted;
  }

  end(): boolean {
    this.#reader.end();
    return this.#isRight;
  }

  close(): void {
    this.#reader.forget();
    this.isBusy = false;
  }
}
