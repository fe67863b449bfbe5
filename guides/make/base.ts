import type { Dictionary, DictionarySegment } from '../../src/model/guide.js';
import type { BaseChild, BaseFacts, BaseLoop, ElementFact, LoopFact, SegmentFact, SetFacts } from './facts.js';

/** Where detail and summary of a base set begin: a loop id or tag at the top level. */
export interface Boundary {
  readonly detail?: string;
  readonly summary?: string;
  readonly source: string;
}

/** Sets of the standard whose levels nest without level codes (DECISIONS A7). */
const RECURSIVE_LOOP = 'HL';

/**
 * Spells a base set out: every segment gets the elements of the release's dictionary, positions run in order, and the
 * tables are cut where the boundary says.
 */
export function expandBase(facts: BaseFacts, boundary: Boundary, dictionary: Dictionary): SetFacts {
  let position = 0;
  const next = (): number => {
    position += 10;
    return position;
  };
  const expand = (child: BaseChild): LoopFact | SegmentFact =>
    typeof child === 'string' ? segment(child, next(), facts.set, dictionary) : loop(child, expand);
  const children = facts.children.map(expand);
  const names = facts.children.map((child) => (typeof child === 'string' ? tagOf(child) : child.loop));
  const [detail, summary] = cut(facts.id, names, boundary);
  return {
    ...facts,
    codeNames: {},
    heading: children.slice(0, detail),
    detail: children.slice(detail, summary),
    summary: children.slice(summary),
  };
}

function cut(id: string, names: readonly string[], boundary: Boundary): [number, number] {
  const find = (name: string | undefined): number => {
    if (name === undefined) return names.length - 1;
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`${id}: the boundary table names ${name}, which is not at the top level.`);
    return index;
  };
  const summary = find(boundary.summary);
  return [boundary.detail === undefined ? summary : find(boundary.detail), summary];
}

function loop(fact: BaseLoop, expand: (child: BaseChild) => LoopFact | SegmentFact): LoopFact {
  const children = fact.children.map(expand);
  const trigger = children[0];
  if (trigger === undefined || !('segment' in trigger)) throw new Error(`Loop ${fact.loop} has no trigger segment.`);
  return {
    loop: fact.loop,
    name: fact.name ?? trigger.name ?? trigger.segment,
    usage: fact.usage ?? 'S',
    ...(fact.repeat === undefined ? {} : { repeat: fact.repeat }),
    ...(fact.loop === RECURSIVE_LOOP ? { hl: '' } : {}),
    children,
  };
}

function tagOf(text: string): string {
  return text.split(' ')[0] ?? text;
}

function segment(text: string, position: number, set: string, dictionary: Dictionary): SegmentFact {
  const [tag = '', ...words] = text.split(' ');
  const definition = dictionary.segments[tag];
  if (definition === undefined) throw new Error(`The dictionary of ${dictionary.release} has no segment ${tag}.`);
  const max = words.find((word) => word !== 'M');
  const elements = references(definition, dictionary);
  return {
    segment: tag,
    name: definition.name ?? null,
    usage: words.includes('M') ? 'R' : 'S',
    ...(max === undefined ? {} : { maxUse: max === '*' ? '*' : Number(max) }),
    position,
    ...(definition.syntax === undefined ? {} : { syntax: definition.syntax }),
    elements:
      tag === 'ST'
        ? elements.map((element, index) => (index === 0 ? { ...element, codes: [set] } : element))
        : elements,
  };
}

function references(definition: DictionarySegment, dictionary: Dictionary): ElementFact[] {
  return definition.elements.map(({ ref, req, repeat }) => {
    const composite = dictionary.composites[ref];
    const usage = req === 'M' ? 'R' : 'S';
    const shared = { usage, ...(repeat === undefined ? {} : { repeat }) } as const;
    if (composite === undefined) return { element: ref, ...shared };
    const syntax = composite.syntax === undefined ? {} : { syntax: composite.syntax };
    return { composite: ref, ...shared, ...syntax, components: references(composite, dictionary) };
  });
}
