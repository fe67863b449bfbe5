import { Superseded } from './pause.js';

/** What a change is about, as far as others need to know it. */
export interface ChangeSubject {
  /** Of several changes with one key in a row the newest says all that the ones before it said. Absent: it stands for itself. */
  readonly key?: string | undefined;
  /** The one segment that is typed in: whatever is asked of others need not wait. Absent for all other changes. */
  readonly typedIn?: SegmentPlace | undefined;
}

/** A segment by its number in a revision of the file. */
export interface SegmentPlace {
  readonly segment: number;
  readonly revision: number;
}

interface Waiting {
  readonly subject: ChangeSubject;
  isBegun: boolean;
  isOvertaken: boolean;
}

/** Changes, one after the other in the order in which they were asked for: each begins with what the one before it left. */
export class Changes {
  readonly #waiting = new Set<Waiting>();
  #newest: Waiting | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws Superseded where a newer change with the same key came before this one began. */
  add<Answer>(subject: ChangeSubject, run: () => Promise<Answer>): Promise<Answer> {
    const own = { subject, isBegun: false, isOvertaken: false };
    const before = this.#newest;
    if (before?.isBegun === false && subject.key !== undefined && before.subject.key === subject.key)
      before.isOvertaken = true;
    this.#newest = own;
    this.#waiting.add(own);
    const answer = this.#last.then(() => {
      own.isBegun = true;
      if (own.isOvertaken) throw new Superseded();
      return run();
    });
    const done = (): void => void this.#waiting.delete(own);
    // A change that fails is told to whoever asked for it; the next one begins all the same.
    this.#last = answer.then(done, done);
    return answer;
  }

  /** Waits until all changes asked for so far are done, if one of them is in the way; default any. */
  async settled(isInTheWay: (subject: ChangeSubject) => boolean = () => true): Promise<void> {
    if ([...this.#waiting].some(({ subject }) => isInTheWay(subject))) await this.#last;
  }
}
