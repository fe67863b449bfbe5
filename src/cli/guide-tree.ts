import type { ElementPlan, GuidePlan, LoopPlan, SegmentPlan, Slot } from '../guide/plan/plan.js';
import type { Painter } from './output.js';
import { printable } from './printable.js';

const SHOWN_CODES = 12;

/** One guide as a tree: usage, repeats, types, lengths and codes. Its texts may be a stranger's: none steers the terminal. */
export function* guideTree(plan: GuidePlan, paint: Painter): Generator<string> {
  const { guide } = plan;
  const { transactionSet, version, kind, confidence, notes = [] } = guide.x12;
  yield `${paint('bold', printable(plan.id))}  ${printable(plan.title)}`;
  yield paint('dim', printable(`set ${transactionSet}, version ${version}, ${kind}, confidence ${confidence}`));
  for (const note of notes) yield paint('dim', printable(`note: ${note}`));
  let section: string | undefined;
  for (const slot of plan.root.slots) {
    if (slot.section !== section) yield paint('magenta', slot.section ?? 'segments');
    section = slot.section;
    yield* slotLines(slot, '  ', new Set(), paint);
  }
}

function* slotLines(
  slot: Slot,
  indent: string,
  above: ReadonlySet<readonly Slot[]>,
  paint: Painter,
): Generator<string> {
  if (slot.kind === 'segment') return yield* segmentLines(slot, indent, paint);
  yield `${indent}${paint('cyan', printable(`loop ${slot.loopId}`))} ${printable(slot.title)} ${paint('dim', counts(slot))}${told(slot)}`;
  if (above.has(slot.slots)) return yield `${indent}  ${paint('dim', 'as above, nested')}`;
  for (const child of slot.slots) yield* slotLines(child, `${indent}  `, new Set([...above, slot.slots]), paint);
}

function* segmentLines(segment: SegmentPlan, indent: string, paint: Painter): Generator<string> {
  const notes = segment.syntax.map(({ note }) => note).join(' ');
  yield `${indent}${paint('green', segment.tag)} ${printable(segment.title)} ${paint('dim', counts(segment))}${told(segment)}${notes === '' ? '' : ` ${paint('dim', notes)}`}`;
  for (const element of segment.elements)
    if (element !== undefined && !element.notUsed) yield* elementLines(element, segment.tag, `${indent}    `, paint);
}

function* elementLines(element: ElementPlan, owner: string, indent: string, paint: Painter): Generator<string> {
  // As guides write it: SV101, and SV101-2 for a component.
  const name = `${owner}${owner.endsWith('-') ? element.position : String(element.position).padStart(2, '0')}`;
  const usage = element.required ? 'R' : 'S';
  const repeat = element.repeat === 1 ? '' : ` x${bound(element.repeat)}`;
  const size = element.type === 'composite' ? element.number : `${element.type} ${element.min}/${bound(element.max)}`;
  yield `${indent}${name} ${usage} ${printable(size)}${repeat} ${printable(element.title)}${paint('dim', codes(element))}`;
  for (const part of element.components)
    if (part !== undefined && !part.notUsed) yield* elementLines(part, `${name}-`, `${indent}  `, paint);
}

function counts(slot: LoopPlan | SegmentPlan): string {
  return `${slot.required ? 'R' : 'S'} x${bound(slot.max)}`;
}

function told({ discriminator }: Slot): string {
  if (discriminator === undefined) return '';
  return ` [${discriminator.node.element}=${listed([...discriminator.codes.values])}]`;
}

function codes(element: ElementPlan): string {
  return element.codes === undefined ? '' : ` {${listed([...element.codes.values])}}`;
}

function listed(values: readonly string[]): string {
  const rest = values.length - SHOWN_CODES;
  return printable(rest > 0 ? `${values.slice(0, SHOWN_CODES).join(',')} and ${rest} more` : values.join(','));
}

function bound(value: number): string {
  return Number.isFinite(value) ? String(value) : '>1';
}
