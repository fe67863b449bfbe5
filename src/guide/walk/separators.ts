import type { Delimiters } from '../../model/delimiters.js';
import { SegmentFlag } from '../../model/segments.js';
import { STATE_AWKWARD, STATE_COMPONENT, STATE_REPETITION } from '../plan/walk-state.js';
import { SPLIT, UNUSUAL } from './pass-elements.js';

/** What is not looked at on bytes, or of which there may be more to say than whether its elements are right. */
const AWKWARD = UNUSUAL | SegmentFlag.truncated;
const NO_BYTE = -1;

/** Tells the state of a walk what separates the segments of a batch. */
export function setSeparators(words: Int32Array, { component, repetition }: Delimiters): void {
  words[STATE_COMPONENT] = component.charCodeAt(0);
  words[STATE_REPETITION] = repetition?.charCodeAt(0) ?? NO_BYTE;
  // Such a separator may be a part of a number.
  words[STATE_AWKWARD] = /[-.]/.test(component + (repetition ?? '')) ? AWKWARD | SPLIT : AWKWARD;
}
