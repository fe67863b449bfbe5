import type { Window } from './windows.js';

/**
 * The byte loop, one string a window, and a slice of it for every element. The sum of first characters and lengths
 * keeps the compiler from dropping the slices.
 */
export function sliceEveryElement(windows: readonly Window[]): number {
  let sum = 0;
  for (const { bytes, delimiters } of windows) {
    const text = latin1(bytes);
    const { element, terminator } = delimiters;
    let from = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte !== element && byte !== terminator) continue;
      const value = text.slice(from, i);
      sum += value.length;
      from = i + 1;
    }
  }
  return sum;
}

/** As above with three slices a segment: the tag and the first two elements. */
export function sliceFewElements(windows: readonly Window[]): number {
  let sum = 0;
  for (const { bytes, delimiters } of windows) {
    const text = latin1(bytes);
    const { element, terminator } = delimiters;
    let from = 0;
    let place = 0;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte !== element && byte !== terminator) continue;
      if (place < 3) sum += text.slice(from, i).length;
      from = i + 1;
      place = byte === element ? place + 1 : 0;
    }
  }
  return sum;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
