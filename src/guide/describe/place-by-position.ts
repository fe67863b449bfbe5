import type { Guide, SegmentNode } from '../../model/guide.js';
import type { Position } from '../../model/position.js';
import { type GuidePlace, nodeOf, placeByKeys } from './guide-place.js';

/** Keys of the loops and of their segments, from the top of the data. */
interface LoopKeys {
  /** Where its first segment has the code that tells it from others. */
  readonly discriminator: string | undefined;
  readonly own: readonly string[];
  readonly segments: readonly { readonly tag: string; readonly key: string }[];
}

/** By loop id; `''` is the set itself. Kept as long as the guide is, as the same one is asked for each finding of a file. */
const INDEXES = new WeakMap<Guide, ReadonlyMap<string, readonly LoopKeys[]>>();

/**
 * The place of a position in a file. A position has the tag of a segment and not its variant: where several variants
 * stand in the loop (REF), the place has what they share, with the name that the standard has for the element.
 * @param isIt leaves out variants that the finding cannot be about.
 */
export function placeByPosition(
  guide: Guide,
  at: Position,
  { isIt, standardName }: { readonly isIt: (place: GuidePlace) => boolean; readonly standardName: string | undefined },
): GuidePlace | undefined {
  const [first, ...others] = placesAt(guide, at, isIt);
  if (first === undefined) return undefined;
  if (others.length === 0) return first;
  if (!areAlike(first, others)) return undefined;
  const title = titleOf(first);
  const isOne = others.every((place) => titleOf(place) === title);
  return isOne ? { ...first, variants: [first, ...others] } : sharedPlace(first, others, standardName);
}

/** IK303 holds four characters of a loop's id: a 999 says 2100 of 2100C. */
const MOST_OF_ID = 4;

function loopsOf(guide: Guide, { loopId = '', segmentId, element }: Position): readonly LoopKeys[] {
  const index = indexOf(guide);
  const own = index.get(loopId) ?? [];
  const holds = ({ segments }: LoopKeys): boolean => segments.some(({ tag }) => tag === segmentId);
  // A 997 names no loop at all. A segment with a wrong element was placed, so that some loop has it.
  const isUnsaid = loopId === '' && element !== undefined && !own.some(holds);
  const isCut = loopId.length === MOST_OF_ID && own.length === 0;
  return isUnsaid || isCut
    ? [...index].flatMap(([id, loops]) => (id.startsWith(loopId) ? loops.filter(holds) : []))
    : own;
}

function placesAt(guide: Guide, at: Position, isIt: (place: GuidePlace) => boolean): readonly GuidePlace[] {
  const index = indexOf(guide);
  const loops = loopsOf(guide, at);
  if (at.segmentId === undefined) return loops.map(({ own }) => placeByKeys(guide, own)).filter(isIt);
  const variants = loops.flatMap((loop) => variantsOf(loop, guide, at)).filter(isIt);
  if (variants.length === 0) return variants;
  // Whether it is this loop is told by the very code: the segment may as well begin another one of the same parent.
  const told = loops.filter(
    ({ discriminator, segments }) => discriminator === discriminatorAt(at) && segments[0]?.tag === at.segmentId,
  );
  const beside = [...index.values()]
    .flat()
    .filter(
      ({ own, discriminator }) =>
        discriminator === told[0]?.discriminator && told.some((one) => isBeside(own, one.own)),
    );
  return [
    ...variants,
    ...beside.flatMap(({ own, segments, ...more }) =>
      variantsOf({ own, segments: segments.slice(0, 1), ...more }, guide, at),
    ),
  ];
}

function isBeside(other: readonly string[], own: readonly string[]): boolean {
  if (other.length !== own.length || other.at(-1) === own.at(-1)) return false;
  return own.slice(0, -1).every((key, index) => other[index] === key);
}

function discriminatorAt({ element = 0, component }: Position): string {
  const digits = (position: number): string => String(position).padStart(2, '0');
  return component === undefined ? digits(element) : `${digits(element)}-${digits(component)}`;
}

