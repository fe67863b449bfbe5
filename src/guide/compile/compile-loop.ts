import { X12Error } from '../../model/error.js';
import type {
  ChildNode,
  Discriminator,
  LoopNode,
  LoopRef,
  Repeated,
  SectionName,
  SegmentNode,
} from '../../model/guide.js';
import { type Mutable, objectMaker } from '../../model/object-maker.js';
import { tagCode } from '../../model/segments.js';
import type { Steps } from '../../model/steps.js';
import { codeTable } from '../plan/code-table.js';
import { NO_IMAGE } from '../plan/image.js';
import type { Bracket, DiscriminatorPlan, LoopPlan, SegmentPlan, Slot } from '../plan/plan.js';
import { loopPlan, segmentPlan } from '../plan/plan-shapes.js';
import { compileSyntaxNotes } from '../plan/syntax-notes.js';
import type { CompileContext } from './compile-context.js';
import { compileElements, requiredBits } from './compile-element.js';

/** A child with the section it stands in; `undefined` below the top level. */
export interface Child {
  readonly key: string;
  readonly node: ChildNode;
  readonly section: SectionName | undefined;
}

/** The inside of a loop. Filled after it is handed out, so that a loop may contain itself. */
export interface LoopBody {
  readonly slots: Slot[];
  readonly brackets: Bracket[];
  readonly requiredSlots: Slot[];
}

export class LoopCompiler {
  readonly #context: CompileContext;
  /** Registered before the children are compiled: recursion through a `$ref` resolves to the same body. */
  readonly #bodies = new Map<LoopNode, LoopBody>();

  readonly #open = new Set<LoopNode>();

  constructor(context: CompileContext) {
    this.#context = context;
  }

  /** Compiles children into a body, a step a segment; ranks count distinct (section, position) pairs. */
  *fill(body: LoopBody, children: readonly Child[]): Steps<void> {
    let rank = 0;
    let place = '';
    for (const child of children) {
      const slot = yield* this.#slot(child, body.slots.length);
      const here = `${child.section ?? ''}/${this.#positionOf(child.node)}`;
      if (here !== place) rank++;
      place = here;
      slot.rank = rank;
      body.slots.push(slot);
      if (slot.required) body.requiredSlots.push(slot);
    }
    for (const { header, loops } of findBrackets(body.slots)) {
      for (const loop of loops) (loop as Mutable<LoopPlan>).bracketedBy = header; // made above, and nobody else's yet
    }
    body.brackets.push(...findBrackets(body.slots));
  }

