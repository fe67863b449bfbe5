import type { ElementShape, GuideShape, LoopShape, SegmentShape } from './guide-shape.js';

/** A sound transaction set of which every segment's place in its guide is known, alone in its interchange. */
export interface SoundSet {
  /** Where it comes from, for a report. */
  readonly name: string;
  readonly guide: GuideShape;
  /** The first one of its guide. */
  readonly isFirst: boolean;
  readonly isa: string;
  /** Elements of the GS, `GS01` first. */
  readonly gs: readonly string[];
  /** ST to SE. */
  readonly segments: readonly PlacedSegment[];
  /** True where ISA11 is a repetition separator. */
  readonly repeats: boolean;
}

export interface PlacedSegment {
  readonly tag: string;
  /** The text of each element, `01` first. */
  readonly elements: readonly string[];
  readonly shape: SegmentShape;
  readonly loop: PlacedLoop;
}

/** One occurrence of a loop; the whole set is one too. */
export interface PlacedLoop {
  readonly shape: LoopShape;
  readonly parent: PlacedLoop | undefined;
}

/** A segment of a spoilt set: only its text counts. */
export interface SegmentText {
  readonly tag: string;
  readonly elements: readonly string[];
}

/** One value of a sound set. */
export interface PlacedElement {
  readonly segment: PlacedSegment;
  /** Index of the segment in the set; its count from ST is one more. */
  readonly index: number;
  readonly shape: ElementShape;
  /** 0 for a simple element. */
  readonly component: number;
  readonly element: number;
  /** `''` when it is absent. */
  readonly value: string;
}

/** The interchange of a set as text; SE01 is counted. `edit` changes what stands in place of the set's segments. */
export function interchangeText(set: SoundSet, segments: readonly SegmentText[] = set.segments): string {
  const counted = segments.map((segment, index) =>
    segment.tag === 'SE' && index === segments.length - 1
      ? { ...segment, elements: [String(segments.length), ...segment.elements.slice(1)] }
      : segment,
  );
  const envelope = [`${['GS', ...set.gs].join('*')}~`, ...counted.map(segmentText)];
  return `${set.isa}${envelope.join('')}GE*1*${set.gs[5]}~IEA*1*${set.isa.slice(90, 99)}~`;
}

/** A segment as it is sent, without empty elements at its end. */
export function segmentText({ tag, elements }: SegmentText): string {
  return `${[tag, ...elements].join('*').replace(/\*+$/, '')}~`;
}

/** The segment with another value in one place; the first repetition where it repeats. */
export function withValue(segment: SegmentText, element: number, component: number, value: string): SegmentText {
  const elements = [...segment.elements];
  while (elements.length < element) elements.push('');
  const [first = '', ...others] = (elements[element - 1] ?? '').split('^');
  const parts = first.split(':');
  while (parts.length < component) parts.push('');
  if (component > 0) parts[component - 1] = value;
  const changed = component > 0 ? parts.join(':').replace(/:+$/, '') : value;
  elements[element - 1] = [changed, ...others].join('^');
  return { tag: segment.tag, elements };
}

/** The segments with one of them replaced. */
export function replaced(set: SoundSet, index: number, segment: SegmentText): SegmentText[] {
  return set.segments.map((old, at) => (at === index ? segment : old));
}

/** The segments with some put before `index`, after `remove` of them were taken away there. */
export function spliced(set: SoundSet, index: number, remove: number, added: readonly SegmentText[]): SegmentText[] {
  const segments: SegmentText[] = [...set.segments];
  segments.splice(index, remove, ...added);
  return segments;
}

/** Every element and component that the guide defines in a segment, absent ones too. */
export function elementsOf(segment: PlacedSegment, index: number): PlacedElement[] {
  return segment.shape.elements.flatMap((shape) => {
    if (shape === undefined) return [];
    const [text = ''] = (segment.elements[shape.position - 1] ?? '').split('^');
    const whole = { segment, index, shape, component: 0, element: shape.position, value: text };
    const parts = text.split(':');
    const components = shape.components.flatMap((part) =>
      part === undefined
        ? []
        : [{ ...whole, shape: part, component: part.position, value: parts[part.position - 1] ?? '' }],
    );
    return [whole, ...components];
  });
}

/** The loop and those around it, the innermost first. */
export function chainOf(loop: PlacedLoop): PlacedLoop[] {
  return loop.parent === undefined ? [loop] : [loop, ...chainOf(loop.parent)];
}

/** True when the segment may be the one that the shape stands for. */
export function accepts(shape: SegmentShape, { tag, elements }: SegmentText): boolean {
  if (shape.tag !== tag) return false;
  if (shape.discriminator === undefined) return true;
  const { element, component, codes } = shape.discriminator;
  const text = elements[element - 1] ?? '';
  return codes.includes(component === 0 ? text : (text.split(':')[component - 1] ?? ''));
}

/** The segments, and first segments of loops, that may come next somewhere in these loops, from their beginning to their end. */
export function placesIn(loop: PlacedLoop): readonly SegmentShape[] {
  const known = placesOf.get(loop) ?? foundPlaces(loop);
  placesOf.set(loop, known);
  return known;
}

// Every way asks for those of every element.
const placesOf = new WeakMap<PlacedLoop, readonly SegmentShape[]>();

function foundPlaces(loop: PlacedLoop): SegmentShape[] {
  return chainOf(loop).flatMap(({ shape, parent }) => {
    // Its own first segment begins another of it, which is its parent's to say.
    const behind = parent === undefined ? shape.children : shape.children.slice(1);
    return behind.flatMap((child) => firstSegment(child));
  });
}

function firstSegment(child: LoopShape | SegmentShape): SegmentShape[] {
  if (child.kind === 'segment') return [child];
  const trigger = child.children[0];
  return trigger?.kind === 'segment' ? [trigger] : [];
}

/** Index after the last segment of the loop that begins at `index`. */
export function endOfLoop(set: SoundSet, index: number): number {
  const loop = set.segments[index]?.loop;
  let end = index + 1;
  while (end < set.segments.length && loop !== undefined && isWithin(set.segments[end]?.loop, loop)) end++;
  return end;
}

function isWithin(inner: PlacedLoop | undefined, outer: PlacedLoop): boolean {
  return inner !== undefined && (inner === outer || isWithin(inner.parent, outer));
}

/** True for the first segment of its loop. */
export function isTrigger({ shape, loop }: PlacedSegment): boolean {
  return loop.shape.loopId !== '' && loop.shape.children[0] === shape;
}
