import type { SegmentShape } from '../guide-shape.js';
import {
  accepts,
  endOfLoop,
  interchangeText,
  isTrigger,
  type PlacedSegment,
  placesIn,
  type SegmentText,
  type SoundSet,
  spliced,
} from '../sound-set.js';
import type { Spoilt, Want, Way } from '../way.js';
import { loopIdOf, segmentPlace } from './element-way.js';

/** Segments that are missing, too many, unknown or in the wrong place. */
export const SEGMENT_WAYS: readonly Way[] = [
  segmentWay('a required segment is missing', (set, segment, index) => {
    const { shape, loop } = segment;
    if (
      isEnvelope(segment) ||
      !shape.required ||
      isTrigger(segment) ||
      isFilledBy(set, index, shape) ||
      !isSettled(set, set.segments[index - 1], index + 1) ||
      sharesPosition(segment)
    )
      return undefined;
    const at = { ...segmentPlace(set, index, shape.tag), loopId: loopIdOf(set, loop.shape.loopId) };
    return spoilt(spliced(set, index, 1, []), want([shape.mandatory ? '3' : 'I8'], at));
  }),
  segmentWay('a segment occurs once too often', (set, segment, index) => {
    const { shape } = segment;
    if (isEnvelope(segment) || isTrigger(segment) || shape.max > 30 || placesFor(segment, segment) !== 1)
      return undefined;
    if (set.segments[index + 1]?.shape === shape) return undefined;
    const same = set.segments.filter((other) => other.shape === shape && other.loop === segment.loop).length;
    const added = Array.from({ length: shape.max + 1 - same }, () => segment);
    const surplus = index + 1 + added.length - 1;
    const at = { ...segmentPlace(set, index, shape.tag), segment: surplus + 1 };
    return spoilt(spliced(set, index + 1, 0, added), want(['5'], at));
  }),
  segmentWay('two segments have changed places', (set, segment, index) => {
    const next = set.segments[index + 1];
    if (
      next === undefined ||
      isEnvelope(segment) ||
      isEnvelope(next) ||
      next.loop !== segment.loop ||
      isTrigger(segment) ||
      isTrigger(next)
    )
      return undefined;
    if (segment.shape.position >= next.shape.position || placesFor(segment, segment) !== 1) return undefined;
    if (placesFor(segment, next) !== 1 || set.segments[index - 1]?.shape === segment.shape) return undefined;
    const at = segmentPlace(set, index + 1, segment.tag);
    return spoilt(spliced(set, index, 2, [next, segment]), want(['7'], at));
  }),
  segmentWay('a segment comes behind the loops inside its own', (set, segment, index) => {
    const { loop, shape } = segment;
    if (isEnvelope(segment) || isTrigger(segment) || loop.parent === undefined) return undefined;
    const first = set.segments.findIndex((other) => other.loop === loop);
    const end = endOfLoop(set, first);
    const last = set.segments[end - 1];
    if (last === undefined || last.loop === loop || placesFor(last, segment) !== 1 || isBracket(set, end))
      return undefined;
    const inner = set.segments.slice(index + 1, end).find((other) => other.loop.parent === loop);
    if (inner === undefined || inner.loop.shape.position <= shape.position || inner.tag === 'HL') return undefined;
    const moved = spliced(set, index, 1, []);
    moved.splice(end - 1, 0, segment);
    // It belongs to an open loop (7), or to none that is open here (2): both are said of it.
    return spoilt(moved, { ...want(['7', '2'], { segment: end, segmentId: segment.tag }) });
  }),
  segmentWay('a required segment comes behind a loop inside its own', (set, segment, index) => {
    const { loop, shape } = segment;
    if (isEnvelope(segment) || isTrigger(segment) || !shape.required || isRepeated(set, segment)) return undefined;
    const inner = set.segments.findIndex((other, at) => at > index && other.loop.parent === loop && isTrigger(other));
    const end = inner < 0 ? 0 : endOfLoop(set, inner);
    const { loop: begun, tag = '' } = set.segments[inner] ?? {};
    if (begun === undefined || begun.shape.position <= shape.position || tag === 'HL' || isBracket(set, end))
      return undefined;
    if (placesFor(set.segments[end - 1], segment) !== 1) return undefined;
    return late(set, segment, index, end);
  }),
  segmentWay('a required segment comes in the loop behind its own', (set, segment, index) => {
    const { loop, shape } = segment;
    if (isEnvelope(segment) || isTrigger(segment) || !shape.required || isRepeated(set, segment)) return undefined;
    const first = set.segments.findIndex((other) => other.loop === loop);
    const end = endOfLoop(set, first);
    const next = set.segments[end];
    if (next === undefined || next.loop.parent !== loop.parent || !isTrigger(next) || next.tag === 'HL')
      return undefined;
    if (next.loop.shape === loop.shape || placesFor(next, segment) > 0 || isBracket(set, end)) return undefined;
    return late(set, segment, index, end + 1);
  }),
  segmentWay('two loops have changed places', (set, segment, index) => {
    const { loop } = segment;
    const end = endOfLoop(set, index);
    const next = set.segments[end];
    if (!isTrigger(segment) || next === undefined || !isTrigger(next) || next.loop.parent !== loop.parent)
      return undefined;
    if (loop.shape.position >= next.loop.shape.position || loop.parent?.parent === undefined) return undefined;
    const [before, after] = [set.segments.slice(index, end), set.segments.slice(end, endOfLoop(set, end))];
    if ([...before, ...after].some(({ tag }) => APART.has(tag)) || set.segments[index - 1]?.loop.shape === loop.shape)
      return undefined;
    const last = after.at(-1);
    if (placesFor(last, segment) !== 1 || placesFor(before.at(-1), next) !== 1) return undefined;
    if ((set.segments[end + after.length]?.loop.shape ?? next.loop.shape) === next.loop.shape) return undefined;
    const at = { ...segmentPlace(set, index + after.length, segment.tag), loopId: loopIdOf(set, loop.shape.loopId) };
    return spoilt(spliced(set, index, before.length + after.length, [...after, ...before]), want(['7', '2'], at));
  }),
  segmentWay('a segment that X12 does not have', (set, { tag }, index) => {
    if (tag === 'ST' || isBracket(set, index)) return undefined;
    return spoilt(spliced(set, index, 0, [{ tag: 'QQZ', elements: ['1'] }]), foreign(['1'], index, 'QQZ'));
  }),
  segmentWay('a tag in lower case', (set, segment, index) => {
    if (isEnvelope(segment) || isTrigger(segment) || segment.shape.required || isBracket(set, index)) return undefined;
    const tag = segment.tag.toLowerCase();
    return spoilt(spliced(set, index, 1, [{ ...segment, tag }]), foreign(['1'], index, tag));
  }),
  segmentWay('a segment of other sets', (set, { tag }, index) => {
    const other = foreignSegment(set, index);
    if (tag === 'ST' || other === undefined || isBracket(set, index)) return undefined;
    return spoilt(spliced(set, index, 0, [other]), foreign(['6'], index, other.tag));
  }),
  segmentWay('a segment of the set where no loop has it', (set, { tag }, index) => {
    const before = set.segments[index - 1];
    if (before === undefined || tag === 'ST' || isBracket(set, index)) return undefined;
    const tags = new Set(placesIn(before.loop).map((shape) => shape.tag));
    const others = set.segments.filter((other) => !tags.has(other.tag) && !APART.has(other.tag));
    const moved = others[index % Math.max(1, others.length)];
    if (moved === undefined || set.guide.mentioned.tags.has(moved.tag)) return undefined;
    return spoilt(spliced(set, index, 0, [moved]), foreign(['2'], index, moved.tag));
  }),
  segmentWay('an empty segment', (set, { tag }, index) => {
    if (tag === 'ST') return undefined;
    const segments = spliced(set, index, 0, [{ tag: '', elements: [] }]);
    // Whether it counts in SE01 is left open.
    const open: Want = { level: 'transaction', codes: ['4'], at: {} };
    return { segments, wants: [{ level: 'segment', codes: [], at: { segment: index + 1 } }], allowed: [open] };
  }),
  segmentWay('a required loop is missing', (set, segment, index) => {
    const { loop } = segment;
    const { parent, shape } = loop;
    if (!isTrigger(segment) || parent === undefined || !shape.required) return undefined;
    const end = endOfLoop(set, index);
    const body = set.segments.slice(index, end);
    const others = set.segments.filter((other) => other.loop.shape === shape && other.loop.parent === parent);
    if (others.some((other) => other.loop !== loop) || body.some(({ tag }) => APART.has(tag))) return undefined;
    if (parent.shape.children.some((child) => child !== shape && child.position === shape.position)) return undefined;
    if (fillers(set, end).some((other) => accepts(segment.shape, other))) return undefined;
    if (!isSettled(set, set.segments[index - 1], end)) return undefined;
    const at = { ...segmentPlace(set, index, segment.tag), loopId: loopIdOf(set, shape.loopId) };
    return spoilt(spliced(set, index, body.length, []), want([shape.mandatory ? '3' : 'I7'], at));
  }),
  segmentWay('a loop occurs once too often', (set, segment, index) => {
    const { loop } = segment;
    const { parent, shape } = loop;
    if (!isTrigger(segment) || parent === undefined || shape.max > 15) return undefined;
    const end = endOfLoop(set, index);
    const body = set.segments.slice(index, end);
    const next = set.segments[end]?.loop;
    if (next?.shape === shape || body.some(({ tag }) => APART.has(tag))) return undefined;
    if (placesFor(set.segments[end - 1], segment) !== 1) return undefined;
    const same = new Set(
      set.segments
        .filter((other) => other.loop.shape === shape && other.loop.parent === parent)
        .map((other) => other.loop),
    );
    const added = Array.from({ length: shape.max + 1 - same.size }, () => body);
    const first = end + (added.length - 1) * body.length;
    if (added.length === 0) return undefined;
    const at = { ...segmentPlace(set, index, segment.tag), segment: first + 1, loopId: loopIdOf(set, shape.loopId) };
    return spoilt(spliced(set, end, 0, added.flat()), want(['4'], at));
  }),
  segmentWay('an optional loop lacks its first segment', (set, segment, index) => {
    const { loop } = segment;
    if (!isTrigger(segment) || loop.shape.required || loop.parent === undefined || APART.has(segment.tag))
      return undefined;
    const body = set.segments.slice(index + 1, endOfLoop(set, index));
    const before = set.segments[index - 1];
    const tags = new Set(before === undefined ? [] : placesIn(before.loop).map((shape) => shape.tag));
    const [first] = body;
    if (first === undefined || body.some((other) => other.loop !== loop || tags.has(other.tag))) return undefined;
    const siblings = set.segments.some(
      (other) => other.loop.shape === loop.shape && other.loop.parent === loop.parent && other.loop !== loop,
    );
    if (siblings || isMentioned(set, loop.shape.loopId)) return undefined;
    const orphans = body.map(({ tag }, offset) => foreign(['2'], index + offset, tag));
    return { segments: spliced(set, index, 1, []), wants: orphans.slice(0, 1), allowed: orphans };
  }),
  bracketWay('there is no LE', 'LE', (set, segment, index) =>
    spoilt(spliced(set, index, 1, []), want(['3'], { segment: index + 1, segmentId: segment.tag })),
  ),
  bracketWay('there is no LS', 'LS', (set, segment, index) => {
    const [before, next] = [set.segments[index - 1], set.segments[index + 1]];
    // Where it begins a loop, what follows must not begin one that needs none.
    if (next === undefined || next.tag === 'LE' || (isTrigger(segment) && placesFor(before, next) > 0))
      return undefined;
    return {
      segments: spliced(set, index, 1, []),
      wants: [want(['3'], { segment: index + 1, segmentId: segment.tag })],
      // The LE that is left closes nothing.
      open: ['segment'],
    };
  }),
  bracketWay('a bracket comes twice', 'LS', (set, segment, index) => {
    const end = set.segments.findIndex(({ tag }, at) => at > index && tag === 'LE');
    const bracket = set.segments.slice(index, end + 1);
    if (end < 0 || segment.shape.max > 1) return undefined;
    // Where the LS begins a loop, it is the loop that comes too often.
    const codes = isTrigger(segment) ? ['4'] : ['5'];
    const at = { segment: end + 2, segmentId: 'LS' };
    return spoilt(spliced(set, end + 1, 0, bracket), want(codes, at));
  }),
  bracketWay('LE01 is not LS01', 'LE', (set, segment, index) => ({
    segments: spliced(set, index, 1, [{ ...segment, elements: ['2999'] }]),
    wants: [{ level: 'element', codes: ['7'], at: { segment: index + 1, segmentId: 'LE', element: 1 } }],
  })),
];

