import type { Bytes } from '../../model/bytes.js';
import type { SegmentLayout, SegmentSink } from '../../model/segments.js';
import { type LoopTable, loopTableOf, type SlotEntry } from '../plan/loop-table.js';
import { containsItself, loopsOf } from '../plan/loops-of.js';
import type { Bracket, GuidePlan } from '../plan/plan.js';
import { TAPE_DEPTH } from '../plan/walk-state.js';
import { isRightValue } from '../values/check-value.js';
import { type DataObject, isList, isObject, isPlainObject, NO_DATA } from '../values/safe-read.js';
import { headerOf, levelOf, trailerFaults } from './own-segments.js';
import { PutSegments } from './put-segments.js';
import type { SetJudge, ShortOptions } from './short-way.js';

const usual = new WeakMap<GuidePlan, boolean>();

/**
 * The short way of a whole set: its members are put as they come, and what came of them is judged as what is read is. So nothing is looked up, counted or
 * sorted here, and there is one judge. `checkPrototype` has been asked.
 * @returns as `ShortWay`: where something is wrong, has to be sorted or repaired, or is unusual, the long way (`write/encode-transaction.ts`) tells.
 */
export function putSet(
  plan: GuidePlan,
  data: unknown,
  sink: SegmentSink,
  judge: SetJudge,
  options: ShortOptions,
): number {
  let isUsual = usual.get(plan);
  if (isUsual === undefined) {
    isUsual = isUsualGuide(plan);
    usual.set(plan, isUsual);
  }
  if (!isUsual || judge.isBusy || !isObject(data) || !sink.layout.isUsual) return 0;
  const putter = new SetPutter(plan, sink.layout, judge, options);
  try {
    if (!isPut(putter, data)) return -putter.segments;
    putter.handTo(sink);
    return putter.segments;
  } finally {
    judge.close();
    putter.close();
  }
}

function isPut(putter: SetPutter, data: DataObject): boolean {
  try {
    return putter.put(data);
  } catch {
    return false; // a getter threw, of which the long way tells
  }
}

// Of loops in themselves there may be more than is counted here.
function isUsualGuide({ root }: GuidePlan): boolean {
  const { needed } = loopTableOf(root);
  const hasEnvelope = needed[0]?.segment?.tag === 'ST' && needed.at(-1)?.segment?.tag === 'SE';
  return hasEnvelope && !loopsOf(root).some(containsItself);
}

/** Puts one set. */
class SetPutter {
  readonly #plan: GuidePlan;
  readonly #root: LoopTable;
  readonly #put: PutSegments;
  readonly #judge: SetJudge;
  readonly #controlNumber: string;
  readonly #depth: number;
  readonly #pieces: Bytes[] = [];
  /** Segments before those in the window. */
  #before = 0;
  /** Levels of HL. */
  #levels = 0;
  #isBegun = false;

  constructor(plan: GuidePlan, layout: SegmentLayout, judge: SetJudge, { controlNumber, trims, depth }: ShortOptions) {
    this.#plan = plan;
    this.#root = loopTableOf(plan.root);
    this.#put = new PutSegments(layout, trims);
    this.#judge = judge;
    this.#controlNumber = controlNumber;
    this.#depth = depth;
  }

  put(data: DataObject): boolean {
    this.#judge.begin();
    return this.#set(data) && this.#judge.take(this.#put.window, this.#before + 1) && this.#judge.end();
  }

  /** How many were put. */
  get segments(): number {
    return this.#before + this.#put.window.count;
  }

