import type { JsonObject } from './json.js';

/** The same with members that can still be written. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A constructor of empty objects that are filled later. Those of one constructor share their hidden classes, and get room for eight members at once: filling
 * them costs a quarter less than filling `{}`. The prototype is that of a literal, so nobody can tell them apart. bench: `decode`, `its bytes to the answer`.
 *
 * Objects that are handed out, or made at each finding, come of such a constructor, or are copies of a template with **all** of their members, `{ ...TEMPLATE, member }`, which are only overwritten:
 * - not of a literal, which has a note of how long its first objects lived, as arrays have (`fresh-list.ts`). bench: `loops`, `parse 1 kB among others`;
 * - not of a spread to which members are added, `{ ...around, element }`: V8 gives each such object a hidden class of its own, and whoever reads it misses its caches. bench: `validate, full of faults`.
 */
export function objectMaker<T extends object = JsonObject>(): new () => Mutable<T> {
  const maker = function (this: T): void {};
  maker.prototype = Object.prototype;
  return maker as unknown as new () => Mutable<T>; // a plain function is constructible; the type system has no word for it
}