/** A spoilt set whose text is not made yet. */
interface Edited extends Omit<Spoilt, 'text'> {
  readonly segments: readonly SegmentText[];
}

type Change = (set: SoundSet, segment: PlacedSegment, index: number) => Edited | undefined;

/** Counted, nested and bracketed by ways of their own. */
const APART: ReadonlySet<string> = new Set(['ST', 'SE', 'HL', 'LS', 'LE', 'BHT']);

/** A way that changes segments; `change` makes the spoilt set or says that it does not fit. */
function segmentWay(name: string, change: Change): Way {
  return {
    name,
    spoil: (set) =>
      set.segments.flatMap((segment, index) => {
        if (set.guide.mentioned.tags.has(segment.tag) || isMentioned(set, segment.loop.shape.loopId)) return [];
        if (segment.tag === 'LS' || segment.tag === 'LE') return [];
        return thunkOf(set, change(set, segment, index));
      }),
  };
}

function isEnvelope({ tag }: PlacedSegment): boolean {
  return tag === 'ST' || tag === 'SE';
}

function bracketWay(name: string, tag: string, change: Change): Way {
  return {
    name,
    spoil: (set) =>
      set.segments.flatMap((segment, index) => (segment.tag === tag ? thunkOf(set, change(set, segment, index)) : [])),
  };
}

