import type { SegmentBatch } from '../../model/segments.js';
import { instantiated, triedOnce } from '../../model/wasm.js';
import type { JsonKeys } from '../plan/json-keys.js';
import type { SegmentPlan } from '../plan/plan.js';
import type { WalkState } from '../plan/walk-state.js';
import type { TextRoom } from '../values/json-bytes.js';
import {
  BYTES,
  BYTES_ROOM,
  FLAGS,
  FLAGS_ROOM,
  IMAGES,
  IMAGES_ROOM,
  MARKS,
  MARKS_ROOM,
  STARTS,
  STARTS_ROOM,
  STATE,
  STATE_ROOM,
  TAPE,
  TAPE_ROOM,
  TEXT,
  TEXT_ROOM,
} from './memory.js';
import { WALK_MODULE } from './walk-module.js';

/** `take` of `take.ts`, with addresses in place of arrays. */
type Take = (
  words: number,
  state: number,
  reals: number,
  bytes: number,
  marks: number,
  starts: number,
  flags: number,
  tape: number,
  from: number,
  to: number,
) => number;

/** `writeText` of `text-on-bytes.ts`. */
type WriteText = (
  words: number,
  row: number,
  keyRows: number,
  keys: number,
  bytes: number,
  marks: number,
  first: number,
  count: number,
  component: number,
  repetition: number,
  form: number,
  out: number,
  view: number,
  to: number,
) => number;

interface Exports {
  readonly take: Take;
  readonly writeText: WriteText;
  readonly memory: { readonly buffer: ArrayBuffer };
}

/**
 * The hot loop as WebAssembly: its memory holds the state of one walk, the images of guides, and the segments at hand, which are copied in and
 * wiped behind the walk. One serves all; who has it is a matter of `tenant.ts`. bench: stage `validate`.
 */
export class WideWalk {
  /** As many words as there is room for. */
  readonly state: WalkState;
  readonly #memory: Uint8Array;
  readonly #words: Int32Array;
  readonly #take: Take;
  readonly #writeText: WriteText;
  /** Where JSON text is written. */
  readonly text: TextRoom;
  /** Where segments that were taken stand. */
  readonly tape: Int32Array;
  #image = 0;
  /** How often room was made for other images. */
  #age = 0;
  #keys: JsonKeys | undefined;
  #keyRows = 0;
  #keyWords = 0;
  #keysAge = 0;
  #images = new WeakMap<Int32Array | Float64Array, number>();
  #free = IMAGES;
  /** The segments that are copied in: `#from` up to, not including, `#until`. */
  #batch: SegmentBatch | undefined;
  #from = 0;
  #until = 0;
  #length = 0;

  /** @throws Error of the engine, where it has no WebAssembly or a policy forbids it. */
  constructor() {
    const { take, writeText, memory } = instantiated<Exports>(WALK_MODULE);
    this.#take = take;
    this.#writeText = writeText;
    this.#memory = new Uint8Array(memory.buffer);
    this.#words = new Int32Array(memory.buffer);
    this.text = {
      bytes: new Uint8Array(memory.buffer, TEXT, TEXT_ROOM),
      view: new DataView(memory.buffer, TEXT, TEXT_ROOM),
      used: 0,
      held: 0,
      holder: undefined,
    };
    this.tape = new Int32Array(memory.buffer, TAPE, TAPE_ROOM / 4);
    this.state = {
      words: new Int32Array(memory.buffer, STATE, STATE_ROOM / 4),
      reals: new Float64Array(memory.buffer, STATE, STATE_ROOM / 8),
    };
  }

