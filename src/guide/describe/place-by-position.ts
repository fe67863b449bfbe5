import type { Guide, SegmentNode } from '../../model/guide.js';
import type { Position } from '../../model/position.js';
import { type GuidePlace, nodeOf, placeByKeys } from './guide-place.js';

/** Keys of the loops and of their segments, from the top of the data. */
interface LoopKeys {
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
  const loops = indexOf(guide).get(at.loopId ?? '') ?? [];
  const places = loops.flatMap(({ own, segments }) => {
    if (at.segmentId === undefined) return [placeByKeys(guide, own)];
    return segments
      .filter(({ tag }) => tag === at.segmentId)
      .map(({ key }) => placeByKeys(guide, elementKeys(guide, [...own, key], at)));
  });
  const [first, ...others] = places.filter(isIt);
  if (first === undefined) return undefined;
  if (others.length === 0) return first;
  const title = titleOf(first);
  const isOne = others.every((place) => titleOf(place) === title);
  if (isOne && areAlike(first, others)) return { ...first, variants: others };
  return sharedPlace(first, others, standardName);
}

// Names and codes are those of one variant; type and lengths mostly those of all.
function sharedPlace(
  first: GuidePlace,
  others: readonly GuidePlace[],
  standardName: string | undefined,
): GuidePlace | undefined {
  const { element, segment, composite } = first;
  if (element === undefined || segment === undefined || composite !== undefined || !areAlike(first, others))
    return undefined;
  const { title: _title, enum: _codes, $ref: _list, ...shared } = element;
  const named = standardName === undefined ? shared : { ...shared, title: standardName };
  return { ...first, element: named, segment: { ...segment, properties: {} } };
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
    collect(section, { guide, index, keys: [name], id: '', open: new Set() });
  }
  INDEXES.set(guide, index);
  return index;
}

interface Collecting {
  readonly guide: Guide;
  readonly index: Map<string, LoopKeys[]>;
  readonly keys: readonly string[];
  readonly id: string;
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
    collect(inner, { ...at, keys: [...at.keys, key], id: inner.x12.loop });
  }
  const loops = at.index.get(at.id);
  const own = { own: at.keys, segments };
  if (loops === undefined) at.index.set(at.id, [own]);
  else loops.push(own);
}
