import { SegmentFlag, type SegmentLayout } from '../../model/segments.js';
import { type ElementTable, NEVER, Row } from '../plan/element-table.js';
import { CHECK_CODES, CHECK_COMPOSITE, CHECK_TEXT, IS_LIST, KIND_MASK, SEGMENT_SIZE } from '../plan/image.js';
import type { SegmentPlan } from '../plan/plan.js';
import { NUMBER_BYTES } from '../values/number.js';
import { type DataObject, isList, isObject, isPlainObject } from '../values/safe-read.js';
import { DOUBT, putText } from '../values/text.js';
import { putNumber, putString } from '../values/write-value.js';
import { LAST_BIT, passes } from '../walk/pass-elements.js';
import { giveWindowBack, lendWindow, type PutWindow } from './put-window.js';

/** Behind so many bytes or marks the window is full; a segment that needs more room than is left then, is for the long way. */
const FULL_BYTES = 48 * 1024;
const FULL_MARKS = 14 * 1024;

/** Puts segments into a window, in the order of the members of their objects, and judges nothing. What would have to be sorted or repaired, it doubts. */
export class PutSegments {
  readonly window: PutWindow = lendWindow();
  readonly #layout: SegmentLayout;
  readonly #bytes: Uint8Array = this.window.bytes;
  readonly #trims: boolean;
  /** Of the segment at hand: its flags, and how many separators of elements it has. */
  #flags = 0;
  #separators = 0;
  /** One was begun and not ended: something of it may stand behind what is in use. */
  #isSpoilt = false;

  /**
   * @param layout a usual one: others are for the long way.
   * @param trims a repair may cut zeros of decimals.
   */
  constructor(layout: SegmentLayout, trims: boolean) {
    this.#layout = layout;
    this.#trims = trims;
    this.window.delimiters = layout.delimiters;
  }

