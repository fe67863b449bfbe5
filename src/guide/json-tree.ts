import type { SectionName } from '../model/guide.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Frame } from './frame.js';
import type { SegmentPlan, Slot } from './plan.js';

/** The guide JSON of one transaction set while it grows. */
export class JsonTree {
  /** Sections by name. */
  data: JsonObject = {};

  begin(): void {
    this.data = {};
  }

  /** Hangs what a slot holds below its loop or section; `count` is the number of its occurrences, this one included. */
  attach(frame: Frame, slot: Slot, value: JsonObject, count: number): void {
    const target = slot.section === undefined ? frame.object : this.#section(slot.section);
    if (count === 1) {
      const first: JsonValue = slot.array ? [value] : value;
      target[slot.key] = first;
      frame.values[slot.index] = first;
      return;
    }
    const before = frame.values[slot.index];
    // What stands there was put there above: an array, or the one object of a slot that should not repeat.
    const list = grown(Array.isArray(before) ? (before as JsonValue[]) : [before ?? {}], value);
    if (list === before) return;
    target[slot.key] = list;
    frame.values[slot.index] = list;
  }

  /** Keeps the first LS or LE of a bracket, where it does not follow from the loops: there are none, or it comes again. */
  keepFirst(frame: Frame, slot: SegmentPlan): void {
    const target = slot.section === undefined ? frame.object : this.#section(slot.section);
    const id = slot.elements[1];
    const kept = target[slot.key];
    if (kept === undefined) this.attach(frame, slot, { [id?.key ?? '']: id?.single ?? '' }, 1);
    // The empty list of one that was missing: what comes now is the first.
    else if (Array.isArray(kept) && kept.length === 0) frame.values[slot.index] = [];
  }

  /** Says that a segment is missing which writing would else add. */
  lack(frame: Frame, { section, key }: SegmentPlan): void {
    (section === undefined ? frame.object : this.#section(section))[key] = [];
  }

  /** Lets go of the last that a slot holds, so that nothing of it stays in memory. */
  detach(frame: Frame, slot: Slot): void {
    const target = slot.section === undefined ? frame.object : this.#section(slot.section);
    const value = target[slot.key];
    // The one array that attaching knows of; a new one where it becomes empty, for the next that comes.
    if (Array.isArray(value) && value.length > 1) value.pop();
    else {
      delete target[slot.key];
      frame.values[slot.index] = [];
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

// Pushing onto a short array reserves room for 16 more members; most of these arrays stay short. bench: `decode`.
function grown(list: JsonValue[], value: JsonValue): JsonValue[] {
  if (list.length === 0) return [value];
  const [first = null, second = null, third = null] = list;
  if (list.length === 1) return [first, value];
  if (list.length === 2) return [first, second, value];
  if (list.length === 3) return [first, second, third, value];
  list.push(value);
  return list;
}
