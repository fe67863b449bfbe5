import type { Delimiters } from '../model/delimiters.js';
import { X12Error } from '../model/error.js';
import type { Limits } from '../model/limits.js';
import type { Newline } from '../model/option-rules.js';
import { SegmentFlag } from '../model/segments.js';
import type { WindowBatch } from './batch.js';
import { byteAt, CR, LF, type ScanTables, scanTables } from './byte-classes.js';
import type { IsaHeader } from './read-isa.js';

/** What the scan needs to know about the interchange it is in. */
export interface Frame {
  readonly delimiters: Delimiters;
  readonly terminator: number;
  readonly newline: Newline;
  readonly tables: ScanTables;
  /** Input offset of the ISA. */
  readonly inputOffset: number;
  /** LF is the terminator, so that a CR before it is half of a line break; not where CR is a delimiter itself. */
  readonly dropsCr: boolean;
  /** Some delimiter is above 0x7F: no text of the window shows where it is cut. */
  readonly isHigh: boolean;
  /** The terminator is a line break, so that a missing ISA16 would go unnoticed: see {@link lacksIsa16}. */
  readonly mayLackIsa16: boolean;
}

export function frameOf({ delimiters, newline }: IsaHeader, inputOffset: number, foldTags: boolean): Frame {
  const { element, component, repetition = '', segment } = delimiters;
  const terminator = segment.charCodeAt(0);
  const all = element + component + repetition + segment;
  return {
    delimiters,
    terminator,
    newline,
    tables: scanTables(delimiters, foldTags),
    dropsCr: terminator === LF && !all.includes('\r'),
    isHigh: isHigh(all),
    inputOffset,
    mayLackIsa16: terminator === LF || terminator === CR,
  };
}

function isHigh(delimiters: string): boolean {
  for (let i = 0; i < delimiters.length; i++) if (delimiters.charCodeAt(i) > 0x7f) return true;
  return false;
}

/**
 * Refuses a header of wrong widths.
 * @throws X12Error `X12_NOT_AN_INTERCHANGE` naming the first wrong element.
 */
export function requireFixedWidths({ faults }: IsaHeader, inputOffset: number): void {
  const fault = faults.find(({ reason }) => reason === 'isa-width' || reason === 'isa-element-separator');
  if (fault === undefined) return;
  const element = `ISA${String(fault.element).padStart(2, '0')}`;
  throw new X12Error(
    'X12_NOT_AN_INTERCHANGE',
    `${element} does not have its fixed width, in the ISA at byte ${inputOffset}. Pad it, or turn off the option strict.`,
    { details: { reason: fault.reason, element: fault.element, inputOffset } },
  );
}

const LIMITED = {
  elements: 'elements in a segment',
  segmentBytes: 'bytes in a segment',
  scanBytes: 'bytes outside interchanges',
  interchanges: 'interchanges',
} as const;

/** Names the limit that was passed, its value and the place. */
export function limitError(limit: keyof typeof LIMITED, limits: Limits, inputOffset: number): X12Error {
  return new X12Error(
    'X12_LIMIT_EXCEEDED',
    `More than ${limits[limit]} ${LIMITED[limit]}, at byte ${inputOffset}. If the input is right, raise limits.${limit}.`,
    { details: { limit, value: limits[limit], inputOffset } },
  );
}

/**
 * `…*P*~` with a line break behind it reads as component separator `~` and the line break as terminator. The first
 * segment shows: it ends with the component separator. `undefined` when the batch holds no segment but the ISA.
 */
export function lacksIsa16(batch: WindowBatch): boolean | undefined {
  const index = batch.opening === undefined ? 0 : 1;
  if (index >= batch.count) return undefined;
  return batch.segmentBytes(index).at(-1) === batch.delimiters.component.charCodeAt(0);
}

/** Index of the first segment that is not valid in the batch's encoding. */
export function firstInvalid(batch: WindowBatch): number | undefined {
  for (let i = 0; i < batch.count; i++) {
    const flags = byteAt(batch.flags, i);
    if ((flags & SegmentFlag.nonAscii) === 0 || (flags & SegmentFlag.binary) !== 0) continue;
    if (batch.encoding.decode(batch.segmentBytes(i)) === undefined) return i;
  }
  return undefined;
}

/** Upper-cases ASCII letters in place. */
export function foldCase(bytes: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const byte = byteAt(bytes, i);
    if (byte >= 0x61 && byte <= 0x7a) bytes[i] = byte - 0x20;
  }
}

/** True when the bytes from `from` to `to` are the tag. */
export function isTag(bytes: Uint8Array, from: number, { to, tag }: { to: number; tag: string }): boolean {
  if (to - from !== tag.length) return false;
  for (let i = 0; i < tag.length; i++) {
    if (bytes[from + i] !== tag.charCodeAt(i)) return false;
  }
  return true;
}
