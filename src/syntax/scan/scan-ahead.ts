import { triedOnce } from '../../model/wasm.js';
import type { Cursor } from '../cursor.js';
import { BLOCK } from './layout.js';
import { type ScanLimits, type ScanStop, scanBlock } from './scan-block.js';
import { WideScan } from './wide-scan.js';

/**
 * The tables have room for every byte of a block being a segment; so nothing grows inside the loop. Blocks are as long as
 * the room there is, and that grows with the data: a small input has small tables. bench: `npm run bench:eligibility`.
 */
const LEAST_BLOCK = 512;
/**
 * What is shorter, and as much behind each stop, goes byte by byte: copying a block whose first segment needs a look would
 * make a file of such segments slow. bench: `npm run bench -- --stages offsets`.
 */
const LEAST_WIDE = 1024;

/** Which scan takes every block, however short; for tests. */
export type ForcedScan = 'loop' | 'wide';

let forced: ForcedScan | undefined;

/** Scans from the cursor on, a block of what there is up to `length`. */
export function scanAhead(cursor: Cursor, length: number, limits: ScanLimits): ScanStop {
  const left = length - cursor.at;
  const scan = mayBeWide(cursor, left) ? wideScan() : undefined;
  const stop =
    scan === undefined
      ? scanByBytes(cursor, left, limits)
      : scan.scan(cursor, cursor.at + Math.min(left, BLOCK), limits);
  cursor.isSteady = stop === 'inside';
  return stop;
}

function mayBeWide(cursor: Cursor, left: number): boolean {
  return forced === undefined ? cursor.isSteady && left >= LEAST_WIDE : forced === 'wide';
}

function scanByBytes(cursor: Cursor, left: number, limits: ScanLimits): ScanStop {
  const { batch, markCount } = cursor;
  const most = Math.min(left, cursor.isSteady ? BLOCK : LEAST_WIDE);
  const least = Math.min(LEAST_BLOCK, most);
  batch.reserve(markCount + 2 * least + 2, batch.count + least + 1);
  return scanBlock(cursor, cursor.at + Math.min(most, batch.roomAfter(markCount)), limits);
}

/** The wide scan of this realm; `undefined` where there is no WebAssembly, none with SIMD, or none that is allowed. */
const wideScan = triedOnce(() => new WideScan());

/** Has one of the scans take every block from now on; `undefined` is the usual choice. For tests alone. */
export function forceScan(scan: ForcedScan | undefined): void {
  forced = scan;
}
