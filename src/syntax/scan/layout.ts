// Where things stand in the memory of the wide scan, in bytes. `wasm/scan.ts` is compiled with the same numbers, so this
// file must be both TypeScript and AssemblyScript: literals and sums alone.

/** Bytes of one block at most. */
export const BLOCK = 16384;
/** Bytes between two areas: the scan reads 64 bytes at a time, so it reads that much past a block. */
const GUARD = 64;

/** What a call gives back: segments, marks, flag bits of the unfinished segment, place; four 32-bit words. */
export const RESULT = 0;
/** Three tables of 256 bytes, as `ScanTables` has them. */
export const CLASSES = 64;
export const STARTS = CLASSES + 256;
export const SECONDS = STARTS + 256;
/** The block, with the byte before it in the guard: a CR may stand there. */
export const INPUT = SECONDS + 256 + GUARD;
/** A byte a segment. */
export const FLAGS = INPUT + BLOCK + GUARD;
/** 32-bit words: the number of marks behind each segment. */
export const ENDS = FLAGS + BLOCK + GUARD;
/** 32-bit words, two a byte of the block at most: a terminator's mark, and the one before the next tag. */
export const MARKS = ENDS + 4 * BLOCK + GUARD;
/** Behind the last mark. */
export const MEMORY = MARKS + 8 * BLOCK + GUARD;
