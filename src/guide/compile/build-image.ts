import type { Mutable } from '../../model/object-maker.js';
import type { Steps } from '../../model/steps.js';
import {
  type GuideImage,
  MOST,
  QUICK_HEADER,
  QUICK_NOTHING,
  QUICK_PLAIN,
  QUICK_TRAILER,
  SEGMENT_WORDS,
  SLOT_QUICK,
  tableOf,
} from '../plan/image.js';
import { ImageWriter } from '../plan/image-writer.js';
import { containsItself, loopsOf } from '../plan/loops-of.js';
import type { LoopPlan, SegmentPlan, Slot } from '../plan/plan.js';
import type { RulesPlan } from '../plan/rules-plan.js';
import { levelCodes } from '../plan/walk-state.js';
import { loopRules, ruleRows } from '../rules/lay-out-rules.js';
import { elementRows, noteRows } from './element-rows.js';

// LS and LE bracket loops; nothing may come behind SE.
const QUICK: ReadonlyMap<string, number> = new Map([
  ['HL', QUICK_NOTHING],
  ['LS', QUICK_HEADER],
  ['LE', QUICK_TRAILER],
  ['SE', QUICK_NOTHING],
]);

/** Of an `Int32Array`. */
const LARGEST_WORD = 2 ** 31 - 1;

/**
 * Lays a compiled guide out in numbers, and tells its loops and segments where they lie; a step a loop. The table of tags, which gives each a
 * number, stands first; a loop is a row that has, by that number, the offset of what the tag may be there.
 */
export function* buildImage(root: LoopPlan, rules: RulesPlan): Steps<void> {
  const writer = new ImageWriter();
  const loops = loopsOf(root);
  const codes = [...new Set(loops.flatMap(({ slots }) => slots.map(tagOf)))];
  // No tag of the standard is as long as a code that has no word.
  const tags = new Map(codes.filter((code) => code <= LARGEST_WORD).map((tag, at) => [tag, at + 1]));
  writer.put(tableOf([...tags.keys()], [...tags.values()]));
  const levels = levelCodes(root);
  const placed: Mutable<SegmentPlan | LoopPlan>[] = [];
  const rows = new Map<LoopPlan['slots'], number>();
  const loopSlots: (readonly [slot: LoopPlan, row: number])[] = [];
  for (const loop of loops) {
    let row = rows.get(loop.slots);
    if (row === undefined) {
      yield;
      const own = loop.slots.map((slot) => slotRow(writer, slot, rules));
      for (const [at, slot] of loop.slots.entries()) {
        if (slot.kind === 'segment') placed.push(located(slot, own[at] ?? 0));
        else loopSlots.push([slot, own[at] ?? 0]);
      }
      row = tagRow(writer, loop, own, tags);
      rows.set(loop.slots, row);
    }
    placed.push(located(loop, row));
    (loop as Mutable<LoopPlan>).quick = loopRow(writer, loop, rules, levels);
  }
  for (const [slot, at] of loopSlots) writer.words[at + SLOT_QUICK] = slot.quick;
  const image: GuideImage = { words: Int32Array.from(writer.words) };
  for (const one of placed) one.image = image;
}

/** The image of one segment that stands in no loop. */
export function imageOfSegment(segment: SegmentPlan): void {
  const writer = new ImageWriter();
  const row = slotRow(writer, segment, undefined);
  (segment as Mutable<SegmentPlan>).image = { words: Int32Array.from(writer.words) }; // it is being made
  located(segment, row);
}

// What is being made is nobody else's yet.
function located<T extends Slot>(slot: T, row: number): Mutable<T> {
  (slot as Mutable<Slot>).row = row;
  return slot;
}

function tagOf(slot: Slot): number {
  return slot.kind === 'segment' ? slot.tagCode : (slot.trigger?.tagCode ?? 0);
}

function slotRow(writer: ImageWriter, slot: Slot, rules: RulesPlan | undefined): number {
  const { discriminator } = slot;
  const bracket = slot.kind === 'loop' && slot.bracketedBy !== undefined ? slot.bracketedBy.index + 1 : 0;
  const row = [
    slot.index,
    slot.rank,
    Math.min(slot.max, MOST),
    bracket,
    discriminator === undefined ? 0 : writer.keys([...discriminator.codes.packed]),
    slot.kind === 'segment' ? (QUICK.get(slot.tag) ?? QUICK_PLAIN) : QUICK_NOTHING,
  ];
  if (slot.kind === 'loop') return writer.put(row);
  const notes = noteRows(writer, slot.syntax);
  const rows = rules === undefined ? 0 : ruleRows(writer, rules.segments.get(slot), rules.programs);
  const at = writer.put([...row, slot.elements.length, slot.requiredLow, slot.requiredHigh, notes, -1, -1, rows]);
  elementRows(writer, slot.elements, at + SEGMENT_WORDS);
  return at;
}

// Of a loop that opens and closes without more ado; else 0.
function loopRow(writer: ImageWriter, loop: LoopPlan, { programs }: RulesPlan, levels: readonly string[]): number {
  const { trigger, row, hlLevel, ruleProgram, brackets, requiredSlots } = loop;
  const level = hlLevel === undefined || !levels.includes(hlLevel) ? 0 : 1 << levels.indexOf(hlLevel);
  if (trigger === undefined || (level === 0 && QUICK.has(trigger.tag))) return QUICK_NOTHING;
  // Its registers are several.
  if (containsItself(loop)) return QUICK_NOTHING;
  const judged = ruleProgram === undefined ? [0, 0, 0, 0] : loopRules(writer, ruleProgram, programs);
  const required = requiredSlots.flatMap(({ index, min }) => [index, min]);
  const pairs = brackets.flatMap(({ header, trailer }) => [header.index, trailer.index]);
  return writer.put([trigger.row, row, ...judged, level, requiredSlots.length, ...required, brackets.length, ...pairs]);
}

// The trigger of a loop starts the next occurrence of that loop; inside, it is no candidate.
function tagRow(
  writer: ImageWriter,
  loop: LoopPlan,
  rows: readonly number[],
  tags: ReadonlyMap<number, number>,
): number {
  const row = new Array<number>(tags.size + 1).fill(0);
  for (const [tag, number] of tags) {
    const slots = loop.slots.filter((slot, at) => tagOf(slot) === tag && (at > 0 || loop.trigger === undefined));
    if (slots.length > 0) row[number] = candidates(writer, slots, rows);
  }
  return writer.put(row);
}

function candidates(writer: ImageWriter, slots: readonly Slot[], rows: readonly number[]): number {
  const rowsOf = (some: readonly Slot[]): number[] => some.map(({ index }) => rows[index] ?? 0);
  const told = slots.flatMap((slot) => (slot.discriminator === undefined ? [] : [slot.discriminator]));
  const [first] = told;
  const isOne = told.every((d) => d.element === first?.element && d.component === first.component);
  if (first === undefined || !isOne) return writer.put([0, 0, 0, 0, slots.length, ...rowsOf(slots)]);
  const codes = [...new Set(told.flatMap((d) => [...d.codes.packed]))];
  const lists = new Map<string, number>();
  const byCode = codes.map((code) => {
    const some = rowsOf(slots.filter((slot) => slot.discriminator?.codes.packed.has(code) ?? true));
    const known = lists.get(some.join());
    const list = known ?? writer.list(some);
    lists.set(some.join(), list);
    return list;
  });
  const table = writer.put(tableOf(codes, byCode));
  const isTold = told.length === slots.length ? 1 : 0;
  return writer.put([first.element, first.component, table, isTold, slots.length, ...rowsOf(slots)]);
}
