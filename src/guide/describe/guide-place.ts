import type {
  ChildNode,
  CompositeNode,
  ElementChild,
  ElementNode,
  Guide,
  LoopNode,
  NotUsedElement,
  SectionNode,
  SegmentNode,
} from '../../model/guide.js';
import type { Mutable } from '../../model/object-maker.js';
import { entry } from '../plan/standard-lookup.js';

type Parent = Guide | SectionNode | LoopNode | SegmentNode | CompositeNode;
type Child = SectionNode | ChildNode | ElementChild;

/** What a guide says of one place of its data. */
export interface GuidePlace {
  /** The guide itself, for the data as a whole. */
  readonly guide?: Guide;
  readonly section?: SectionNode;
  readonly loop?: LoopNode;
  readonly segment?: SegmentNode;
  readonly composite?: CompositeNode;
  readonly element?: ElementNode;
  readonly unused?: NotUsedElement;
  /** Occurrences, where there may be several of what was found last. */
  readonly list?: { readonly minItems?: number; readonly maxItems?: number };
  /** The place is one of these. */
  readonly isMember?: boolean;
  /** The guide's own keys from the top, without the indexes of lists. */
  readonly keys: readonly string[];
  /** Keys and indexes as they stand in the data; those behind the last known one included. */
  readonly path: readonly (string | number)[];
  /** All variants of the segment that the same position may mean, with an element of the same kind: they differ in its codes. */
  readonly variants?: readonly GuidePlace[];
  /** Keys that stand beside the one at fault. */
  readonly siblings: readonly string[];
}

/** Changed while a path is followed. */
type Walk = Mutable<GuidePlace> & { keys: string[]; path: (string | number)[] };

/**
 * Follows a JSON pointer inside the data of a set, as far as the guide knows it.
 * @param endsInKey the last of it is a key, though it looks like an index.
 */
export function placeByPointer(guide: Guide, pointer: string, endsInKey = false): GuidePlace {
  const tokens = pointer.split('/').slice(1);
  return placeByKeys(
    guide,
    tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
    endsInKey ? tokens.length - 1 : tokens.length,
  );
}

/**
 * Follows keys of the data from its top; indexes of lists may stand among them.
 * @param most how many of them may be indexes, from the first on. Default: all.
 */
export function placeByKeys(guide: Guide, keys: readonly string[], most = keys.length): GuidePlace {
  const walk: Walk = { guide, keys: [], path: [], siblings: [] };
  let parent: Parent | undefined = guide;
  for (const [at, key] of keys.entries()) {
    // In a list of lists, which no guide has, the second number is a key that nobody knows.
    if (walk.list !== undefined && walk.isMember !== true && at < most && /^\d+$/.test(key)) {
      walk.path.push(Number(key));
      walk.isMember = true;
      continue;
    }
    walk.path.push(key);
    walk.siblings = [];
    if (parent === undefined) continue; // behind what the guide knows
    walk.siblings = Object.keys(parent.properties);
    const own = ownKey(parent, key);
    const child: Child | undefined = own === undefined ? undefined : entry<Child>(parent.properties, own);
    if (own === undefined || child === undefined) {
      const unused = unusedOf(parent, key);
      if (unused !== undefined) walk.unused = unused;
      parent = undefined;
      continue;
    }
    walk.keys.push(own);
    if (parent === guide) walk.section = child as SectionNode; // the properties of a guide are its sections
    parent = enter(walk, child, guide);
  }
  return walk;
}

// An older name of a property is read like its own.
function ownKey({ properties }: Parent, key: string): string | undefined {
  if (Object.hasOwn(properties, key)) return key;
  for (const [own, child] of Object.entries(properties)) {
    const node: object = 'items' in child ? child.items : child;
    const x12 = 'x12' in node ? node.x12 : undefined;
    if (typeof x12 !== 'object' || x12 === null || !('aliases' in x12)) continue;
    if (Array.isArray(x12.aliases) && x12.aliases.includes(key)) return own;
  }
  return undefined;
}

function enter(walk: Walk, child: Child, guide: Guide): Parent | undefined {
  const repeated = 'items' in child ? child : undefined;
  delete walk.list;
  delete walk.isMember;
  if (repeated !== undefined) {
    const { minItems, maxItems } = repeated;
    walk.list = { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
  }
  const node = nodeOf(repeated?.items ?? child, guide);
  if (node === undefined || !('x12' in node) || node.x12 === undefined) return node;
  // The member of `x12` that names the node tells its kind, which the compiler does not follow.
  if ('loop' in node.x12) walk.loop = node as LoopNode;
  else if ('segment' in node.x12) walk.segment = node as SegmentNode;
  else if ('composite' in node.x12) walk.composite = node as CompositeNode;
  else if ('element' in node.x12) {
    walk.element = node as unknown as ElementNode;
    return undefined;
  }
  return node;
}

/** The node itself, for a `$ref` to a shared loop that one. An element's `$ref` leads to its codes, not to a node. */
export function nodeOf(child: Exclude<Child, { readonly items: object }> | object, guide: Guide): Parent | undefined {
  if ('x12' in child || !('$ref' in child) || typeof child.$ref !== 'string') return child as Parent; // all others are nodes with children
  const shared = entry(guide.$defs, child.$ref.replace('#/$defs/', ''));
  return shared === undefined || !('x12' in shared) || !('properties' in shared) ? undefined : shared;
}

// Such elements have no name of their own in the data: `element_08`, `component_04`.
function unusedOf(parent: Parent, key: string): NotUsedElement | undefined {
  const position = /_(\d\d)$/.exec(key)?.[1];
  const { x12 } = parent;
  if (position === undefined || x12 === undefined || !('segment' in x12 || 'composite' in x12)) return undefined;
  return entry(x12.notUsed, position);
}
