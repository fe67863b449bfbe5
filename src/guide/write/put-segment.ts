import { CHECK_COMPOSITE, ELEMENT_KIND, IS_LIST, KIND_MASK, REPEAT_SHIFT } from '../plan/image.js';
import { holdsComponents, holdsPresence } from '../plan/presence.js';
import { type DataObject, isList, isObject, isPlainObject, NO_DATA } from '../values/safe-read.js';
import { putNumber, putString } from '../values/write-value.js';
import type { CharacterRules } from './character-rules.js';
import { positionOf } from './collect-values.js';
import { type ElementTable, NEVER, POSITION_BITS, Row } from './element-table.js';
import { formatFault } from './encode-element.js';
import type { SetWriting } from './set-writing.js';

/** Values of a segment by position that stand whatever the data says: control numbers, counts, HL ids. */
export type GivenValues = readonly (string | undefined)[];

/** In place of a position or of bits of positions: the short way does not go on. */
const DOUBT = -1;

/** Writes the elements of a segment that was begun. Returns false where there is doubt: then it is to be begun anew. */
export function putSegment(
  writing: SetWriting,
  table: ElementTable,
  object: DataObject,
  given: GivenValues | undefined,
  keep: boolean,
  fills: boolean,
): boolean {
  // Where more is wrong than is told, writing ends: the long way says with what.
  if (writing.report.full) return false;
  const kept = keep || table.formatted.length > 0 ? writing.values : undefined;
  let low = DOUBT;
  writing.high = 0;
  try {
    const members = given === undefined ? object : object === NO_DATA ? membersOf(table, given) : undefined;
    if (members !== undefined) low = putMembers(writing, table, members, kept, false, fills);
  } catch {
    return false; // a getter threw
  }
  return (
    low !== DOUBT &&
    holdsPresence(table.words, table.head, low, writing.high) &&
    isFormatted(table, kept, writing.characters)
  );
}

/**
 * Elements, or components, in the object's own order, which mostly is that of the segment, and single codes between them. Returns
 * which of 1-30 are present.
 */
function putMembers(
  writing: SetWriting,
  table: ElementTable,
  object: DataObject,
  kept: unknown[] | undefined,
  inside: boolean,
  fills: boolean,
): number {
  if (!isPlainObject(object)) return DOUBT;
  const { sink } = writing;
  const { keys, rows, words } = table;
  let low = 0;
  let last = 0;
  // for-in reads own properties by their place in the object, which no other loop does; isPlainObject vouches for own.
  for (const name in object) {
    let position = rows[last * Row.words + Row.follower] ?? 0;
    if (keys[position] !== name) {
      position = positionOf(table, name);
      rows[last * Row.words + Row.follower] = position;
    }
    // Surplus ones are for the long way, too.
    if (position <= last || position >= keys.length) return DOUBT;
    const value = object[name];
    if (value === undefined || value === '') continue;
    if (fills && (rows[last * Row.words + Row.due] ?? 0) < position) {
      last = putSingles(writing, table, last, position, kept, inside);
      if (last === DOUBT) return DOUBT;
    }
    if (inside) sink.nextComponent(last === 0 ? position - 1 : position - last);
    else sink.nextElement(position - last);
    const at = rows[position * Row.words + Row.at] ?? 0;
    if (typeof value === 'object') {
      if (inside || value === null || !putObject(writing, table, position, value)) return DOUBT;
    } else if (((words[at] ?? 0) & IS_LIST) !== 0) return DOUBT;
    else if (typeof value === 'string') {
      if (!putString(sink, words, at, value, writing.trims)) return DOUBT;
    } else if (typeof value !== 'number' || !putNumber(sink, words, at, value)) return DOUBT;
    if (kept !== undefined) keep(writing, kept, position, value);
    if (position <= POSITION_BITS) low |= 1 << position;
    else if (inside || position > 2 * POSITION_BITS) return DOUBT;
    else writing.high |= 1 << (position - POSITION_BITS);
    last = position;
  }
  if (!fills || (inside && last === 0)) return low;
  if (rows[last * Row.words + Row.due] !== NEVER && putSingles(writing, table, last, NEVER, kept, inside) === DOUBT)
    return DOUBT;
  return low | table.derivedBits;
}

