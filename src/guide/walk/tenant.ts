import { STATE_KNOWN, type WalkState } from '../plan/walk-state.js';
import { STATE_ROOM } from './memory.js';
import { type WideWalk, wideWalk } from './wide-walk.js';

/**
 * Where the numbers that lie in the memory all share are put aside. Nothing else of a walk: between its calls nobody needs to keep it, and a weak
 * reference would, until its job ends; a loop that reads from memory alone is one job.
 */
let holder: Int32Array | undefined;
/** The one that is at work: what it calls may set others to work. */
let working: Tenant | undefined;

/**
 * The state of one reader's walk. Where there is WebAssembly, it lies in its memory, which has room for one: whoever goes to work takes it, and what
 * was there is put aside until its owner comes back.
 */
export class Tenant {
  readonly state: WalkState;
  /** The walk in whose memory the state lies, if it does. */
  readonly wide: WideWalk | undefined;
  /** What is to lie there. */
  readonly #kept: Int32Array;
  /** Something of the input may lie there. */
  #wasAside = false;

  /** @param state as it is at first. */
  constructor(state: WalkState) {
    this.#kept = state.words;
    const wide = state.words.length * 4 <= STATE_ROOM ? wideWalk() : undefined;
    this.wide = wide;
    this.state = wide?.state ?? state;
  }

  /** Before the state is read or changed. @returns who was at work, for {@link exit}. */
  enter(): Tenant | undefined {
    if (this.wide === undefined) return undefined;
    const outer = working;
    working = this;
    if (holder !== this.#kept) this.#move();
    return outer;
  }

  /** Behind that, in any case. */
  exit(outer: Tenant | undefined): void {
    if (this.wide === undefined) return;
    working = outer;
    if (outer !== undefined && holder !== outer.#kept) outer.#move();
  }

  /**
   * Lets go of values where the state was put aside, too; call while this one is at work.
   * @param to the words from there on hold none.
   */
  forget(to: number): void {
    if (this.#wasAside) this.#kept.fill(0, STATE_KNOWN, to);
    this.#wasAside = false;
  }

  #move(): void {
    const { words } = this.state;
    if (holder !== undefined) holder.set(words.subarray(0, holder.length));
    words.set(this.#kept);
    holder = this.#kept;
    this.#wasAside = true;
  }
}
