import type { JsonObject, JsonValue } from '../../model/json.js';
import { type JsonKeys, jsonKeysOf } from '../plan/json-keys.js';
import type { GuidePlan, Slot } from '../plan/plan.js';
import { JsonBytes } from '../values/json-bytes.js';
import type { NumberForm } from '../values/number.js';
import { putKey } from '../walk/text-on-bytes.js';
import { wideWalk } from '../walk/wide-walk.js';
import type { Frame } from './frame.js';
import { SegmentText } from './segment-text.js';

const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** Of a frame that has written no member yet; even, as of a slot that is no list. */
const NONE = -2;
/** Brackets and braces around a member. */
const AROUND = 16;
const MOST_SKIPPED = 64;

/**
 * The guide JSON of one transaction set as text, which grows at its end alone: what comes in the order in which the objects of `JsonTree` would
 * have it is written at once, and nothing is copied. At the first that does not, the set goes on as objects: see {@link toObjects}.
 */
export class JsonText {
  /** What writes segments. */
  readonly segments: SegmentText;
  readonly #out: JsonBytes;
  readonly #keys: JsonKeys;
  /** The open loops, while what comes is written at once. */
  readonly #frames: Frame[] = [];
  #depth = -1;
  #inner: Frame | undefined;
  #section: string | undefined;
  readonly #sections = new Set<string>();
  /** Sets to read as objects from the beginning, as those before had to become objects: making them of text costs most. */
  #skip = 0;
  #skipped = 0;

  constructor(out: JsonBytes, keys: JsonKeys) {
    this.#out = out;
    this.#keys = keys;
    this.segments = new SegmentText(out, keys);
  }

  /** What comes is written at once. */
  get writes(): boolean {
    return this.#inner !== undefined;
  }

  begin(root: Frame): void {
    this.#out.clear();
    this.#depth = -1;
    this.#inner = undefined;
    if (this.#skip-- > 0) return;
    this.#section = undefined;
    this.#sections.clear();
    this.#push(root);
  }

  /** Begins what a slot holds, which is to be written next; false when it stands elsewhere in the order of members, or objects are built. */
  attach(frame: Frame, slot: Slot, count: number): boolean {
    const out = this.#out;
    if (frame !== this.#inner) return false;
    out.reserve(this.#keys.longest * 2 + AROUND);
    if (frame.written >> 1 === slot.index) {
      if ((frame.written & 1) === 0 || count === 1) return false;
      out.bytes[out.end++] = COMMA;
      return true;
    }
    if (count > 1) return false;
    if (slot.section !== this.#section && slot.section !== undefined && !this.#openSection(frame, slot.section))
      return false;
    this.#member(frame, this.#keys.rows[slot.row] ?? 0);
    frame.written = slot.index * 2;
    if (!slot.array) return true;
    frame.written++;
    out.bytes[out.end++] = OPEN_LIST;
    return true;
  }

  /** The loop that a frame is for was attached: what comes is in it. */
  open(frame: Frame): void {
    this.#push(frame);
  }

  /** Ends the innermost open loop. */
  close(frame: Frame): void {
    if (frame !== this.#inner) return;
    this.#end(frame);
    this.#inner = this.#frames[--this.#depth];
  }

  /** Writes an object or list that was attached. */
  json(value: JsonValue): void {
    this.#out.json(JSON.stringify(value));
  }

  /** The text of the set, once all is closed; undefined when it is in objects. */
  end(root: Frame): string | undefined {
    if (this.#inner === undefined) return undefined;
    this.#endSections(root);
    this.#skipped = 0;
    return this.#out.text();
  }

  /**
   * Makes objects of what was written, for a set whose members come in another order: the open frames then have theirs.
   * @returns the sections.
   */
  toObjects(): JsonObject {
    const frames = this.#frames.slice(0, this.#depth + 1);
    for (const frame of frames.slice(1).reverse()) this.#end(frame);
    this.#endSections(frames[0] as Frame); // it is open as long as anything is
    this.#inner = undefined;
    this.#skipped = Math.min(MOST_SKIPPED, this.#skipped * 2 || 1);
    this.#skip = this.#skipped;
    const sections = JSON.parse(this.#out.text()) as JsonObject; // as it was written
    for (const [depth, frame] of frames.entries()) {
      const above = frames[depth - 1];
      const held = above === undefined ? undefined : above.values[frame.loop.index];
      if (above !== undefined) frame.object = (Array.isArray(held) ? held.at(-1) : held) as JsonObject; // a loop's
      for (const slot of frame.loop.slots) {
        const members = above === undefined ? (sections[slot.section ?? ''] as JsonObject | undefined) : frame.object;
        const value = members !== undefined && Object.hasOwn(members, slot.key) ? members[slot.key] : undefined;
        if (value !== undefined) frame.values[slot.index] = value;
      }
    }
    return sections;
  }

  #push(frame: Frame): void {
    frame.written = NONE;
    this.#frames[++this.#depth] = frame;
    this.#inner = frame;
  }

  #openSection(root: Frame, name: string): boolean {
    if (this.#sections.has(name)) return false;
    if (this.#section !== undefined) this.#end(root);
    root.written = this.#section === undefined ? NONE : 0;
    this.#member(root, this.#keys.sections.get(name) ?? 0);
    root.written = NONE;
    this.#section = name;
    this.#sections.add(name);
    return true;
  }

  /** Writes the key of a member, behind the end of a list before it. */
  #member(frame: Frame, key: number): void {
    const out = this.#out;
    if ((frame.written & 1) === 1) out.bytes[out.end++] = CLOSE_LIST;
    const at = out.end;
    out.end = putKey(this.#keys.words, key, out.view, at);
    if (frame.written === NONE) out.bytes[at] = OPEN;
  }

  #end(frame: Frame): void {
    const out = this.#out;
    out.reserve(AROUND);
    if (frame.written === NONE) out.bytes[out.end++] = OPEN;
    else if ((frame.written & 1) === 1) out.bytes[out.end++] = CLOSE_LIST;
    out.bytes[out.end++] = CLOSE;
  }

  #endSections(root: Frame): void {
    const out = this.#out;
    if (this.#section !== undefined) this.#end(root);
    else {
      out.reserve(AROUND);
      out.bytes[out.end++] = OPEN;
    }
    out.bytes[out.end++] = CLOSE;
  }
}

/** Where sets are written as text, by any guide, one set at a time. Apart from the walk, so that who only checks has nothing of it. */
export class JsonTexts {
  readonly #out: JsonBytes;

  constructor(numbers: NumberForm) {
    this.#out = new JsonBytes(numbers, wideWalk()?.text);
  }

  /** The text of sets by a guide; undefined for one that only objects can follow. */
  of(plan: GuidePlan): JsonText | undefined {
    const keys = jsonKeysOf(plan);
    return keys === undefined ? undefined : new JsonText(this.#out, keys);
  }

  /** Lets go of what was written. */
  forget(): void {
    this.#out.forget();
  }
}