/** Single codes between two positions. Returns the position of the last one. */
function putSingles(
  writing: SetWriting,
  table: ElementTable,
  from: number,
  to: number,
  kept: unknown[] | undefined,
  inside: boolean,
): number {
  const { sink } = writing;
  const { rows, words } = table;
  let last = from;
  for (;;) {
    const position = rows[last * Row.words + Row.due] ?? 0;
    if (position >= to) return last;
    const single = table.elements[position]?.single;
    const at = rows[position * Row.words + Row.at] ?? 0;
    if (single === undefined || position > POSITION_BITS || ((words[at] ?? 0) & IS_LIST) !== 0) return DOUBT;
    if (inside) sink.nextComponent(last === 0 ? position - 1 : position - last);
    else sink.nextElement(position - last);
    if (!putString(sink, words, at, single, writing.trims)) return DOUBT;
    if (kept !== undefined) keep(writing, kept, position, single);
    last = position;
  }
}

/** What is given for a segment that the data has not, as if it had it; undefined where a value has no element, or is empty. */
function membersOf({ keys }: ElementTable, given: GivenValues): DataObject | undefined {
  const members: Record<string, string> = {};
  for (let position = 1; position < given.length; position++) {
    const value = given[position];
    const key = keys[position];
    if (value === undefined) continue;
    if (value === '' || key === undefined) return undefined;
    members[key] = value;
  }
  return members;
}

function putObject(writing: SetWriting, table: ElementTable, position: number, value: object): boolean {
  const { sink, trims } = writing;
  const { words } = table;
  const at = table.rows[position * Row.words + Row.at] ?? 0;
  const head = words[at + ELEMENT_KIND] ?? 0;
  if (!isList(value)) return (head & IS_LIST) === 0 && putComposite(writing, table, position, value as DataObject);
  const { length } = value;
  if (length === 0 || (head & IS_LIST) === 0 || length > head >> REPEAT_SHIFT) return false;
  for (let i = 0; i < length; i++) {
    if (i > 0) sink.nextRepetition();
    const member = value[i];
    const isPut =
      typeof member === 'string'
        ? member !== '' && putString(sink, words, at, member, trims)
        : typeof member === 'number'
          ? putNumber(sink, words, at, member)
          : isObject(member) && putComposite(writing, table, position, member);
    if (!isPut) return false;
  }
  return true;
}

function putComposite(
  writing: SetWriting,
  { words, rows, parts }: ElementTable,
  position: number,
  object: DataObject,
): boolean {
  const table = parts[position];
  const at = rows[position * Row.words + Row.at] ?? 0;
  if (table === undefined || ((words[at + ELEMENT_KIND] ?? 0) & KIND_MASK) !== CHECK_COMPOSITE) return false;
  const kept: unknown[] | undefined = table.formatted.length > 0 ? [] : undefined;
  const low = putMembers(writing, table, object, kept, true, true);
  // None at all is for the long way, too.
  return low > 0 && holdsComponents(words, table.head, low) && isFormatted(table, kept, writing.characters);
}

/** Values have the format that a sibling names. */
function isFormatted(
  { formatted }: ElementTable,
  kept: readonly unknown[] | undefined,
  characters: CharacterRules | undefined,
): boolean {
  for (let i = 0; kept !== undefined && i < formatted.length; i++) {
    const element = formatted[i];
    if (element !== undefined && formatFault(element, kept, characters) !== undefined) return false;
  }
  return true;
}

function keep(writing: SetWriting, values: unknown[], position: number, value: unknown): void {
  while (values.length <= position) values.push(undefined);
  values[position] = value;
  if (values === writing.values) writing.last = position;
}
