import { X12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import { type ElementPath, exactName, type PathFilter, type PathStep } from '../path/element-path.js';

/** A node of a guide, and where an overlay's patch reaches it. */
export interface GuidePlace {
  readonly kind: 'loop' | 'segment' | 'element';
  /** Names of members from the guide down to the node itself; into `$defs` for a shared loop. */
  readonly node: readonly string[];
  /** To the list that holds it; absent where it is single. */
  readonly list: readonly string[] | undefined;
  /** To the property that holds it. */
  readonly child: readonly string[];
  /** What it is called, for people. */
  readonly told: string;
}

/** Any node, by the members that nodes have; which are there tells its kind. */
interface AnyNode {
  readonly type?: unknown;
  readonly title?: string;
  readonly items?: AnyNode;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, AnyNode>>;
  readonly x12?: {
    readonly loop?: string;
    readonly segment?: string;
    readonly discriminator?: { readonly element: string; readonly codes: readonly string[] };
  };
}

interface Found extends GuidePlace {
  readonly value: AnyNode;
}

/**
 * The places that a path names in a guide: its first step at any depth, as near to the top as there is one, further steps in the one
 * before; filters compare what tells segments and loops apart.
 * @throws X12Error `X12_PATH_INVALID` for what only a set can have: numbers of occurrences, classes of names.
 */
export function placesOf(guide: Guide, { section, steps, element }: ElementPath): readonly GuidePlace[] {
  const sections = Object.entries(guide.properties).filter(([name]) => section === undefined || name === section);
  // Nodes of all kinds share the members of AnyNode.
  const top = sections.map(([name, value]) => placed(['properties', name], value as AnyNode, guide, name));
  const [first, ...rest] = steps;
  if (first === undefined) return [];
  let found = nearest(top, first, guide);
  for (const step of rest)
    found = found.flatMap((place) => childrenOf(place, guide)).filter((place) => isNamed(place, step, guide));
  if (element === undefined) return found;
  const { position, component } = element;
  const elements = found.flatMap((place) => elementAt(segmentOf(place, guide), position, guide));
  return component === undefined ? elements : elements.flatMap((place) => elementAt(place, component, guide));
}

/** The nodes of the step's name at the least depth that has one; every shared loop is looked into once. */
function nearest(top: readonly Found[], step: PathStep, guide: Guide): readonly Found[] {
  const seen = new Set<AnyNode>();
  for (let level = top; level.length > 0; ) {
    const below = level.flatMap((place) => childrenOf(place, guide));
    const found = below.filter((place) => isNamed(place, step, guide));
    if (found.length > 0) return found;
    level = below.filter(({ kind, value }) => kind === 'loop' && !seen.has(value));
    for (const { value } of level) seen.add(value);
  }
  return [];
}

function childrenOf({ node, value }: Found, guide: Guide): readonly Found[] {
  return Object.entries(value.properties ?? {}).map(([key, child]) =>
    placed([...node, 'properties', key], child, guide, key),
  );
}

function placed(child: readonly string[], outer: AnyNode, guide: Guide, key: string): Found {
  const isList = outer.type === 'array' && outer.items !== undefined;
  const inner = isList ? (outer.items ?? outer) : outer;
  const at = isList ? [...child, 'items'] : child;
  const name = inner.$ref?.startsWith('#/$defs/loop_') === true ? inner.$ref.replace('#/$defs/', '') : undefined;
  // As above: a loop like any other.
  const value = name === undefined ? inner : ((guide.$defs?.[name] ?? {}) as AnyNode);
  const { loop, segment, discriminator } = value.x12 ?? {};
  const kind = loop === undefined ? (segment === undefined ? 'element' : 'segment') : 'loop';
  const codes = discriminator === undefined ? '' : `[${discriminator.element}=${discriminator.codes.join(',')}]`;
  return {
    kind,
    node: name === undefined ? at : ['$defs', name],
    list: isList ? child : undefined,
    child,
    told: `${loop ?? segment ?? key}${codes}${value.title === undefined ? '' : ` (${value.title})`}`,
    value,
  };
}

function isNamed(place: Found, step: PathStep, guide: Guide): boolean {
  const name = exactName(step);
  if (name === undefined) throw invalid('Name one loop or segment a step: a guide is narrowed place by place.');
  const { loop, segment } = place.value.x12 ?? {};
  return (loop === name || segment === name) && step.filters.every((filter) => fits(place, filter, guide));
}

function fits(place: Found, filter: PathFilter, guide: Guide): boolean {
  if (filter.kind !== 'value' || filter.negated || filter.at.segment !== undefined) {
    throw invalid('Of filters a guide knows those by which it tells segments apart, such as REF[01=DP].');
  }
  const own = place.value.x12?.discriminator ?? segmentOf(place, guide).value.x12?.discriminator;
  if (own === undefined) return false;
  const [element, component] = own.element.split('-').map(Number);
  const isSame = element === filter.at.position && component === filter.at.component;
  return isSame && filter.values.some((value) => own.codes.includes(value));
}

/** A segment itself, and of a loop the one that it begins with. */
function segmentOf(place: Found, guide: Guide): Found {
  if (place.kind !== 'loop') return place;
  return childrenOf(place, guide)[0] ?? place;
}

function elementAt(place: Found, position: number, guide: Guide): readonly Found[] {
  const ending = `_${String(position).padStart(2, '0')}`;
  const found = childrenOf(place, guide).filter(({ child }) => child.at(-1)?.endsWith(ending) === true);
  return found.filter(({ kind }) => kind === 'element');
}

function invalid(text: string): X12Error {
  return new X12Error('X12_PATH_INVALID', text);
}
