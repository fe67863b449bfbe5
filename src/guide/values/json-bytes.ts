import { requireTextRoom } from '../../model/json-text.js';
import type { NumberForm } from './number.js';

/** As much stays in the cache, and a text of it among the young objects: of 400 kB at once half the time went into fresh memory. */
const PIECE_BYTES = 64 * 1024;
/** Characters; longer texts are not copied. */
const LONGEST_ENCODED = 4096;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Memory that texts are written to, several in turn: whoever has something there takes it away when another comes. */
export interface TextRoom {
  readonly bytes: Uint8Array;
  /** Of the same memory. */
  readonly view: DataView;
  /** Behind the last byte that was written since the last wipe. */
  used: number;
  /** Which text is there, and between its calls nobody needs to keep it. */
  held: number;
  holder: WeakRef<JsonBytes> | undefined;
}

let texts = 0;

// A reader that was dropped in the middle of a set has nobody who wipes what it wrote.
const dropped = new FinalizationRegistry<TextRoom>((room) => {
  if (room.held === 0 || room.holder?.deref() !== undefined) return;
  room.used = room.bytes.length; // nobody knows how much it wrote
  wipeRoom(room);
});

/** JSON text that grows, by pieces of UTF-8. bench: stage `JSON text`. */
export class JsonBytes {
  /** Numbers that lose nothing are written as numbers. */
  readonly exact: boolean;
  readonly #id = ++texts;
  readonly #self = new WeakRef(this);
  #room: TextRoom;
  /** What went wrong when another text took the room. */
  #error: unknown;
  /** The text up to the piece at hand. */
  #text = '';
  bytes: Uint8Array;
  view: DataView;
  /** Where the next byte goes. */
  end = 0;

  /** @param room where to write, unless a piece is longer; memory of its own by default. */
  constructor(numbers: NumberForm, room: TextRoom = roomOf(0)) {
    this.exact = numbers === 'exact';
    this.#room = room;
    this.bytes = room.bytes;
    this.view = room.view;
    dropped.register(this, room);
  }

  /** Makes room for so many more bytes; what was written may go into the text. */
  reserve(room: number): void {
    if (this.#room.held !== this.#id) this.#enter();
    if (this.end + room <= this.bytes.length && this.end < PIECE_BYTES) return;
    this.flush();
    if (room <= this.bytes.length) return;
    this.#wipe();
    this.#room = roomOf(Math.max(PIECE_BYTES, room));
    this.#room.held = this.#id;
    this.bytes = this.#room.bytes;
    this.view = this.#room.view;
  }

  // Whoever is there takes away what it has, and nothing of it stays.
  #enter(): void {
    const room = this.#room;
    const before = room.holder?.deref();
    // Of one that is no more nobody knows how much it wrote.
    if (before === undefined && room.held !== 0) room.used = room.bytes.length;
    room.held = this.#id;
    room.holder = this.#self;
    if (before !== undefined) before.#leave();
    room.bytes.fill(0, 0, room.used);
    room.used = 0;
    if (this.#error !== undefined) throw this.#error;
  }

  // That a text grows too long is for its own reader.
  #leave(): void {
    try {
      this.flush();
    } catch (error) {
      this.#error = error;
    }
  }

  /** Something was written behind the end, up to the room that was reserved. */
  touch(): void {
    this.#room.used = this.bytes.length;
  }

  /** Begins anew. */
  clear(): void {
    this.#begin();
    this.#text = '';
    this.#error = undefined;
  }

  /** What was written since the beginning. @throws X12Error `X12_LIMIT_EXCEEDED` where it is longer than a text can be. */
  text(): string {
    this.flush();
    if (this.#error !== undefined) throw this.#error;
    return this.#text;
  }

  /** Lets go of all, and leaves nothing of it in memory. */
  forget(): void {
    this.clear();
    this.#wipe();
  }

  // Who comes wipes what others had there.
  #wipe(): void {
    const room = this.#room;
    if (room.held === this.#id) wipeRoom(room);
  }

  /** Writes any text that is JSON. */
  json(text: string): void {
    if (text.length > LONGEST_ENCODED) {
      this.flush();
      this.#append(text);
    } else {
      this.reserve(text.length * 3);
      this.end += encoder.encodeInto(text, this.bytes.subarray(this.end)).written;
    }
  }

  /** Puts what was written into the text, so that the next begins where there is all the room. */
  flush(): void {
    if (this.end === 0) return;
    const piece = decoder.decode(this.bytes.subarray(0, this.end));
    this.#begin();
    this.#append(piece);
  }

  #begin(): void {
    this.#room.used = Math.max(this.#room.used, this.end);
    this.end = 0;
  }

  #append(text: string): void {
    requireTextRoom(this.#text.length + text.length);
    this.#text += text;
  }
}

function wipeRoom(room: TextRoom): void {
  room.bytes.fill(0, 0, room.used);
  room.used = 0;
  room.held = 0;
  room.holder = undefined;
}

function roomOf(size: number): TextRoom {
  const bytes = new Uint8Array(size);
  return { bytes, view: new DataView(bytes.buffer), used: 0, held: 0, holder: undefined };
}