function thunkOf(set: SoundSet, edited: Edited | undefined): (() => Spoilt)[] {
  if (edited === undefined) return [];
  const { segments, ...rest } = edited;
  return [() => ({ text: interchangeText(set, segments), ...rest })];
}

function spoilt(segments: readonly SegmentText[], wanted: Want): Edited {
  return { segments, wants: [wanted] };
}

function want(codes: readonly string[], at: Want['at']): Want {
  return { level: 'segment', codes, at };
}

/** A segment that belongs to no loop: none is told for it. */
function foreign(codes: readonly string[], index: number, segmentId: string): Want {
  return want(codes, { segment: index + 1, segmentId });
}

function isMentioned({ guide }: SoundSet, loopId: string): boolean {
  return guide.mentioned.loops.has(loopId);
}

/** The segment at `index`, which must come, put before `end`: it stands in the loop at hand, and belongs to its own. */
function late(set: SoundSet, segment: PlacedSegment, index: number, end: number): Edited | undefined {
  if (!isSettled(set, set.segments[index - 1], index + 1)) return undefined;
  const moved = spliced(set, index, 1, []);
  moved.splice(end - 1, 0, segment);
  return spoilt(moved, want(['7'], { segment: end, segmentId: segment.tag }));
}

/** True when another segment of the same kind stands in the loop. */
function isRepeated(set: SoundSet, { shape, loop }: PlacedSegment): boolean {
  return set.segments.filter((other) => other.loop === loop && other.shape === shape).length > 1;
}

