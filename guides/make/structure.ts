import type {
  ChildNode,
  Discriminator,
  LoopNode,
  LoopRef,
  RuleNode,
  SectionNode,
  SegmentNode,
} from '../../src/model/guide.js';
import { type MakeContext, makeElements, repeated, requiredPart } from './elements.js';
import type { DiscriminatorFact, LoopFact, SegmentFact } from './facts.js';
import { segmentKey } from './names.js';

/** Segments that every set of the standard has as M where they stand, beside the triggers of loops (DECISIONS A4). */
const MANDATORY_SEGMENTS = new Set(['ST', 'SE', 'BHT', 'BGN', 'BPR', 'AK1', 'AK9', 'AK5', 'IK5', 'LE']);
/** Written by encode from nesting, counts or the loop that they bracket: neither they nor their elements are in `required` (DECISIONS A5). */
const FILLED_IN = new Set(['ST', 'SE', 'HL', 'LS', 'LE']);

/** Makes sections, loops and segments of one guide; loops that occur twice or in themselves go to `shared`. */
export class StructureMaker {
  readonly shared: Record<string, LoopNode> = {};
  readonly #context: MakeContext;
  readonly #sharedIds: ReadonlySet<string>;
  /** Loops met so far, for those that say `sameAs`. */
  readonly #described = new Map<string, LoopFact>();

  constructor(context: MakeContext, children: readonly (LoopFact | SegmentFact)[]) {
    this.#context = context;
    this.#sharedIds = new Set(sharedLoops(children));
  }

  section(children: readonly (LoopFact | SegmentFact)[]): SectionNode {
    const { properties, required } = this.#children(children, false);
    return { type: 'object', additionalProperties: false, ...requiredPart(required), properties };
  }

