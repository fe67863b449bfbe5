import type { Position } from '../model/position.js';
import type { ElementPath, ElementReference, PathFilter, PathStep } from '../path/element-path.js';
import { matchLoopId } from '../path/match-loop-id.js';
import type { Segment } from '../syntax/segment.js';
import type { TracedLoop, TracedNode, TracedSegment, TracedSet } from './trace.js';

/** One thing that an element path names. */
export interface Selected {
  readonly at: Position;
  /** The value of the element; for a path that ends at a segment or loop, its segments without terminators. */
  readonly values: readonly string[];
}

/**
 * What a path names in one transaction set, in the order of the data. The first step is looked for at any depth, every
 * further step among the children of the one before; filters count and test what the steps before left over.
 */
export function selectFrom(set: TracedSet, path: ElementPath): readonly Selected[] {
  const top = path.section === undefined ? set.children : set.children.filter((node) => node.section === path.section);
  let nodes: readonly TracedNode[] = top;
  for (const [at, step] of path.steps.entries())
    nodes = at === 0 ? anywhere(nodes, step) : nodes.flatMap((node) => among(childrenOf(node), step));
  const { element } = path;
  if (element === undefined)
    return nodes.map((node) => ({
      at: headOf(node)?.at ?? { interchange: set.interchange },
      values: segmentsOf(node).map(({ raw }) => raw),
    }));
  return nodes.flatMap((node) => elementsOf(headOf(node), element));
}

// Each parent counts its own occurrences: [1] is the first of every parent.
function anywhere(nodes: readonly TracedNode[], step: PathStep): TracedNode[] {
  const found: TracedNode[] = [...among(nodes, step)];
  for (const node of nodes) if (node.kind === 'loop') found.push(...anywhere(below(node, step), step));
  return found.sort((a, b) => (headOf(a)?.at.segment ?? 0) - (headOf(b)?.at.segment ?? 0));
}

/** What is looked through in a loop. Of one that has the name of its own first segment, that segment is the loop's own, and was met with it. */
function below({ loopId, children }: TracedLoop, step: PathStep): readonly TracedNode[] {
  const [head] = children;
  const isOwn = head?.kind === 'segment' && head.segment.id === loopId && matchLoopId(step, loopId);
  return isOwn ? children.slice(1) : children;
}

function among(nodes: readonly TracedNode[], step: PathStep): TracedNode[] {
  let found = nodes.filter((node) => matchLoopId(step, node.kind === 'loop' ? node.loopId : node.segment.id));
  for (const filter of step.filters) found = found.filter((node, at) => passes(node, at, filter));
  return found;
}

function passes(node: TracedNode, at: number, filter: PathFilter): boolean {
  if (filter.kind === 'index') return at + 1 === filter.index;
  const { segment: tag } = filter.at;
  const candidates =
    tag === undefined
      ? [headOf(node)]
      : childrenOf(node).filter((child) => child.kind === 'segment' && child.segment.id === tag);
  const held = candidates.some((child) => {
    if (child?.kind !== 'segment') return false;
    const values = valuesOf(child.segment, filter.at);
    return filter.kind === 'present'
      ? values.some((value) => value !== '')
      : values.some((value) => filter.values.includes(value));
  });
  return held !== filter.negated;
}

function elementsOf(node: TracedSegment | undefined, element: ElementReference): readonly Selected[] {
  if (node === undefined) return [];
  const at = { ...node.at, element: element.position, component: element.component, repetition: element.repetition };
  const values = valuesOf(node.segment, element).filter((value) => value !== '');
  return values.length === 0 ? [] : [{ at, values }];
}

/** Values of an element: one for each repetition, unless one of them is asked for. */
function valuesOf(segment: Segment, { position, component, repetition }: ElementReference): readonly string[] {
  if (repetition !== undefined) return [segment.element(position, component, repetition)];
  const separator = segment.delimiters.repetition;
  const count = separator === undefined || segment.id === 'ISA' ? 1 : segment.element(position).split(separator).length;
  return Array.from({ length: count }, (_, at) => segment.element(position, component, at + 1));
}

function headOf(node: TracedNode): TracedSegment | undefined {
  if (node.kind === 'segment') return node;
  const first = node.children[0];
  return first === undefined ? undefined : headOf(first);
}

function childrenOf(node: TracedNode): readonly TracedNode[] {
  return node.kind === 'loop' ? node.children : [];
}

function segmentsOf(node: TracedNode): readonly Segment[] {
  return node.kind === 'segment' ? [node.segment] : node.children.flatMap(segmentsOf);
}
