import type { ElementPlan, GuidePlan, LoopPlan, SegmentPlan, Slot } from '../guide/plan.js';
import type { Painter } from './output.js';

const SHOWN_CODES = 12;

/** One guide as a tree: usage, repeats, types, lengths and codes. */
export function* guideTree(plan: GuidePlan, paint: Painter): Generator<string> {
  const { guide } = plan;
  yield `${paint('bold', plan.id)}  ${plan.title}`;
  yield paint(
    'dim',
    `set ${guide.x12.transactionSet}, version ${guide.x12.version}, ${guide.x12.kind}, confidence ${guide.x12.confidence}`,
  );
  for (const note of guide.x12.notes ?? []) yield paint('dim', `note: ${note}`);
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
  yield `${indent}${paint('cyan', `loop ${slot.loopId}`)} ${slot.title} ${paint('dim', counts(slot))}${told(slot)}`;
  if (above.has(slot.slots)) return yield `${indent}  ${paint('dim', 'as above, nested')}`;
  for (const child of slot.slots) yield* slotLines(child, `${indent}  `, new Set([...above, slot.slots]), paint);
}

function* segmentLines(segment: SegmentPlan, indent: string, paint: Painter): Generator<string> {
  const notes = segment.syntax.map(({ note }) => note).join(' ');
  yield `${indent}${paint('green', segment.tag)} ${segment.title} ${paint('dim', counts(segment))}${told(segment)}${notes === '' ? '' : ` ${paint('dim', notes)}`}`;
  for (const element of segment.elements)
    if (element !== undefined && !element.notUsed) yield* elementLines(element, segment.tag, `${indent}    `, paint);
}

function* elementLines(element: ElementPlan, owner: string, indent: string, paint: Painter): Generator<string> {
  // As guides write it: SV101, and SV101-2 for a component.
  const name = `${owner}${owner.endsWith('-') ? element.position : String(element.position).padStart(2, '0')}`;
  const usage = element.required ? 'R' : 'S';
  const repeat = element.repeat === 1 ? '' : ` x${bound(element.repeat)}`;
  const size = element.type === 'composite' ? element.number : `${element.type} ${element.min}/${bound(element.max)}`;
  yield `${indent}${name} ${usage} ${size}${repeat} ${element.title}${paint('dim', codes(element))}`;
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
  return rest > 0 ? `${values.slice(0, SHOWN_CODES).join(',')} and ${rest} more` : values.join(',');
}

function bound(value: number): string {
  return Number.isFinite(value) ? String(value) : '>1';
}