  #children(facts: readonly (LoopFact | SegmentFact)[], inLoop: boolean): ChildrenPart {
    const properties: Record<string, ChildNode> = {};
    const required: string[] = [];
    let last = 0;
    for (const [index, given] of facts.entries()) {
      const fact = this.#described.get('sameAs' in given ? (given.sameAs ?? '') : '') ?? given;
      const isLoop = 'loop' in fact;
      // Levels restart their numbering: a nested level comes after everything before it.
      const own = positionOf(fact);
      const position = own < last ? last + 10 : own;
      last = position;
      const key = isLoop ? loopKey(fact) : segmentKey(fact.name, fact.segment);
      if (Object.hasOwn(properties, key)) throw new Error(`Two children have the key ${key}.`);
      const trigger = inLoop && index === 0;
      properties[key] = isLoop ? this.#loop(fact, key, position) : this.#segment(fact, position, trigger);
      if (!isLoop && FILLED_IN.has(fact.segment)) continue;
      const must = isLoop ? fact.usage === 'R' && !this.#sharedIds.has(fact.loop) : fact.usage === 'R' || trigger;
      if (must) required.push(key);
    }
    return { properties, required };
  }

  #segment(fact: SegmentFact, position: number, trigger: boolean): ChildNode {
    const { kind, dictionary } = this.#context;
    const standard = dictionary.segments[fact.segment]?.elements ?? [];
    const part = makeElements(fact.elements, { prefix: 'element', standard }, this.#context);
    const mandatory = trigger || (fact.usage === 'R' && (kind === 'base' || MANDATORY_SEGMENTS.has(fact.segment)));
    const node: SegmentNode = {
      type: 'object',
      title: fact.name ?? fact.segment,
      additionalProperties: false,
      ...requiredPart(FILLED_IN.has(fact.segment) ? [] : part.required),
      properties: part.properties,
      x12: {
        segment: fact.segment,
        position,
        ...(kind === 'guide' && fact.usage === 'R' ? { usage: 'R' } : {}),
        ...(mandatory ? { mandatory: true } : {}),
        ...(fact.syntax === undefined || fact.syntax.length === 0 ? {} : { syntax: fact.syntax }),
        ...discriminatorPart(fact.discriminator),
        ...(Object.keys(part.notUsed).length === 0 ? {} : { notUsed: part.notUsed }),
        ...(fact.confidence === undefined ? {} : { confidence: fact.confidence }),
      },
    };
    return fact.maxUse === undefined ? node : repeated(node, fact.maxUse);
  }

  #loop(fact: LoopFact, key: string, position: number): ChildNode {
    const many = (node: LoopNode | LoopRef): ChildNode =>
      fact.repeat === undefined ? node : repeated(node, fact.repeat);
    if (fact.hl !== '' && !this.#sharedIds.has(fact.loop)) return many(this.#loopNode(fact, key, position));
    const name = `loop_${fact.loop}`;
    if (!this.#described.has(fact.loop)) this.shared[name] = this.#loopNode(fact, key, position);
    this.#described.set(fact.loop, fact);
    return many({ $ref: `#/$defs/${name}` });
  }

  #loopNode(fact: LoopFact, key: string, position: number): LoopNode {
    const children = fact.children ?? [];
    const { properties, required } = this.#children(children, true);
    if (fact.hl === '') properties[key] = repeated({ $ref: `#/$defs/loop_${fact.loop}` }, '*');
    return {
      type: 'object',
      title: fact.name,
      additionalProperties: false,
      ...requiredPart(required),
      properties,
      x12: { loop: fact.loop, position, ...this.#loopUsage(fact), ...hlPart(fact), ...this.#rulesPart(children) },
    };
  }

  #loopUsage(fact: LoopFact): { usage?: 'R'; mandatory?: true } {
    // A loop of two parents is required in one and not in the other: see #rulesPart. Of a recursive one the compiler
    // knows that only the outermost is required.
    if (fact.usage !== 'R' || this.#sharedIds.has(fact.loop)) return {};
    if (this.#context.kind === 'base') return { mandatory: true };
    // Every HL set of the standard has its first level as M.
    return fact.hl === '20' ? { usage: 'R', mandatory: true } : { usage: 'R' };
  }

  // 837: a claim stands below the patient where there is a patient level, else below the subscriber.
  #rulesPart(children: readonly (LoopFact | SegmentFact)[]): { rules?: readonly RuleNode[] } {
    const rules: RuleNode[] = [];
    for (const child of children) {
      if (!('loop' in child) || !this.#sharedIds.has(child.loop)) continue;
      const below = children.find((other) => 'loop' in other && other.hl !== undefined);
      const rule = requiredLoop(child);
      if (below === undefined || !('loop' in below)) rules.push(rule);
      else rules.push({ ...rule, id: `${rule.id}-without-${below.loop}`, when: [{ path: below.loop, not: true }] });
    }
    return rules.length === 0 ? {} : { rules };
  }
}

interface ChildrenPart {
  readonly properties: Record<string, ChildNode>;
  readonly required: readonly string[];
}

// A shared node cannot say `usage: R`, because it is not required in every place: a rule of the parent says it.
function requiredLoop(fact: LoopFact): RuleNode {
  return { id: `${fact.loop}-required`, code: 'I7', then: { path: fact.loop, must: 'exist' } };
}

function sharedLoops(facts: readonly (LoopFact | SegmentFact)[]): string[] {
  return facts.flatMap((fact) => {
    if (!('loop' in fact)) return [];
    return fact.sameAs === undefined ? sharedLoops(fact.children ?? []) : [fact.sameAs];
  });
}

function positionOf(fact: LoopFact | SegmentFact): number {
  if ('segment' in fact) return fact.position;
  const first = fact.children?.[0];
  return first === undefined ? 0 : positionOf(first);
}

function loopKey(fact: LoopFact): string {
  const trigger = fact.children?.[0];
  if (trigger === undefined || !('segment' in trigger)) throw new Error(`Loop ${fact.loop} has no trigger segment.`);
  return `${segmentKey(trigger.name, trigger.segment)}_loop`;
}

function discriminatorPart(fact: DiscriminatorFact | undefined): { discriminator?: Discriminator } {
  if (fact === undefined) return {};
  // `REF01` or `HI01-01`: the tag is known, the last digits count.
  const element = /(\d\d(-\d\d)?)$/u.exec(fact.element)?.[1];
  if (element === undefined) throw new Error(`${fact.element} names no element.`);
  return { discriminator: { element, codes: fact.codes } };
}

function hlPart(fact: LoopFact): Pick<LoopNode['x12'], 'hl' | 'discriminator'> {
  if (fact.hl === '') return { hl: {} };
  return { ...(fact.hl === undefined ? {} : { hl: { level: fact.hl } }), ...discriminatorPart(fact.discriminator) };
}
