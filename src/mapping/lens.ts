import type { JsonValue } from '../model/json.js';
import type { NoteReason } from './note-reasons.js';

/**
 * A pair of pure functions between the value of an element in guide JSON and the value of a property. What does not fit
 * is passed on as it is and noted; a lens never throws for data.
 */
export interface Lens {
  readonly name: string;
  /** `undefined`: the property stays absent. */
  get(value: JsonValue, tell: Tell): JsonValue | undefined;
  /** `undefined`: the element stays as it is. `current` is its value so far, for lenses that `join`. */
  put(value: unknown, tell: Tell, current: JsonValue | undefined): JsonValue | undefined;
  /** `joined`: put may add to an element that an earlier row has set; else the first row with a value wins. */
  readonly joined?: true;
  /**
   * `constant`: put needs no property. `existing`: and makes no segment for it, but completes one that is there. `beside`: and makes
   * the segment only where the rows before have put anything into the loop.
   */
  readonly constant?: 'always' | 'existing' | 'beside';
}

/** Takes down that something about the value at hand was not as it should be. */
export interface Tell {
  tell(reason: NoteReason): void;
}
