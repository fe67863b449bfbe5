import type { WalkState } from '../plan/walk-state.js';
import { STATE_ROOM } from './memory.js';
import { type WideWalk, wideWalk } from './wide-walk.js';

/** The walk whose numbers lie in the memory that all share; between its calls nobody needs to keep it. */
let holder: WeakRef<Tenant> | undefined;
let held = 0;
/** The one that is at work: what it calls may set others to work. */
let working: Tenant | undefined;
let tenants = 0;

/**
 * The state of one reader's walk. Where there is WebAssembly, it lies in its memory, which has room for one: whoever goes to work takes it, and what
 * was there is put aside until its owner comes back.
 */
export class Tenant {
  readonly state: WalkState;
  /** The walk in whose memory the state lies, if it does. */
  readonly wide: WideWalk | undefined;
  readonly #id: number;
  readonly #self: WeakRef<Tenant> | undefined;
  /** What is to lie there. */
  #kept: Int32Array;

  /** @param state as it is at first. */
  constructor(state: WalkState) {
    this.#kept = state.words;
    this.#id = ++tenants;
    const wide = state.words.length * 4 <= STATE_ROOM ? wideWalk() : undefined;
    this.wide = wide;
    this.state = wide?.state ?? state;
    if (wide !== undefined) this.#self = new WeakRef(this);
  }

  /** Before the state is read or changed. @returns who was at work, for {@link exit}. */
  enter(): Tenant | undefined {
    if (this.wide === undefined) return undefined;
    const outer = working;
    working = this;
    if (held !== this.#id) this.#move();
    return outer;
  }

  /** Behind that, in any case. */
  exit(outer: Tenant | undefined): void {
    if (this.wide === undefined) return;
    working = outer;
    if (outer !== undefined && held !== outer.#id) outer.#move();
  }

  #move(): void {
    const { words } = this.state;
    const before = holder?.deref();
    if (before !== undefined) before.#kept = words.slice(0, before.#kept.length);
    words.set(this.#kept);
    holder = this.#self;
    held = this.#id;
  }
}