  /**
   * Copies in as many segments as there is room for, unless they are there.
   * @param words the image by which they will be taken.
   * @returns the one behind the last of them; `from` where there is no room.
   */
  load(words: Int32Array, batch: SegmentBatch, from: number, to: number): number {
    const image = this.#imageAt(words);
    if (image === 0) return from;
    this.#image = image;
    if (this.#batch !== batch || from < this.#from || from >= this.#until) this.#load(batch, from, to);
    return this.#batch === batch ? Math.min(to, this.#until) : from;
  }

  /** As `take` of `take.ts`, for the state at hand, of segments that are loaded. */
  take({ marks, starts }: SegmentBatch, from: number, to: number): number {
    const mark = starts[this.#from] ?? 0;
    return this.#take(
      this.#image,
      STATE,
      STATE,
      BYTES - (marks[mark] ?? 0) - 1,
      MARKS - 4 * mark,
      STARTS - 4 * this.#from,
      FLAGS - this.#from,
      TAPE,
      from,
      to,
    );
  }

  /**
   * As `writeText` of `text-on-bytes.ts`, to {@link text}, of a segment that is loaded.
   * @returns undefined where it is not, or there is no room for the keys.
   */
  writeText(
    { row, image: { words } }: SegmentPlan,
    keys: JsonKeys,
    { marks, starts }: SegmentBatch,
    index: number,
    component: number,
    repetition: number,
    form: number,
    to: number,
  ): number | undefined {
    if (this.#batch?.marks !== marks || index < this.#from || index >= this.#until || !this.#hasKeys(words, keys))
      return undefined;
    const mark = starts[this.#from] ?? 0;
    const first = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - first - 2;
    return this.#writeText(
      this.#image,
      row,
      this.#keyRows,
      this.#keyWords,
      BYTES - (marks[mark] ?? 0) - 1,
      MARKS - 4 * mark,
      first,
      count,
      component,
      repetition,
      form,
      TEXT,
      TEXT,
      to,
    );
  }

  // Keys and image at once: copying in one of them may take the place of the others.
  #hasKeys(words: Int32Array, keys: JsonKeys): boolean {
    if (words.byteLength + keys.rows.byteLength + keys.words.byteLength > IMAGES_ROOM) return false;
    for (let tries = 0; tries < 2 && (this.#keys !== keys || this.#keysAge !== this.#age); tries++) {
      this.#keysAge = this.#age;
      this.#keyRows = this.#imageAt(keys.rows);
      this.#keyWords = this.#imageAt(keys.words);
      this.#image = this.#imageAt(words);
      this.#keys = this.#keyRows === 0 || this.#keyWords === 0 ? undefined : keys;
    }
    return this.#keys === keys && this.#keysAge === this.#age;
  }

  /** Lets go of the segments at hand, and leaves nothing of them in memory. */
  unload(): void {
    if (this.#batch === undefined) return;
    this.#memory.fill(0, BYTES, BYTES + this.#length);
    this.#batch = undefined;
    this.#until = 0;
  }

  // As many segments as there is room for.
  #load(batch: SegmentBatch, from: number, to: number): void {
    this.unload();
    const { bytes, marks, starts, flags } = batch;
    const mark = starts[from] ?? 0;
    const start = (marks[mark] ?? 0) + 1;
    let until = to;
    while (until > from && !hasRoom(batch, from, until, mark, start)) until = from + ((until - from) >> 1);
    if (until === from || start > BYTES || 4 * mark > MARKS || 4 * from > STARTS) return;
    const last = starts[until] ?? 0;
    const stop = marks[last - 1] ?? 0;
    this.#memory.set(bytes.subarray(start, stop), BYTES);
    this.#words.set(marks.subarray(mark, last), MARKS >> 2);
    this.#words.set(starts.subarray(from, until + 1), STARTS >> 2);
    this.#memory.set(flags.subarray(from, until), FLAGS);
    this.#batch = batch;
    this.#from = from;
    this.#until = until;
    this.#length = stop - start;
  }

  /** The address of an image; 0 where there is no room for one so long. */
  #imageAt(words: Int32Array | Float64Array): number {
    const known = this.#images.get(words);
    if (known !== undefined) return known;
    const size = 8 * Math.ceil(words.byteLength / 8);
    if (size > IMAGES_ROOM) return 0;
    if (this.#free + size > IMAGES + IMAGES_ROOM) {
      // Those that are still read are copied once more.
      this.#images = new WeakMap();
      this.#age++;
      this.#free = IMAGES;
    }
    const at = this.#free;
    this.#memory.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), at);
    this.#images.set(words, at);
    this.#free += size;
    return at;
  }
}

function hasRoom({ marks, starts }: SegmentBatch, from: number, until: number, mark: number, start: number): boolean {
  const last = starts[until] ?? 0;
  return (
    (marks[last - 1] ?? 0) - start <= BYTES_ROOM &&
    4 * (last - mark) <= MARKS_ROOM &&
    4 * (until - from + 1) <= STARTS_ROOM &&
    until - from <= FLAGS_ROOM
  );
}

/** Which walk takes all segments, however few; for tests. */
export type ForcedWalk = 'loop' | 'wide';

let forced: ForcedWalk | undefined;
/** Fewer are not worth copying. bench: `npm run bench:small`. */
const LEAST_WIDE = 16;

/** The wide walk of this realm; `undefined` where there is no WebAssembly, or none that is allowed: `take.ts` does the same. */
export const wideWalk = triedOnce(() => new WideWalk());

/** Whether so many segments are taken by the wide walk, where there is one. */
export function mayBeWide(segments: number): boolean {
  return forced === undefined ? segments >= LEAST_WIDE : forced === 'wide';
}

/** Has one of the walks take all segments from now on; `undefined` is the usual choice. For tests alone. */
export function forceWalk(walk: ForcedWalk | undefined): void {
  forced = walk;
}
