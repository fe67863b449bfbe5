import type { CodesNode, Guide, SectionName } from '../../model/guide.js';
import type { ElementPlan, GuidePlan, LoopPlan, SegmentPlan, Slot } from '../plan/plan.js';
import { ruleWords, syntaxWords } from './rule-words.js';

/** A guide as people read it: what may stand where, how often, in which form, and why. */
export interface GuideOutline {
  readonly id: string;
  readonly title: string;
  readonly transactionSet: string;
  readonly version: string;
  readonly kind: 'guide' | 'base';
  readonly confidence: string;
  readonly notes: readonly string[];
  readonly sections: readonly OutlineSection[];
}

export interface OutlineSection {
  readonly name: SectionName | undefined;
  readonly rules: readonly string[];
  readonly children: readonly OutlinePart[];
}

export type OutlinePart = OutlineLoop | OutlineSegment;

interface OutlineBase {
  /** Property of guide JSON. */
  readonly key: string;
  readonly title: string;
  readonly required: boolean;
  readonly min: number;
  /** Infinity where there is no limit. */
  readonly max: number;
  /** `NM101 = IL`: tells it from its siblings. */
  readonly told: string | undefined;
  readonly rules: readonly string[];
}

export interface OutlineLoop extends OutlineBase {
  readonly kind: 'loop';
  readonly id: string;
  /** Empty where the loop stands in itself, and is written out further up. */
  readonly children: readonly OutlinePart[];
  readonly isAbove: boolean;
}

export interface OutlineSegment extends OutlineBase {
  readonly kind: 'segment';
  readonly tag: string;
  readonly syntax: readonly string[];
  readonly elements: readonly OutlineElement[];
}

export interface OutlineElement {
  /** `BEG03`, `SV101-2`. */
  readonly name: string;
  readonly key: string;
  readonly title: string;
  /** Of the data element or composite. */
  readonly number: string;
  /** `AN`, `N2`, `composite`. */
  readonly type: string;
  readonly required: boolean;
  readonly min: number;
  readonly max: number;
  readonly repeat: number;
  /** Absent: any value. */
  readonly codes: readonly OutlineCode[] | undefined;
  readonly rules: readonly string[];
  readonly components: readonly OutlineElement[];
}

export interface OutlineCode {
  readonly code: string;
  /** Where the guide has one. */
  readonly name: string | undefined;
}

/** What a compiled guide says, written out; nothing of a payload is in it. */
export function guideOutline(plan: GuidePlan): GuideOutline {
  const { guide } = plan;
  const outliner = new Outliner(guide);
  const named = plan.sections.map((name) => ({
    name,
    rules: (guide.properties[name]?.x12?.rules ?? []).map(ruleWords),
    children: outliner.parts(plan.root.slots.filter(({ section }) => section === name)),
  }));
  // A TA1 has no sections.
  const rest = plan.root.slots.filter(({ section }) => section === undefined);
  const { transactionSet, version, kind, confidence, notes = [] } = guide.x12;
  return {
    ...{ id: plan.id, title: plan.title, transactionSet, version, kind, confidence, notes },
    sections: [
      ...named,
      ...(rest.length === 0 ? [] : [{ name: undefined, rules: [], children: outliner.parts(rest) }]),
    ],
  };
}

class Outliner {
  /** Names of codes by data element: lists of one element do not contradict each other. */
  readonly #names = new Map<string, Map<string, string>>();

  constructor(guide: Guide) {
    for (const [key, node] of Object.entries(guide.$defs ?? {})) {
      const element = /^codes_([^_]+)_/.exec(key)?.[1];
      if (element === undefined || !('enum' in node)) continue;
      const names = this.#names.get(element) ?? new Map<string, string>();
      for (const [code, name] of Object.entries((node as CodesNode).x12?.names ?? {})) names.set(code, name); // by its key and its enum it is one
      this.#names.set(element, names);
    }
  }

  parts(slots: readonly Slot[], above: readonly (readonly Slot[])[] = []): readonly OutlinePart[] {
    return slots.map((slot) => (slot.kind === 'loop' ? this.#loop(slot, above) : this.#segment(slot)));
  }

  #loop(loop: LoopPlan, above: readonly (readonly Slot[])[]): OutlineLoop {
    const isAbove = above.includes(loop.slots);
    const children = isAbove ? [] : this.parts(loop.slots, [...above, loop.slots]);
    return { kind: 'loop', id: loop.loopId, ...baseOf(loop, loop.trigger?.tag ?? ''), children, isAbove };
  }

  #segment(segment: SegmentPlan): OutlineSegment {
    const syntax = segment.syntax.map(({ note }) => syntaxWords(note, segment.tag));
    const elements = this.#elements(segment.elements, segment.tag);
    return { kind: 'segment', tag: segment.tag, ...baseOf(segment, segment.tag), syntax, elements };
  }

  #elements(elements: readonly (ElementPlan | undefined)[], owner: string): readonly OutlineElement[] {
    return elements.flatMap((element) =>
      element === undefined || element.notUsed ? [] : [this.#element(element, owner)],
    );
  }

  #element(element: ElementPlan, owner: string): OutlineElement {
    // As guides write it: SV101, and SV101-2 for a component.
    const position = owner.endsWith('-') ? String(element.position) : String(element.position).padStart(2, '0');
    const name = `${owner}${position}`;
    const { key, title, number, type, required, min, max, repeat } = element;
    const names = this.#names.get(number);
    const codes = element.codes && [...element.codes.values].map((code) => ({ code, name: names?.get(code) }));
    const notes = element.syntax.map(({ note }) => syntaxWords(note, `${name}-`));
    const rules = [...notes, ...element.rules.map(ruleWords)];
    const components = this.#elements(element.components, `${name}-`);
    return { name, key, title, number, type, required, min, max, repeat, codes, rules, components };
  }
}

function baseOf(slot: Slot, tag: string): OutlineBase {
  const { key, title, required, min, max, discriminator } = slot;
  const told = discriminator && `${tag}${discriminator.node.element} = ${[...discriminator.codes.values].join(' or ')}`;
  return { key, title, required, min, max, told, rules: slot.rules.map(ruleWords) };
}
