import { classTable, ELEMENT, TERMINATOR } from './check-loop.js';
import type { Window } from './windows.js';

/** What the write loop writes: segments as lists of element texts, with the delimiters to write and to look for. */
export interface Written {
  readonly segments: readonly (readonly string[])[];
  readonly classes: Uint8Array;
  readonly element: number;
  readonly terminator: number;
}

/** Splits the windows to strings, outside the measured time. Components stay inside their element's text. */
export function splitForWriting(windows: readonly Window[]): readonly Written[] {
  return windows.map((window) => {
    const { element, terminator } = window.delimiters;
    const text = Buffer.from(window.bytes.buffer, window.bytes.byteOffset, window.bytes.length).toString('latin1');
    const lines = text.split(String.fromCharCode(terminator));
    const segments = lines.map((line) => line.split(String.fromCharCode(element)));
    return { segments, classes: classTable(window), element, terminator };
  });
}

/** Writes every character of every element after a look at its class, with a separator or terminator behind each. */
export function writeLoop(batches: readonly Written[]): number {
  let written = 0;
  for (const batch of batches) {
    let at = 0;
    for (const elements of batch.segments) {
      if (at > OUT_BYTES / 2) {
        written += at;
        at = 0;
      }
      for (const value of elements) {
        at = writeValue(value, batch.classes, at);
        out[at++] = batch.element;
      }
      out[at - 1] = batch.terminator;
    }
    written += at;
  }
  return written;
}

function writeValue(value: string, classes: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    const kind = classes[code & 0xff];
    if (kind === ELEMENT || kind === TERMINATOR) throw new Error('A delimiter stands in the data.');
    out[at++] = code;
  }
  return at;
}

/** Room for half a buffer of segments and, behind it, the longest one. Writes beyond a typed array are dropped. */
const OUT_BYTES = 2 * 1024 * 1024;
const out = new Uint8Array(OUT_BYTES);