  /** Gives the window back, in which nothing stays. */
  close(): void {
    this.window.wipe(this.#isSpoilt);
    giveWindowBack(this.window);
  }

  /** Whether no other segment may be put before the window is cleared. */
  get isFull(): boolean {
    const { to, mark, count, flags } = this.window;
    return to > FULL_BYTES || mark > FULL_MARKS || count === flags.length;
  }

  /** What was put, until something else is. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.window.to);
  }

  /**
   * @param place where it is meant to stand: see `PutWindow.places`.
   * @returns whether the segment was put; false leaves the window as it was.
   * @throws what getters of the data throw.
   */
  segment(tag: string, table: ElementTable, object: DataObject, place: number): boolean {
    const { window } = this;
    const { marks, mark: first, to: start, count } = window;
    const bytes = this.#bytes;
    if (first + table.names.length + 1 > marks.length) return false;
    const wasSpoilt = this.#isSpoilt;
    this.#isSpoilt = true;
    this.#flags = 0;
    let to = start;
    for (let i = 0; i < tag.length; i++) bytes[to++] = tag.charCodeAt(i);
    to = this.#members(table, object, to, false);
    if (to === DOUBT) return false;
    // A window has a mark before each segment, at each separator, and at the terminator.
    const mark = first + this.#separators + 1;
    marks[first] = start - 1;
    marks[mark] = to;
    const { ending } = this.#layout;
    for (let i = 0; i < ending.length; i++) bytes[to++] = ending[i] ?? 0;
    window.to = to;
    window.mark = mark + 1;
    window.places[count] = place;
    window.flags[count] = this.#flags;
    window.starts[count + 1] = mark + 1;
    window.count = count + 1;
    this.#isSpoilt = wasSpoilt;
    return true;
  }

  /** Whether the elements of the last segment are surely right. */
  isRight({ image: { words }, row }: SegmentPlan): boolean {
    const { starts, marks, flags, count } = this.window;
    const { component, repetition } = this.#layout;
    const first = starts[count - 1] ?? 0;
    const elements = (starts[count] ?? 0) - first - 2;
    if (elements > LAST_BIT || elements >= (words[row + SEGMENT_SIZE] ?? 0)) return false;
    const isSplit = flags[count - 1] !== 0;
    return passes(
      words,
      row,
      this.#bytes,
      marks,
      first,
      elements,
      isSplit,
      component,
      repetition === 0 ? -1 : repetition,
    );
  }

  /** As {@link segment}, of texts by position. */
  given(tag: string, table: ElementTable, texts: readonly (string | undefined)[], place: number): boolean {
    const members: Record<string, string> = {};
    for (let position = 1; position < texts.length; position++) {
      const text = texts[position];
      const key = table.keys[position];
      if (text === undefined) continue;
      if (text === '' || key === undefined) return false;
      members[key] = text;
    }
    return this.segment(tag, table, members, place);
  }

  // Elements, or inside of a composite its components, which leave no marks. Mostly members come in their order; single codes are put between
  // them. for-in reads own properties by their place in the object, which no other loop does; isPlainObject vouches for own. bench: `encode`.
  #members(table: ElementTable, object: DataObject, start: number, inside: boolean): number {
    if (!isPlainObject(object)) return DOUBT;
    const { names, rows, words } = table;
    const bytes = this.#bytes;
    const { marks, mark: first } = this.window;
    const { classes, element, component } = this.#layout;
    const separator = inside ? component : element;
    const limit = bytes.length - NUMBER_BYTES - names.length;
    let to = start;
    /** The position of the last value, and that up to which there are separators: no component has one before it that is the first. */
    let last = 0;
    let reached = inside ? 1 : 0;
    for (const name in object) {
      let position = rows[last * Row.words + Row.follower] ?? 0;
      if (names[position] !== name) {
        position = table.positions.get(name) ?? 0;
        rows[last * Row.words + Row.follower] = position;
      }
      if (position <= last) return DOUBT;
      const value = object[name];
      if (value === undefined || value === '') {
        // A name that stands where there is none.
        if (name === '') return DOUBT;
        continue;
      }
      for (let due = dueBehind(rows, last); due < position; due = dueBehind(rows, last)) {
        for (; reached < due; bytes[to++] = separator)
          if (!inside) marks[first + ++reached] = to;
          else reached++;
        to = this.#single(table, due, to, limit);
        if (to === DOUBT) return DOUBT;
        last = due;
      }
      for (; reached < position; bytes[to++] = separator)
        if (!inside) marks[first + ++reached] = to;
        else reached++;
      const row = position * Row.words;
      const kind = rows[row + Row.kind] ?? 0;
      if (typeof value === 'string') {
        if (to + value.length > limit) return DOUBT;
        if (kind === CHECK_TEXT) to = putText(value, classes, bytes, to);
        else if (kind === CHECK_CODES && table.elements[position]?.codes?.values.has(value) === true)
          to = putText(value, classes, bytes, to);
        else to = putString(kind, words, rows[row + Row.at] ?? 0, value, this.#trims, classes, bytes, to);
      } else if (typeof value === 'number') {
        if (to > limit) return DOUBT;
        to = putNumber(kind, words, rows[row + Row.at] ?? 0, value, bytes, to);
      } else if (inside || typeof value !== 'object' || value === null) return DOUBT;
      else if ((kind & IS_LIST) === 0) to = this.#composite(table, position, value as DataObject, to);
      else to = isList(value) ? this.#repetitions(table, position, value, to) : DOUBT;
      if (to === DOUBT) return DOUBT;
      last = position;
    }
    // A composite of nothing is for the long way.
    if (inside && last === 0) return DOUBT;
    for (let due = dueBehind(rows, last); due !== NEVER; due = dueBehind(rows, last)) {
      for (; reached < due; bytes[to++] = separator)
        if (!inside) marks[first + ++reached] = to;
        else reached++;
      to = this.#single(table, due, to, limit);
      if (to === DOUBT) return DOUBT;
      last = due;
    }
    if (!inside) this.#separators = reached;
    else if (reached > 1) this.#flags |= SegmentFlag.component;
    return to;
  }

  // The one code of a position that the data has not.
  #single({ elements, rows, words }: ElementTable, position: number, to: number, limit: number): number {
    const single = elements[position]?.single;
    if (single === undefined || to + single.length > limit) return DOUBT;
    const at = rows[position * Row.words + Row.at] ?? 0;
    const kind = rows[position * Row.words + Row.kind] ?? 0;
    if (kind === CHECK_CODES) return putText(single, this.#layout.classes, this.#bytes, to);
    return putString(kind, words, at, single, this.#trims, this.#layout.classes, this.#bytes, to);
  }

  #repetitions(table: ElementTable, position: number, list: readonly unknown[], start: number): number {
    const { rows, words } = table;
    const { length } = list;
    const at = rows[position * Row.words + Row.at] ?? 0;
    const kind = (rows[position * Row.words + Row.kind] ?? 0) & KIND_MASK;
    const bytes = this.#bytes;
    const repetition = this.#layout.repetition;
    const limit = bytes.length - NUMBER_BYTES;
    if (length === 0 || (length > 1 && repetition === 0)) return DOUBT;
    if (length > 1) this.#flags |= SegmentFlag.repetition;
    let to = start;
    for (let i = 0; i < length; i++) {
      const value = list[i];
      if (to > limit || value === '') return DOUBT;
      if (i > 0) bytes[to++] = repetition;
      if (typeof value === 'string') {
        if (to + value.length > limit) return DOUBT;
        to = putString(kind, words, at, value, this.#trims, this.#layout.classes, bytes, to);
      } else if (typeof value === 'number') to = putNumber(kind, words, at, value, bytes, to);
      else to = isObject(value) ? this.#composite(table, position, value, to) : DOUBT;
      if (to === DOUBT) return DOUBT;
    }
    return to;
  }

  #composite({ rows, parts }: ElementTable, position: number, object: DataObject, to: number): number {
    const table = parts[position];
    const kind = (rows[position * Row.words + Row.kind] ?? 0) & KIND_MASK;
    return table === undefined || kind !== CHECK_COMPOSITE ? DOUBT : this.#members(table, object, to, true);
  }
}

/** The next position whose single code is filled in, or NEVER. */
function dueBehind(rows: Int32Array, position: number): number {
  return rows[position * Row.words + Row.due] ?? 0;
}
