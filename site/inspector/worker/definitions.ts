import type { ChildNode, CodesNode, ElementChild, ElementNode, Guide, LoopNode, SegmentNode } from 'ediloom';
import type { GuidePlan, LoopPlan, SegmentPlan } from 'ediloom/compile';

/** A segment as its guide defines it: the compiled form, and the node that has the names of codes. */
export interface SegmentDefinition {
  readonly plan: SegmentPlan;
  readonly node: SegmentNode | undefined;
  readonly guide: Guide | undefined;
}

export interface LoopDefinition {
  readonly id: string;
  readonly title: string;
}

type Node = SegmentNode | LoopNode;

/** Numbers for definitions, so that each segment of a file is known by two bytes. 0 stands for none. */
export class Definitions {
  readonly segments: (SegmentDefinition | undefined)[] = [undefined];
  readonly loops: (LoopDefinition | undefined)[] = [undefined];
  readonly #numbers = new Map<SegmentPlan, number>();
  readonly #opened = new Map<SegmentPlan, number>();
  readonly #known = new Set<object>();

  /** Learns all segments and loops of a guide. */
  learn(plan: GuidePlan): void {
    if (this.#known.has(plan)) return;
    this.#known.add(plan);
    const { guide } = plan;
    for (const slot of plan.root.slots) {
      const section = slot.section === undefined ? undefined : guide.properties[slot.section];
      this.#slot(slot, section?.properties[slot.key], guide);
    }
  }

  /** The number of a segment's definition; one without a guide, from a dictionary, is learnt as it comes. */
  numberOf(plan: SegmentPlan): number {
    return this.#numbers.get(plan) ?? this.#add(plan, undefined, undefined);
  }

  /** The loop that a segment opens, 0 for one that opens none. */
  loopOpenedBy(plan: SegmentPlan): number {
    return this.#opened.get(plan) ?? 0;
  }

  #slot(slot: SegmentPlan | LoopPlan, child: ChildNode | undefined, guide: Guide): void {
    const node = child === undefined ? undefined : resolved(child, guide);
    if (slot.kind === 'segment') {
      // What has elements is a segment: loops have x12.loop.
      this.#add(slot, node !== undefined && isSegment(node) ? node : undefined, guide);
      return;
    }
    if (this.#known.has(slot)) return;
    this.#known.add(slot);
    if (slot.trigger !== undefined) this.#opened.set(slot.trigger, this.loops.length);
    this.loops.push({ id: slot.loopId, title: slot.title });
    const children = node !== undefined && !isSegment(node) ? node.properties : {};
    for (const inner of slot.slots) this.#slot(inner, children[inner.key], guide);
  }

  #add(plan: SegmentPlan, node: SegmentNode | undefined, guide: Guide | undefined): number {
    const known = this.#numbers.get(plan);
    if (known !== undefined) return known;
    const number = this.segments.length;
    // More than two bytes can number would be more guides than there are.
    if (number > 0xffff) return 0;
    this.segments.push({ plan, node, guide });
    this.#numbers.set(plan, number);
    return number;
  }
}

function resolved(child: ChildNode, guide: Guide): Node | undefined {
  if ('items' in child) return resolved(child.items, guide);
  if (!('$ref' in child)) return child;
  const shared = guide.$defs?.[child.$ref.replace('#/$defs/', '')];
  return shared !== undefined && 'properties' in shared ? shared : undefined;
}

function isSegment(node: Node): node is SegmentNode {
  return 'segment' in node.x12;
}

/** What the guide calls a code of an element, or of one component; `''` where it has no name for it. */
export function codeName(
  { node, guide }: Pick<SegmentDefinition, 'node' | 'guide'>,
  keys: readonly string[],
  code: string,
): string {
  let found: ElementChild | undefined;
  let among: Readonly<Record<string, ElementChild>> | undefined = node?.properties;
  for (const key of keys) {
    const child: ElementChild | undefined = among?.[key];
    found = child !== undefined && 'items' in child ? child.items : child;
    among = found !== undefined && 'properties' in found ? found.properties : undefined;
  }
  if (found === undefined || !('x12' in found) || !isElement(found)) return '';
  const own = found.$ref === undefined ? '' : nameIn(guide, found.$ref.replace('#/$defs/', ''), code);
  return own === '' ? nameElsewhere(guide, found.x12.element, code) : own;
}

function nameIn(guide: Guide | undefined, list: string, code: string): string {
  const node = guide?.$defs?.[list];
  const names = node !== undefined && isCodes(node) ? node.x12?.names : undefined;
  return names !== undefined && Object.hasOwn(names, code) ? (names[code] ?? '') : '';
}

/** A list that has one code has no names: another list of the same data element may, where a code means the same. */
function nameElsewhere(guide: Guide | undefined, dataElement: string, code: string): string {
  for (const list of Object.keys(guide?.$defs ?? {})) {
    const name = list.startsWith(`codes_${dataElement}_`) ? nameIn(guide, list, code) : '';
    if (name !== '') return name;
  }
  return '';
}

function isElement(child: ElementChild): child is ElementNode {
  return 'x12' in child && 'element' in child.x12;
}

function isCodes(node: LoopNode | CodesNode): node is CodesNode {
  return 'enum' in node;
}
