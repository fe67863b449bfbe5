import type { SectionName } from '../model/guide.js';

/**
 * A place in a transaction set: loops and segments from the outside in, then, optionally, an element. The text form is
 * specified in `grammars/element-path.peggy`: `2110C/EB[01=1]/03-2`, short `EB03-2`.
 *
 * What a path is relative to is up to whoever resolves it: a query looks for its first step at any depth, a rule of a
 * guide starts at the node that carries it. Every further step is a child of the one before.
 */
export interface ElementPath {
  readonly section: SectionName | undefined;
  /** Outermost first. Empty: the element belongs to the segment that one stands in, or the path names a section. */
  readonly steps: readonly PathStep[];
  /** Absent: the path names the loops or segments of its last step. */
  readonly element: ElementReference | undefined;
}

/** Loops or segments of one level. Only the guide knows which of them a name means: in base sets loop N1 begins with N1. */
export interface PathStep {
  readonly name: readonly NamePart[];
  /** To be applied from left to right, each to what the one before left over. */
  readonly filters: readonly PathFilter[];
}

/** A stretch of a loop id or segment tag; the parts of a name follow each other without gaps. */
export type NamePart =
  | { readonly kind: 'text'; readonly text: string }
  /** One character out of these capitals, ascending: `[CD]`. */
  | { readonly kind: 'class'; readonly letters: string }
  /** Any run of characters, none too: `*`. */
  | { readonly kind: 'any' };

export type PathFilter =
  /** The occurrence with this 1-based number. */
  | { readonly kind: 'index'; readonly index: number }
  /** `[03=*]`: the element holds a value; negated `[03!=*]`. */
  | { readonly kind: 'present'; readonly at: FilterPlace; readonly negated: boolean }
  /** `[03=30,AL]`: the element has one of the values; negated `[03!=30,AL]`: none of them. */
  | { readonly kind: 'value'; readonly at: FilterPlace; readonly negated: boolean; readonly values: readonly string[] };

/** The element a filter looks at: of the step's segment, of the first segment of its loop, or of `segment` in the loop. */
export interface FilterPlace extends ElementReference {
  readonly segment: string | undefined;
}

/** An element as guides count: everything from 1. Without a repetition, all; without a component, the whole element. */
export interface ElementReference {
  readonly position: number;
  readonly repetition: number | undefined;
  readonly component: number | undefined;
}

/** The name of a step that stands for exactly one loop id or tag; `undefined` if it has a class or `*`. */
export function exactName(step: PathStep): string | undefined {
  const [only] = step.name;
  return step.name.length === 1 && only?.kind === 'text' ? only.text : undefined;
}
