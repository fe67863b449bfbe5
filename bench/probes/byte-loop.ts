import type { Window } from './windows.js';

/** The least a reader of X12 can do: look at every byte and note where the separators and terminators stand. */
export function byteLoop(windows: readonly Window[]): number {
  let segments = 0;
  for (const { bytes, delimiters } of windows) {
    if (marks.length < bytes.length) marks = new Int32Array(bytes.length);
    segments += mark(bytes, delimiters.element, delimiters.terminator, marks);
  }
  return segments;
}

let marks = new Int32Array(1024 * 1024);

function mark(bytes: Uint8Array, element: number, terminator: number, into: Int32Array): number {
  let segments = 0;
  let count = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === element) into[count++] = i;
    else if (byte === terminator) {
      into[count++] = i;
      segments++;
    }
  }
  return segments;
}
