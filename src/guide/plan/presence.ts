import {
  COMPOSITE_NOTES,
  COMPOSITE_REQUIRED,
  NOTE_FIRST,
  NOTE_HIGH,
  NOTE_LETTER,
  NOTE_LOW,
  NOTE_WORDS,
  SEGMENT_GOOD_HIGH,
  SEGMENT_GOOD_LOW,
  SEGMENT_HIGH,
  SEGMENT_LOW,
  SEGMENT_NOTES,
} from './image.js';

// The letters of notes as character codes.
const P = 0x50;
const R = 0x52;
const E = 0x45;
const C = 0x43;

/**
 * True when the elements that are present, as bits 1-30 and 31-60, are what the segment requires and its notes allow.
 * @param row of the segment.
 */
export function holdsPresence(words: Int32Array, row: number, low: number, high: number): boolean {
  if (low === words[row + SEGMENT_GOOD_LOW] && high === words[row + SEGMENT_GOOD_HIGH]) return true;
  if (((words[row + SEGMENT_LOW] ?? 0) & ~low) !== 0 || ((words[row + SEGMENT_HIGH] ?? 0) & ~high) !== 0) return false;
  if (!notesHold(words, words[row + SEGMENT_NOTES] ?? 0, low, high)) return false;
  words[row + SEGMENT_GOOD_LOW] = low;
  words[row + SEGMENT_GOOD_HIGH] = high;
  return true;
}

/** The same for the components of a composite; `row` is that of its `COMPOSITE_`. */
export function holdsComponents(words: Int32Array, row: number, bits: number): boolean {
  if (((words[row + COMPOSITE_REQUIRED] ?? 0) & ~bits) !== 0) return false;
  return notesHold(words, words[row + COMPOSITE_NOTES] ?? 0, bits, 0);
}

/**
 * True when every syntax note holds. bench: `validate`.
 * @param notes offset of their number and rows; 0 for none.
 */
function notesHold(words: Int32Array, notes: number, low: number, high: number): boolean {
  if (notes === 0) return true;
  const end = notes + 1 + (words[notes] ?? 0) * NOTE_WORDS;
  for (let at = notes + 1; at < end; at += NOTE_WORDS) {
    const wantLow = words[at + NOTE_LOW] ?? 0;
    const wantHigh = words[at + NOTE_HIGH] ?? 0;
    const here = low & wantLow;
    const there = high & wantHigh;
    const any = (here | there) !== 0;
    switch (words[at + NOTE_LETTER]) {
      case P:
        if (any && (here !== wantLow || there !== wantHigh)) return false;
        break;
      case R:
        if (!any) return false;
        break;
      case E:
        if (!isOneAtMost(here, there)) return false;
        break;
      case C:
        if ((here !== wantLow || there !== wantHigh) && isFirst(words[at + NOTE_FIRST] ?? 0, low, high)) return false;
        break;
      default: // L
        if (any && isOneAtMost(here, there) && isFirst(words[at + NOTE_FIRST] ?? 0, low, high)) return false;
    }
  }
  return true;
}

function isOneAtMost(low: number, high: number): boolean {
  return (low & (low - 1)) === 0 && (high & (high - 1)) === 0 && (low === 0 || high === 0);
}

function isFirst(position: number, low: number, high: number): boolean {
  if (position <= 30) return ((low >>> position) & 1) === 1;
  return position <= 60 && ((high >>> (position - 30)) & 1) === 1;
}
