import { Kind } from '../../src/guide/plan/plan.js';
import { COMPONENT, classTable, ELEMENT, LAYOUT, REPETITION } from './check-loop.js';
import type { CheckedElement, CheckedSegment } from './check-table.js';
import { passes } from './check-value.js';
import type { Window } from './windows.js';

interface DecodedSegment {
  [key: string]: unknown;
}

/**
 * The check loop that also builds what a decoder hands out: an object a segment, keyed by element name, numbers as
 * numbers, dates as ISO text, composites and repetitions as objects and arrays; kept until the set ends. No loops are
 * built: the objects lie side by side.
 */
export function objectLoop(windows: readonly Window[], table: ReadonlyMap<number, CheckedSegment>): number {
  const set: DecodedSegment[] = [];
  let objects = 0;
  for (const window of windows) objects += buildWindow(window, table, set);
  return objects;
}

const SE = 0x5345;

function buildWindow(window: Window, table: ReadonlyMap<number, CheckedSegment>, set: DecodedSegment[]): number {
  const { bytes } = window;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const classes = classTable(window);
  let faults = 0;
  let objects = 0;
  let plan: CheckedSegment | undefined;
  let segment: DecodedSegment = {};
  let inner: DecodedSegment | undefined;
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
    if (place === 0) {
      plan = table.get(tag);
      segment = plan === undefined ? {} : new plan.create();
    } else if (i > from) {
      const element = plan?.elements[place];
      present |= 1 << place;
      if (element === undefined) segment[GENERIC_KEYS[place] ?? 'element'] = text.slice(from, i);
      else if (element.components.length > 0) {
        const checked = element.components[component];
        if (inner === undefined) {
          inner = new element.create();
          put(segment, element, inner);
        }
        if (checked !== undefined) {
          if (!passes(checked, bytes, from, i)) faults++;
          inner[checked.key] = read(checked, text, from, i);
        }
      } else {
        if (!passes(element, bytes, from, i)) faults++;
        put(segment, element, read(element, text, from, i));
      }
    }
    from = i + 1;
    if (kind === COMPONENT) component++;
    else {
      component = 1;
      inner = undefined;
      if (kind === REPETITION) continue;
      if (kind === ELEMENT) {
        place++;
        continue;
      }
      if (plan === undefined || (present & plan.required) !== plan.required) faults++;
      set.push(segment);
      objects++;
      if (tag === SE) set.length = 0;
      place = 0;
      present = 0;
      tag = 0;
    }
  }
  return objects + (faults > 0 ? 0.5 : 0);
}

const GENERIC_KEYS = Array.from({ length: 100 }, (_, place) => `element_${String(place).padStart(2, '0')}`);

function put(segment: DecodedSegment, element: CheckedElement, value: unknown): void {
  if (!element.array) {
    segment[element.key] = value;
    return;
  }
  const list = segment[element.key];
  if (Array.isArray(list)) list.push(value);
  else segment[element.key] = [value];
}

function read(element: CheckedElement, text: string, from: number, to: number): string | number {
  const value = text.slice(from, to);
  if (element.kind === Kind.integer || element.kind === Kind.decimal) return Number(value);
  if (element.kind !== Kind.date || value.length !== 8) return value;
  return `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`;
}