function variantsOf({ own, segments }: LoopKeys, guide: Guide, at: Position): readonly GuidePlace[] {
  return segments
    .filter(({ tag }) => tag === at.segmentId)
    .map(({ key }) => placeByKeys(guide, elementKeys(guide, [...own, key], at)));
}

// A name is that of one variant; type and lengths are those of all, and of their codes each may be meant.
function sharedPlace(
  first: GuidePlace,
  others: readonly GuidePlace[],
  standardName: string | undefined,
): GuidePlace | undefined {
  const { element, segment } = first;
  if (element === undefined || segment === undefined) return undefined;
  const { title: _title, enum: _codes, $ref: _list, ...shared } = element;
  const named = standardName === undefined ? shared : { ...shared, title: standardName };
  return { ...first, element: named, segment: { ...segment, properties: {} }, variants: [first, ...others] };
}

function areAlike({ element }: GuidePlace, others: readonly GuidePlace[]): boolean {
  const own = element?.x12;
  return others.every(
    ({ element: other }) => other?.x12.type === own?.type && other?.x12.min === own?.min && other?.x12.max === own?.max,
  );
}

/** What the place is called: by its innermost node. */
export function titleOf(place: GuidePlace | undefined): string | undefined {
  if (place?.unused !== undefined) return place.unused.name;
  return (place?.element ?? place?.composite ?? place?.segment ?? place?.loop)?.title;
}

function elementKeys(guide: Guide, keys: readonly string[], { element, component }: Position): readonly string[] {
  if (element === undefined) return keys;
  const { segment } = placeByKeys(guide, keys);
  const own = [...keys, keyAt(segment, element, 'element')];
  if (component === undefined) return own;
  const { composite } = placeByKeys(guide, own);
  return composite === undefined ? own : [...own, keyAt(composite, component, 'component')];
}

function keyAt(node: Pick<SegmentNode, 'properties'> | undefined, position: number, prefix: string): string {
  const suffix = `_${String(position).padStart(2, '0')}`;
  return Object.keys(node?.properties ?? {}).find((key) => key.endsWith(suffix)) ?? `${prefix}${suffix}`;
}

function indexOf(guide: Guide): ReadonlyMap<string, readonly LoopKeys[]> {
  const known = INDEXES.get(guide);
  if (known !== undefined) return known;
  const index = new Map<string, LoopKeys[]>();
  for (const [name, section] of Object.entries(guide.properties)) {
    collect(section, { guide, index, keys: [name], id: '', discriminator: undefined, open: new Set() });
  }
  INDEXES.set(guide, index);
  return index;
}

interface Collecting {
  readonly guide: Guide;
  readonly index: Map<string, LoopKeys[]>;
  readonly keys: readonly string[];
  readonly id: string;
  readonly discriminator: string | undefined;
  /** Loops that were entered: a loop in itself, or a shared one, is entered once. */
  readonly open: Set<object>;
}

function collect(node: { readonly properties: Readonly<Record<string, object>> }, at: Collecting): void {
  const segments: { tag: string; key: string }[] = [];
  for (const [key, child] of Object.entries(node.properties)) {
    const inner = nodeOf('items' in child ? (child.items as object) : child, at.guide); // a list's items are a node
    if (inner?.x12 === undefined || at.open.has(inner)) continue;
    if ('segment' in inner.x12) segments.push({ tag: inner.x12.segment, key });
    if (!('loop' in inner.x12)) continue;
    at.open.add(inner);
    const { loop: id, discriminator } = inner.x12;
    collect(inner, { ...at, keys: [...at.keys, key], id, discriminator: discriminator?.element });
  }
  const loops = at.index.get(at.id);
  const own = { own: at.keys, segments, discriminator: at.discriminator };
  if (loops === undefined) at.index.set(at.id, [own]);
  else loops.push(own);
}