/** In how many places of the loops that are open behind `after` the segment would be taken. */
function placesFor(after: PlacedSegment | undefined, segment: PlacedSegment): number {
  return after === undefined ? 0 : placesIn(after.loop).filter((shape) => accepts(shape, segment)).length;
}

/** True when another segment may stand for the one at `index`. */
function isFilledBy(set: SoundSet, index: number, shape: SegmentShape): boolean {
  const { loop } = set.segments[index] ?? {};
  const siblings = set.segments.filter((other, at) => at !== index && other.loop === loop);
  return [...siblings, ...fillers(set, index + 1)].some((other) => accepts(shape, other));
}

/** True when what stands at `next` has one place behind `before`: only then is it plain that nothing stood between. */
function isSettled(set: SoundSet, before: PlacedSegment | undefined, next: number): boolean {
  const found = set.segments[next];
  return found !== undefined && placesFor(before, found) <= 1;
}

/** What follows, until a loop begins. */
function fillers(set: SoundSet, from: number): PlacedSegment[] {
  const rest = set.segments.slice(from);
  const end = rest.findIndex((segment) => isTrigger(segment));
  return end < 0 ? rest : rest.slice(0, end + 1);
}

/** Siblings at one position come in any order: where one of them is missing cannot be said. */
function sharesPosition({ shape, loop }: PlacedSegment): boolean {
  return loop.shape.children.some((child) => child !== shape && child.position === shape.position);
}

/** True between LS and LE, and before either: what stands there stands in no loop. */
function isBracket(set: SoundSet, index: number): boolean {
  const tags = set.segments.map(({ tag }) => tag);
  const opened = tags.slice(0, index).filter((tag) => tag === 'LS').length;
  return opened > tags.slice(0, index).filter((tag) => tag === 'LE').length || tags[index] === 'LS';
}

/** No implementation guide of health care has them, nor has the standard in these sets. */
const OF_ORDERS = ['BEG', 'BIG', 'PO1'];
const ENVELOPES = /^(ISA|ISB|ISE|ISX|IEA|TA1|TA3|GS|GE|ST|SE|LS|LE|BIN|BDS|S[1-4][AES])$/;

function foreignSegment(set: SoundSet, index: number): SegmentText | undefined {
  const { dictionary, tags, isGuide } = set.guide;
  const all = isGuide ? OF_ORDERS : Object.keys(dictionary.segments).filter((tag) => !ENVELOPES.test(tag));
  const others = all.filter((tag) => !tags.has(tag) && dictionary.segments[tag] !== undefined);
  const tag = others[(index * 7919) % Math.max(1, others.length)];
  return tag === undefined ? undefined : { tag, elements: ['1'] };
}
