import type { Reason } from '../../model/reasons.js';
import { type ElementTable, POSITION_BITS } from '../plan/element-table.js';
import type { SegmentPlan } from '../plan/plan.js';
import { notUsedReason } from '../values/check-value.js';
import { type DataObject, isForeign, NO_DATA } from '../values/safe-read.js';
import { collectValues } from './collect-values.js';
import { checkTogether, encodeElement, fillIn } from './encode-element.js';
import type { SetWriting } from './set-writing.js';

/** Values of a segment by position that stand whatever the data says: control numbers, counts, HL ids. */
export type GivenValues = readonly (string | undefined)[];

export interface SegmentOptions {
  readonly given?: GivenValues;
  /** True for a segment that is written just as it stands: no single code is filled in. */
  readonly asItStands?: boolean;
  /** What is wrong with values beside the rules of their elements. */
  readonly faults?: readonly ElementFault[];
}

/** A fault of the element at a position. */
export interface ElementFault {
  readonly position: number;
  readonly reason: Reason;
}

const NO_OPTIONS: SegmentOptions = {};

/**
 * Writes the object of a segment, checks its elements, and fills in what has one code only. What is right goes the short way, which has no
 * findings: it is put, and judged as what is read is. At the first doubt it is written anew, the long way.
 * @returns whether it went the short way: then it is the last of the window.
 */
export function writeSegment(
  writing: SetWriting,
  segment: SegmentPlan,
  table: ElementTable,
  object: DataObject,
  options = NO_OPTIONS,
): boolean {
  const { report, sink } = writing;
  const { given, asItStands, faults } = options;
  if (writing.last > 0) writing.clear();
  const isShort = asItStands !== true && putSegment(writing, segment, table, object, given);
  if (!isShort) {
    writing.handOver();
    sink.begin(segment.tag);
    encodeSegment(writing, segment, table, object, options);
    sink.end();
  }
  if (faults !== undefined && faults.length > 0) {
    report.segmentId = segment.tag;
    writing.enter(object, table);
    for (const { position, reason } of faults) {
      writing.element = position;
      writing.say(reason, segment.elements[position]);
    }
    report.segmentId = undefined;
  }
  report.segments++;
  return isShort;
}

function putSegment(
  writing: SetWriting,
  segment: SegmentPlan,
  table: ElementTable,
  object: DataObject,
  given: GivenValues | undefined,
): boolean {
  const { put, report } = writing;
  // Where more is wrong than is told, writing ends: the long way says with what.
  if (put === undefined || report.full || (given !== undefined && object !== NO_DATA)) return false;
  if (put.isFull) writing.handOver();
  const { tag } = segment;
  try {
    const isPut = given === undefined ? put.segment(tag, table, object, 0) : put.given(tag, table, given, 0);
    if (!isPut) return false;
  } catch {
    return false; // a getter threw
  }
  if (put.isRight(segment)) return true;
  put.window.takeBack();
  return false;
}

/** The long way: everything is collected first, then written in order and judged, right or wrong. */
function encodeSegment(
  writing: SetWriting,
  segment: SegmentPlan,
  table: ElementTable,
  object: DataObject,
  { given, asItStands }: SegmentOptions,
): void {
  const { report } = writing;
  writing.clear();
  report.segmentId = segment.tag;
  writing.enter(object, table);
  const isRefused = isForeign(object);
  if (isRefused) writing.say('value-type', undefined);
  const { values } = writing;
  let last = isRefused ? 0 : collectValues(object, table, values, writing);
  if (given !== undefined) last = override(values, given, last);
  if (table.derived.length > 0 && asItStands !== true) last = fillIn(table, values, last);
  writing.last = last;
  encodeElements(writing, table);
  checkTogether(writing, segment, values, writing.low, writing.high);
  report.segmentId = undefined;
}

function encodeElements(writing: SetWriting, table: ElementTable): void {
  const { values, last } = writing;
  let isSurplusTold = false;
  writing.low = 0;
  writing.high = 0;
  for (let position = 1; position <= last; position++) {
    writing.sink.nextElement();
    const value = values[position];
    if (value === undefined) continue;
    writing.element = position;
    const element = table.elements[position];
    // Positions behind the last are surplus once a segment: IK403 3 speaks of the segment as a whole.
    const isSurplus = position >= table.elements.length;
    if (isSurplus && !isSurplusTold) writing.say('element-surplus', undefined);
    else if (!isSurplus && element?.notUsed !== false) writing.say(notUsedReason(element, value), element);
    isSurplusTold ||= isSurplus;
    // What a repair emptied is as absent for the rules as for the receiver.
    if (!encodeElement(writing, element, value)) values[position] = undefined;
    else if (position <= POSITION_BITS) writing.low |= 1 << position;
    else if (position <= 2 * POSITION_BITS) writing.high |= 1 << (position - POSITION_BITS);
  }
}

function override(values: unknown[], given: GivenValues, last: number): number {
  let end = last;
  for (let position = 1; position < given.length; position++) {
    const value = given[position];
    if (value === undefined) continue;
    while (values.length <= position) values.push(undefined);
    values[position] = value;
    if (position > end) end = position;
  }
  return end;
}