  handTo(sink: SegmentSink): void {
    for (const piece of this.#pieces) sink.segments(piece);
    sink.segments(this.#put.bytes);
  }

  close(): void {
    this.#put.close();
  }

  #set(data: DataObject): boolean {
    if (!isPlainObject(data)) return false;
    const table = this.#root;
    let before: SlotEntry | undefined;
    for (const name in data) {
      const section = this.#plan.sections.find((known) => known === name);
      const object = data[name];
      if (object === undefined && section !== undefined) continue;
      if (section === undefined || !isObject(object) || !isPlainObject(object)) return false;
      const entries = table.bySection.get(section);
      for (const key in object) {
        const entry = entries?.get(key);
        if (entry === undefined || entry.key !== key || entry.bracket !== undefined) return false;
        if (before !== undefined && entry.rank < before.rank) return false;
        before = entry;
        const value = object[key];
        if (value === undefined) continue;
        const isPut = entry.envelope
          ? this.#envelope(entry, value)
          : this.#header() && this.#child(entry, value, undefined, 0, placeOf(entry, 0));
        if (!isPut) return false;
      }
    }
    const trailer = table.needed.at(-1);
    if (!this.#header() || trailer?.segment === undefined || trailer.elements === undefined) return false;
    const count = String(this.segments + 1);
    return this.#ownSegment(trailer, [undefined, count, this.#controlNumber]);
  }

  // ST comes first, and SE is put at the end.
  #envelope(entry: SlotEntry, object: unknown): boolean {
    if (!isObject(object) || !isPlainObject(object) || entry.elements === undefined) return false;
    if (entry.segment?.tag === 'SE') return trailerFaults(entry.elements.positions, object).next().done === true;
    return !this.#isBegun && this.#header(object);
  }

  #header(object = NO_DATA): boolean {
    if (this.#isBegun) return true;
    this.#isBegun = true;
    const entry = this.#root.needed[0];
    const { segment, elements: table } = entry ?? {};
    if (entry === undefined || segment === undefined || table === undefined) return false;
    const given = headerOf(this.#plan, segment, object, this.#controlNumber);
    if (object === NO_DATA) return this.#ownSegment(entry, given);
    for (const key in object) if (table.keys[table.positions.get(key) ?? 0] !== key) return false;
    const texts = table.keys.map((key, position) => given[position] ?? (key === undefined ? undefined : object[key]));
    return given[2] !== undefined && texts.every(isText) && this.#ownSegment(entry, texts);
  }

  // What identifies and counts a set, the judge of its segments takes as it is: that is a matter of envelopes.
  #ownSegment(entry: SlotEntry, texts: readonly (string | undefined)[]): boolean {
    const { standard } = this.#plan;
    const elements = entry.elements?.elements ?? [];
    const isRight = texts.every((text, position) => {
      const element = elements[position];
      return text === undefined || (element !== undefined && text !== '' && isRightValue(element, text, standard));
    });
    return isRight && texts[1] !== undefined && texts[2] !== undefined && this.#given(entry, texts, placeOf(entry, 0));
  }

  // The place of a loop is that of its trigger, which comes first.
  #loop(table: LoopTable, object: DataObject, outer: string | undefined, depth: number, place: number): boolean {
    if (!isPlainObject(object) || depth > this.#depth) return false;
    let level = outer;
    if (table.hlLevel !== undefined) {
      level = String(++this.#levels);
      if (!this.#openLevel(table, object, level, outer, place)) return false;
    }
    let isOpen = level !== outer;
    let before: SlotEntry | undefined;
    let bracket: Bracket | undefined;
    for (const key in object) {
      const entry = expected(table, before, key);
      if (entry === undefined || (before !== undefined && entry.rank < before.rank)) return false;
      before = entry;
      const value = object[key];
      if (value === undefined) continue;
      if (entry.bracket !== bracket) {
        if (!this.#passBracket(entry, table, bracket, value, depth)) return false;
        bracket = entry.bracket;
      }
      if (!isOpen && !entry.trigger) return false;
      isOpen = true;
      if (!this.#child(entry, value, level, depth, entry.trigger ? place : placeOf(entry, depth))) return false;
    }
    return isOpen && (bracket === undefined || this.#bracket(table, bracket.trailer, depth));
  }

  #child(entry: SlotEntry, value: unknown, level: string | undefined, depth: number, place: number): boolean {
    // A list in place of one thing is no plain object.
    if (!entry.array || !isList(value)) return this.#one(entry, value, level, depth, place);
    // That there are none may be meant for what would be made.
    if (value.length === 0) return !entry.needed;
    for (let i = 0; i < value.length; i++) if (!this.#one(entry, value[i], level, depth, place)) return false;
    return true;
  }

  #one(entry: SlotEntry, value: unknown, level: string | undefined, depth: number, place: number): boolean {
    if (typeof value !== 'object' || value === null) return false;
    const { tag, elements } = entry;
    const object = value as DataObject; // or a list, which is no plain one
    if (elements !== undefined) return this.#makesRoom() && this.#put.segment(tag, elements, object, place);
    return entry.inner !== undefined && this.#loop(entry.inner, object, level, depth + 1, place);
  }

  // The HL comes from nesting; one that the data has, says something else.
  #openLevel(
    { loop, needed, levels }: LoopTable,
    object: DataObject,
    id: string,
    outer: string | undefined,
    place: number,
  ): boolean {
    const { trigger, hlLevel } = loop;
    const entry = needed.find(({ slot }) => slot === trigger);
    if (trigger === undefined || entry === undefined || hlLevel === '' || object[trigger.key] !== undefined)
      return false;
    const hasChildren = levels.some(({ key }) => isThere(object[key]));
    return this.#given(entry, levelOf(loop, id, outer, hasChildren), place);
  }

  // LS and LE come with the loops between them.
  #passBracket(entry: SlotEntry, table: LoopTable, open: Bracket | undefined, value: unknown, depth: number): boolean {
    if (entry.bracket !== undefined && entry.segment !== undefined) return false;
    if (open !== undefined && (entry.rank <= open.trailer.rank || !this.#bracket(table, open.trailer, depth)))
      return false;
    if (entry.bracket === undefined) return true;
    return isThere(value) && this.#bracket(table, entry.bracket.header, depth);
  }

  #bracket(table: LoopTable, segment: Bracket['header'], depth: number): boolean {
    const entry = table.needed.find(({ slot }) => slot === segment);
    const code = segment.elements[1]?.single;
    return entry !== undefined && code !== undefined && this.#given(entry, [undefined, code], placeOf(entry, depth));
  }

  #given({ segment, elements }: SlotEntry, texts: readonly (string | undefined)[], place: number): boolean {
    if (segment === undefined || elements === undefined || !this.#makesRoom()) return false;
    return this.#put.given(segment.tag, elements, texts, place);
  }

  // Hands over what is there, where the window is full.
  #makesRoom(): boolean {
    return !this.#put.isFull || this.#hand();
  }

  #hand(): boolean {
    const { window } = this.#put;
    const isRight = this.#judge.take(window, this.#before + 1);
    if (isRight) this.#pieces.push(new Uint8Array(this.#put.bytes));
    this.#before += window.count;
    window.clear();
    return isRight;
  }
}

function placeOf({ index }: SlotEntry, depth: number): number {
  return (depth << TAPE_DEPTH) | index;
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isThere(value: unknown): boolean {
  return isList(value) ? value.length > 0 : value !== undefined;
}

// Objects of one kind mostly look alike: what followed last time is tried first. A key of another name goes the long way.
function expected(table: LoopTable, before: SlotEntry | undefined, key: string): SlotEntry | undefined {
  const follower = before === undefined ? table.first : before.follower;
  if (follower !== undefined && follower.key === key) return follower;
  const entry = table.entries.get(key);
  if (entry === undefined || entry.key !== key) return undefined;
  if (before === undefined) table.first = entry;
  else before.follower = entry;
  return entry;
}
