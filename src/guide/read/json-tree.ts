import { freshList, freshListOf, freshNulls } from '../../model/fresh-list.js';
import type { SectionName } from '../../model/guide.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { jsonTextOf } from '../../model/json-text.js';
import type { SegmentPlan, Slot } from '../plan/plan.js';
import type { Frame } from './frame.js';
import type { JsonText } from './json-text.js';

/** The guide JSON of one transaction set while it grows: objects, or text as long as that comes in their order. */
export class JsonTree {
  /** Sections by name. */
  data: JsonObject = {};
  readonly #text: JsonText | undefined;

  constructor(text: JsonText | undefined) {
    this.#text = text;
  }

  begin(root: Frame): void {
    this.data = {};
    this.#text?.begin(root);
  }

  /** What is made is, or may be, text. */
  get isText(): boolean {
    return this.#text !== undefined;
  }

  /** True when a segment is to be written as text, and what stands before it is; else it is to be {@link attach}ed as an object. */
  writes(frame: Frame, slot: Slot, count: number): boolean {
    if (this.#text === undefined) return false;
    if (this.#text.attach(frame, slot, count)) return true;
    this.settle();
    return false;
  }

  /** Goes on with objects: what comes has no place at the end of the text. */
  settle(): void {
    if (this.#text?.writes === true) this.data = this.#text.toObjects();
  }

  /** Hangs a loop that opens below its parent. */
  open(parent: Frame, frame: Frame, count: number): void {
    const { loop } = frame;
    if (this.writes(parent, loop, count)) {
      this.#text?.open(frame);
      if (loop.hlLevel !== undefined) frame.object = {};
      return;
    }
    frame.object = new loop.create();
    this.attach(parent, loop, frame.object, count);
  }

  /** The HL of a level was read, and `frame.object` has what is kept of it. */
  openLevel(frame: Frame): void {
    const trigger = frame.loop.trigger;
    if (this.#text?.writes !== true || trigger === undefined) return;
    // As closing the level will have it, unless HL04 is wrong.
    const stays = frame.hl !== undefined && frame.hlChild !== '' && trigger.elements[4]?.required !== true;
    if (stays && trigger.key in frame.object) frame.object[trigger.key] = frame.hl ?? null;
    this.#keepLevel(frame, trigger);
  }

  /** The level has closed, and `before` is what `frame.object` had of its HL until then. */
  closeLevel(frame: Frame, before: JsonValue | undefined): void {
    const trigger = frame.loop.trigger;
    if (this.#text?.writes !== true || trigger === undefined) return;
    const kept = frame.object[trigger.key];
    if (before === undefined) this.#keepLevel(frame, trigger);
    else if (kept !== before && kept !== undefined) {
      this.settle();
      frame.object[trigger.key] = kept;
    }
  }

  close(frame: Frame): void {
    this.#text?.close(frame);
  }

  /** The text of the set, which is at its end. */
  text(root: Frame): string {
    return this.#text?.end(root) ?? jsonTextOf(this.data);
  }

  #keepLevel(frame: Frame, trigger: SegmentPlan): void {
    const kept = frame.object[trigger.key];
    if (kept !== undefined && this.writes(frame, trigger, 1)) this.#text?.json(kept);
  }

  /** Hangs what a slot holds below its loop or section; `count` is the number of its occurrences, this one included. */
  attach(frame: Frame, slot: Slot, value: JsonObject, count: number): void {
    if (this.writes(frame, slot, count)) {
      this.#text?.json(value);
      return;
    }
    this.hang(frame, slot, value, count);
  }

  /** The same where all is objects. */
  hang(frame: Frame, slot: Slot, value: JsonObject, count: number): void {
    const target = slot.section === undefined ? frame.object : this.#section(slot.section);
    if (count === 1) {
      const first: JsonValue = slot.array ? freshListOf<JsonValue>(value) : value;
      target[slot.key] = first;
      frame.values[slot.index] = first;
      return;
    }
    const before = frame.values[slot.index];
    // What stands there was put there above: an array, or the one object of a slot that should not repeat.
    const list = grown(Array.isArray(before) ? (before as JsonValue[]) : freshListOf(before ?? {}), value);
    if (list === before) return;
    target[slot.key] = list;
    frame.values[slot.index] = list;
  }

  /** Keeps the first LS or LE of a bracket, where it does not follow from the loops: there are none, or it comes again. */
  keepFirst(frame: Frame, slot: SegmentPlan): void {
    this.settle();
    const target = slot.section === undefined ? frame.object : this.#section(slot.section);
    const id = slot.elements[1];
    const kept = target[slot.key];
    if (kept === undefined) this.attach(frame, slot, { [id?.key ?? '']: id?.single ?? '' }, 1);
    // The empty list of one that was missing: what comes now is the first.
    else if (Array.isArray(kept) && kept.length === 0) frame.values[slot.index] = freshList();
  }

  /** Says that a segment is missing which writing would else add. */
  lack(frame: Frame, { section, key }: SegmentPlan): void {
    this.settle();
    (section === undefined ? frame.object : this.#section(section))[key] = freshList();
  }

  /** Lets go of the last that a slot holds, which is an object, so that nothing of it stays in memory. */
  detach(frame: Frame, slot: Slot): void {
    const target = slot.section === undefined ? frame.object : this.#section(slot.section);
    const value = target[slot.key];
    // The one array that attaching knows of; a new one where it becomes empty, for the next that comes.
    if (Array.isArray(value) && value.length > 1) value.pop();
    else {
      delete target[slot.key];
      frame.values[slot.index] = freshList();
    }
  }

  #section(name: SectionName): JsonObject {
    const section = this.data[name];
    // Nothing but sections is put there.
    if (section !== undefined) return section as JsonObject;
    const made: JsonObject = {};
    this.data[name] = made;
    return made;
  }
}

// Most of these arrays stay short, so they get room for one at a time. bench: `decode`.
function grown(list: JsonValue[], value: JsonValue): JsonValue[] {
  const { length } = list;
  if (length > 3) {
    list.push(value);
    return list;
  }
  const next: JsonValue[] = freshNulls(length + 1);
  for (let i = 0; i < length; i++) next[i] = list[i] ?? null;
  next[length] = value;
  return next;
}
