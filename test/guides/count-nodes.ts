import type { ChildNode, ElementChild, Guide, LoopNode, SegmentNode } from '../../src/model/guide.js';

export interface NodeCounts {
  loops: number;
  segments: number;
  elements: number;
  syntaxNotes: number;
}

/** Counts a guide's nodes as its facts count theirs: shared loops once a place, recursive ones once, not-used elements too. */
export function countNodes(guide: Guide): NodeCounts {
  const counts: NodeCounts = { loops: 0, segments: 0, elements: 0, syntaxNotes: 0 };
  const open = new Set<LoopNode>();
  const visit = (child: ChildNode): void => {
    const inner = 'type' in child && child.type === 'array' ? child.items : child;
    const node = '$ref' in inner ? sharedLoop(guide, inner.$ref) : inner;
    if (!isLoop(node)) return countSegment(node as SegmentNode, counts);
    if (open.has(node)) return;
    counts.loops++;
    open.add(node);
    for (const below of Object.values(node.properties)) visit(below);
    open.delete(node);
  };
  for (const section of Object.values(guide.properties))
    for (const child of Object.values(section.properties)) visit(child);
  return counts;
}

function countSegment(node: SegmentNode, counts: NodeCounts): void {
  counts.segments++;
  counts.syntaxNotes += node.x12.syntax?.length ?? 0;
  for (const child of Object.values(node.properties)) countElement(child, counts);
  counts.elements += Object.keys(node.x12.notUsed ?? {}).length;
}

function countElement(child: ElementChild, counts: NodeCounts): void {
  const node = 'items' in child ? child.items : child;
  if (!('properties' in node)) {
    counts.elements++;
    return;
  }
  counts.elements += 1 + Object.keys(node.properties).length + Object.keys(node.x12.notUsed ?? {}).length;
}

function isLoop(node: LoopNode | SegmentNode): node is LoopNode {
  return 'loop' in node.x12;
}

function sharedLoop(guide: Guide, ref: string): LoopNode {
  const found = guide.$defs?.[ref.replace('#/$defs/', '')];
  if (found === undefined || !('properties' in found)) throw new Error(`${ref} is no loop of ${guide.$id}`);
  return found;
}
