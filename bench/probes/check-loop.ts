import type { CheckedSegment } from './check-table.js';
import { passes } from './check-value.js';
import type { Window } from './windows.js';

/**
 * One pass over the bytes that checks length, type and code of every value and the required elements of every segment.
 * It knows the guide's segments but not its loops, variants, counts and rules: what a validator cannot do without.
 */
export function checkLoop(windows: readonly Window[], table: ReadonlyMap<number, CheckedSegment>): number {
  let faults = 0;
  for (const window of windows) faults += checkWindow(window, table);
  return faults;
}

function checkWindow(window: Window, table: ReadonlyMap<number, CheckedSegment>): number {
  const { bytes, delimiters } = window;
  const classes = classTable(window);
  let faults = 0;
  let segment: CheckedSegment | undefined;
  let place = 0;
  let component = 1;
  let present = 0;
  let tag = 0;
  let from = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const kind = classes[byte] ?? 0;
    if (kind === 0) {
      if (place === 0) tag = tag * 256 + byte;
      continue;
    }
    if (kind === LAYOUT) {
      if (place === 0) from = i + 1;
      continue;
    }
    if (place === 0) segment = table.get(tag);
    else if (i > from) {
      const element = segment?.elements[place];
      if (element !== undefined) {
        present |= 1 << place;
        const checked = element.components.length > 0 ? element.components[component] : element;
        if (checked !== undefined && !passes(checked, bytes, from, i)) faults++;
      }
    }
    from = i + 1;
    if (kind === COMPONENT) component++;
    else if (kind === REPETITION) component = 1;
    else if (byte === delimiters.element) {
      place++;
      component = 1;
    } else {
      if (segment === undefined || (present & segment.required) !== segment.required) faults++;
      place = 0;
      component = 1;
      present = 0;
      tag = 0;
    }
  }
  return faults;
}

export const ELEMENT = 1;
export const TERMINATOR = 2;
export const COMPONENT = 3;
export const REPETITION = 4;
export const LAYOUT = 5;

/** Class of every byte value: 0 = data. CR and LF count as layout unless they are delimiters. */
export function classTable(window: Window): Uint8Array {
  const { element, component, repetition, terminator } = window.delimiters;
  const classes = new Uint8Array(256);
  classes[10] = LAYOUT;
  classes[13] = LAYOUT;
  if (repetition !== undefined) classes[repetition] = REPETITION;
  classes[component] = COMPONENT;
  classes[element] = ELEMENT;
  classes[terminator] = TERMINATOR;
  return classes;
}