  *#slot(child: Child, index: number): Steps<Mutable<Slot>> {
    const repeated = isRepeated(child.node) ? child.node : undefined;
    const inner = repeated?.items ?? (child.node as SegmentNode | LoopNode | LoopRef); // not repeated: the child is the node itself
    const node = isRef(inner) ? this.#context.sharedLoop(inner.$ref) : inner;
    const max = repeated === undefined ? 1 : (repeated.maxItems ?? Number.POSITIVE_INFINITY);
    // A loop inside itself (HL without level codes) ends somewhere: the inner one is never required.
    const recursive = isLoop(node) && this.#open.has(node);
    const mandatory = node.x12.mandatory === true && !recursive;
    const required = (node.x12.usage === 'R' && !recursive) || mandatory;
    const shared = {
      key: child.key,
      aliases: node.x12.aliases ?? [],
      title: node.title,
      index,
      rank: 0,
      section: child.section,
      array: repeated !== undefined,
      min: required ? (repeated?.minItems ?? 1) : 0,
      max,
      required,
      mandatory,
      rules: node.x12.rules ?? [],
      row: 0,
      image: NO_IMAGE,
    };
    if (isLoop(node)) return yield* this.#loop(node, shared);
    yield;
    return this.#segment(node, shared);
  }

  #segment(node: SegmentNode, shared: SharedSlot): Mutable<SegmentPlan> {
    const elements = compileElements(node, 'element', this.#context);
    return segmentPlan({
      ...shared,
      kind: 'segment',
      tag: node.x12.segment,
      tagCode: tagCode(node.x12.segment),
      discriminator: discriminator(node.x12.discriminator),
      elements,
      requiredLow: requiredBits(elements, 0),
      requiredHigh: requiredBits(elements, 30),
      create: objectMaker(),
      syntax: compileSyntaxNotes(node.x12.syntax ?? []),
    });
  }

  *#loop(node: LoopNode, shared: SharedSlot): Steps<Mutable<LoopPlan>> {
    let body = this.#bodies.get(node);
    if (body === undefined) {
      body = { slots: [], brackets: [], requiredSlots: [] };
      this.#bodies.set(node, body);
      const children = Object.entries(node.properties).map(([key, child]) => ({
        key,
        node: child,
        section: undefined,
      }));
      this.#open.add(node);
      yield* this.fill(body, children);
      this.#open.delete(node);
    }
    const hl = node.x12.hl;
    const level = hl?.level;
    return loopPlan({
      ...shared,
      kind: 'loop',
      loopId: node.x12.loop,
      slots: body.slots,
      brackets: body.brackets,
      requiredSlots: body.requiredSlots,
      // A loop inside itself finds its trigger compiled already: the trigger is the first child.
      trigger: triggerOf(body.slots, node),
      create: objectMaker(),
      bracketedBy: undefined,
      hlLevel: hl === undefined ? undefined : (level ?? ''),
      discriminator: discriminator(
        node.x12.discriminator ?? (level === undefined ? undefined : { element: '03', codes: [level] }),
      ),
      notUsed: new Set(Object.keys(node.x12.notUsed ?? {})),
      quick: 0,
      ruleProgram: undefined,
    });
  }

  #positionOf(child: ChildNode): number {
    const inner = isRepeated(child) ? child.items : child;
    return (isRef(inner) ? this.#context.sharedLoop(inner.$ref) : inner).x12.position;
  }
}

type SharedSlot = Omit<
  Mutable<SegmentPlan>,
  'kind' | 'tag' | 'tagCode' | 'elements' | 'requiredLow' | 'requiredHigh' | 'create' | 'syntax' | 'discriminator'
>;

function triggerOf(slots: readonly Slot[], node: LoopNode): SegmentPlan {
  const first = slots[0];
  if (first?.kind === 'segment') return first;
  throw new X12Error(
    'X12_GUIDE_INVALID',
    `Loop ${node.x12.loop} does not begin with a segment. Put its trigger segment first.`,
  );
}

function discriminator(node: Discriminator | undefined): DiscriminatorPlan | undefined {
  if (node === undefined) return undefined;
  const [element, component] = node.element.split('-');
  return { node, element: Number(element), component: Number(component ?? 0), codes: codeTable(node.codes) };
}

// LS and LE stand as segments beside the loops that they bracket (X12.6); an LS loop trigger (834 2700) is none of these.
function findBrackets(slots: readonly Slot[]): Bracket[] {
  const brackets: Bracket[] = [];
  let header: SegmentPlan | undefined;
  let loops: LoopPlan[] = [];
  for (const [index, slot] of slots.entries()) {
    if (slot.kind === 'segment' && slot.tag === 'LS' && index > 0) {
      header = slot;
      loops = [];
    } else if (slot.kind === 'segment' && slot.tag === 'LE') {
      if (header !== undefined) brackets.push({ header, trailer: slot, loops });
      header = undefined;
    } else if (slot.kind === 'loop' && header !== undefined) loops.push(slot);
  }
  return brackets;
}

function isRepeated(node: ChildNode): node is Repeated<SegmentNode | LoopNode | LoopRef> {
  return 'type' in node && node.type === 'array';
}

function isRef(node: SegmentNode | LoopNode | LoopRef): node is LoopRef {
  return '$ref' in node;
}

function isLoop(node: SegmentNode | LoopNode): node is LoopNode {
  return 'loop' in node.x12;
}
