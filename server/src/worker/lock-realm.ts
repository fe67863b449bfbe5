const SHARED = [Object, Array, Function, String, Number, Boolean, Date, RegExp, Promise, Map, Set, Symbol, Error];

/**
 * An instant for the work at hand; the guard against endless expressions still asks the real clock by `Date.now`. It is state of the
 * module as `Date` is state of the realm: there is one of each in a process, and works run in it in turn.
 */
let pinned = 0;

class PinnedDate extends Date {
  constructor(...parts: readonly unknown[]) {
    // Whatever Date takes, handed on as it came.
    super(...((parts.length === 0 ? [pinned] : parts) as [number]));
  }
}

/** What `new Date()` gives from now on. */
export function pinTime(at: number): void {
  pinned = at;
}

/** Expressions of several accounts run here in turn: nothing may be added to what all values share. */
export function lockRealm(): void {
  Object.assign(globalThis, { Date: PinnedDate });
  for (const shared of [...SHARED, PinnedDate]) {
    Object.preventExtensions(shared);
    Object.preventExtensions(shared.prototype);
  }
}
