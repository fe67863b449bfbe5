import { CLASSES, ENDS, FLAGS, INPUT, MARKS, RESULT, SECONDS, STARTS } from '../../src/syntax/scan/layout';

// Class of the first byte of a tag, as in src/syntax/byte-classes.ts.
const LOOK: i32 = 1;
const CR: i32 = 13;

// What the scan stopped at: the end of the block, behind a terminator, at a terminator.
const INSIDE: i32 = 0;
const START: i32 = 1;
const ENDING: i32 = 2;

/**
 * Scans a block that stands at INPUT, 64 bytes at a time: what `src/syntax/scan/scan-block.ts` does with one byte, and with
 * the same results. Places count from the block's first byte; the segment that goes on may have begun before it, at a
 * negative one. No table is checked for room: INPUT, FLAGS, ENDS and MARKS have it for every block.
 *
 * @param size bytes of the block.
 * @param windowFrom place of the window's first byte; marks count from it.
 * @param marksBefore marks in the batch already; ends count from there.
 * @param delimiters element, terminator, component, repetition, a byte each from the lowest on.
 * @param newline its two bytes, from the lowest on, and above them their number.
 * @param care 1: stop at the first terminator; 2: stop at one behind a CR.
 */
export function scan(
  size: i32,
  windowFrom: i32,
  marksBefore: i32,
  begin: i32,
  flagBits: i32,
  safeBytes: i32,
  delimiters: i32,
  newline: i32,
  care: i32,
): i32 {
  const element = i8x16.splat(delimiters as i8);
  const terminator = i8x16.splat((delimiters >> 8) as i8);
  const component = i8x16.splat((delimiters >> 16) as i8);
  const repetition = i8x16.splat((delimiters >> 24) as i8);
  const breakBytes = newline >> 16;
  let segmentFrom = begin;
  let bits = flagBits;
  let marks: usize = MARKS;
  let ends: usize = ENDS;
  let flags: usize = FLAGS;
  let stop = INSIDE;
  let at = size;
  for (let from = 0; from < size && stop === INSIDE; from += 64) {
    const bytes0 = v128.load(INPUT + from);
    const bytes1 = v128.load(INPUT + from, 16);
    const bytes2 = v128.load(INPUT + from, 32);
    const bytes3 = v128.load(INPUT + from, 48);
    let separators = joined(
      i8x16.eq(bytes0, element),
      i8x16.eq(bytes1, element),
      i8x16.eq(bytes2, element),
      i8x16.eq(bytes3, element),
    );
    let terminators = joined(
      i8x16.eq(bytes0, terminator),
      i8x16.eq(bytes1, terminator),
      i8x16.eq(bytes2, terminator),
      i8x16.eq(bytes3, terminator),
    );
    let others = joined(
      otherThanPlain(bytes0, component, repetition),
      otherThanPlain(bytes1, component, repetition),
      otherThanPlain(bytes2, component, repetition),
      otherThanPlain(bytes3, component, repetition),
    );
    let valid: u64 = -1;
    if (size - from < 64) valid = ((1 as u64) << (size - from)) - 1;
    // A line break that was skipped may reach into this part.
    if (segmentFrom > from) valid &= (-1 as u64) << (segmentFrom - from);
    separators &= valid;
    terminators &= valid;
    // Delimiters may be control characters.
    others &= valid & ~(separators | terminators);
    while (true) {
      const end = ctz(terminators) as i32;
      const before: u64 = terminators === 0 ? -1 : ((1 as u64) << end) - 1;
      for (let left = separators & before; left !== 0; left &= left - 1) {
        store<i32>(marks, from + (ctz(left) as i32) - windowFrom);
        marks += 4;
      }
      for (let left = others & before; left !== 0; left &= left - 1) {
        bits |= load<u8>(CLASSES + load<u8>(INPUT + from + (ctz(left) as i32))) as i32;
      }
      if (terminators === 0) break;
      at = from + end;
      if (at - segmentFrom > safeBytes || (care & 1) !== 0 || ((care & 2) !== 0 && load<u8>(INPUT + at - 1) === CR)) {
        stop = ENDING;
        break;
      }
      terminators &= terminators - 1;
      separators &= ~before;
      others &= ~before;
      store<i32>(marks, at - windowFrom);
      marks += 4;
      store<u8>(flags++, bits);
      store<i32>(ends, marksBefore + (((marks - MARKS) >> 2) as i32));
      ends += 4;
      bits = 0;
      segmentFrom = at + 1;
      if (breakBytes !== 0) {
        const next = load<u16>(INPUT + segmentFrom) as i32;
        if (((next ^ newline) & (breakBytes === 1 ? 0xff : 0xffff)) !== 0) {
          stop = START;
          break;
        }
        segmentFrom += breakBytes;
        const behind: u64 = segmentFrom - from < 64 ? (-1 as u64) << (segmentFrom - from) : 0;
        separators &= behind;
        terminators &= behind;
        others &= behind;
      }
      const start = load<u8>(STARTS + load<u8>(INPUT + segmentFrom)) as i32;
      const isLook = start === LOOK || (start & load<u8>(SECONDS + load<u8>(INPUT + segmentFrom + 1))) !== 0;
      if (segmentFrom + 1 >= size || isLook) {
        segmentFrom = at + 1;
        stop = START;
        break;
      }
      store<i32>(marks, segmentFrom - 1 - windowFrom);
      marks += 4;
    }
    if (stop === INSIDE) at = size;
  }
  store<i32>(RESULT, ((ends - ENDS) >> 2) as i32);
  store<i32>(RESULT + 4, ((marks - MARKS) >> 2) as i32);
  store<i32>(RESULT + 8, bits);
  store<i32>(RESULT + 12, stop === START ? segmentFrom : at);
  return stop;
}

/** A bit a byte of four times 16. */
function joined(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = (i8x16.bitmask(a) as u64) | ((i8x16.bitmask(b) as u64) << 16);
  return low | ((i8x16.bitmask(c) as u64) << 32) | ((i8x16.bitmask(d) as u64) << 48);
}

/** Bytes that leave a flag; separators and terminators among them where those are control characters. */
function otherThanPlain(bytes: v128, component: v128, repetition: v128): v128 {
  const inner = v128.or(i8x16.eq(bytes, component), i8x16.eq(bytes, repetition));
  // As a signed number a byte above 0x7F is below a blank, as a control character is.
  const odd = v128.or(i8x16.lt_s(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x7f)));
  return v128.or(inner, odd);
}
