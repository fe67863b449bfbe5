import { instantiated } from '../../model/wasm.js';
import type { ScanTables } from '../byte-classes.js';
import type { Cursor } from '../cursor.js';
import { BLOCK, CLASSES, ENDS, FLAGS, INPUT, MARKS, RESULT, SECONDS, STARTS } from './layout.js';
import type { ScanLimits, ScanStop } from './scan-block.js';
import { SCAN_MODULE } from './scan-module.js';

const STOPS: readonly ScanStop[] = ['inside', 'start', 'ending'];
const LARGEST = 0x7fff_ffff;

/** `scan` of `wasm/scan.ts`. */
type Scan = (
  size: number,
  windowFrom: number,
  marksBefore: number,
  segmentFrom: number,
  bits: number,
  safeBytes: number,
  delimiters: number,
  newline: number,
  care: number,
) => number;

/** What `wasm/scan.ts` exports. */
interface Exports {
  readonly scan: Scan;
  readonly memory: { readonly buffer: ArrayBuffer };
}

/**
 * The scan of 64 bytes at a time, in WebAssembly: a block is copied into its memory, what was found is copied out, and the
 * block is wiped. So one serves every tokenizer, and nothing of an input stays behind a call.
 * bench: `npm run bench -- --stages offsets`.
 */
export class WideScan {
  /** 256 KiB, laid out by `layout.ts`. */
  readonly memory: Uint8Array;
  readonly #words: Int32Array;
  readonly #scan: Scan;
  #tables: ScanTables | undefined;

  /** @throws Error of the engine, where it has no WebAssembly with SIMD or a policy forbids it. */
  constructor() {
    const { scan, memory } = instantiated<Exports>(SCAN_MODULE);
    const { buffer } = memory;
    this.#scan = scan;
    this.memory = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
  }

  /** As `scanBlock` does, but for at most {@link BLOCK} bytes; the batch needs no room beforehand. */
  scan(cursor: Cursor, end: number, { frame, elements, segmentBytes }: ScanLimits): ScanStop {
    const { batch, buffer, at, windowFrom, markCount, segmentFrom } = cursor;
    const { memory } = this;
    const { newline, dropsCr, tables } = frame;
    if (tables !== this.#tables) this.#load(tables);
    // The byte before the block as well: a CR may stand there.
    const before = Math.min(at, 1);
    memory.set(buffer.bytes.subarray(at - before, end), INPUT - before);
    const stop = this.#scan(
      end - at,
      windowFrom - at,
      markCount,
      segmentFrom - at,
      cursor.bits,
      Math.min(elements, segmentBytes, LARGEST),
      tables.delimiters,
      newline.charCodeAt(0) | (newline.charCodeAt(1) << 8) | (newline.length << 16),
      (cursor.special ? 1 : 0) | (dropsCr ? 2 : 0),
    );
    memory.fill(0, INPUT - 1, INPUT + end - at);
    const words = this.#words;
    const segments = words[RESULT >> 2] ?? 0;
    const marks = words[(RESULT >> 2) + 1] ?? 0;
    batch.reserve(markCount + marks, batch.count + segments);
    batch.marks.set(words.subarray(MARKS >> 2, (MARKS >> 2) + marks), markCount);
    batch.starts.set(words.subarray(ENDS >> 2, (ENDS >> 2) + segments), batch.count + 1);
    batch.flags.set(memory.subarray(FLAGS, FLAGS + segments), batch.count);
    batch.count += segments;
    cursor.markCount += marks;
    cursor.bits = words[(RESULT >> 2) + 2] ?? 0;
    cursor.at = at + (words[(RESULT >> 2) + 3] ?? 0);
    return STOPS[stop] ?? 'inside';
  }

  #load(tables: ScanTables): void {
    this.memory.set(tables.classes, CLASSES);
    this.memory.set(tables.starts, STARTS);
    this.memory.set(tables.seconds, SECONDS);
    this.#tables = tables;
  }
}
