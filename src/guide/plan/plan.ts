import type { Discriminator, ElementType, Guide, RuleNode, SectionName } from '../../model/guide.js';
import type { JsonObject } from '../../model/json.js';
import type { GuideImage } from './image.js';
import type { TextTest } from './matcher.js';
import type { RuleProgram, RulesPlan } from './rules-plan.js';

/**
 * A guide compiled for reading and writing: names and structure, and beside them its image in numbers; made once by `compileGuide`, cached by
 * the guide's identity. Nothing in it changes after compilation but what the image remembers of presence, which says the same to everybody; so
 * any number of readers may share it.
 */
export interface GuidePlan {
  readonly id: string;
  readonly title: string;
  readonly guide: Guide;
  readonly sections: readonly SectionName[];
  /** The whole set as one loop: its slots are those of all sections, in order. */
  readonly root: LoopPlan;
  /** Every segment tag of the guide, by tag code. */
  readonly tags: ReadonlySet<number>;
  /** What the standard alone says, where a dictionary was given. */
  readonly standard: StandardLookup;
  /** The situational rules; reading and writing run the same ones. */
  readonly rules: RulesPlan;
  /** As many slots as a loop has at most, rounded up to an even number. */
  readonly slots: number;
}

/** What the release's dictionary knows; without a dictionary everything is unknown. */
export interface StandardLookup {
  knowsSegment(tag: string): boolean;
  /** `7` when the value is outside the standard's own list (or unknown to every release), else `I6`. */
  codeError(elementNumber: string, value: string): '7' | 'I6';
}

export type Slot = SegmentPlan | LoopPlan;

interface SlotBase {
  /** Property key in the parent object. */
  readonly key: string;
  /** Older keys, read on input. */
  readonly aliases: readonly string[];
  readonly title: string;
  /** Index in the parent's slots. */
  readonly index: number;
  /** Place in the order of the parent: siblings of equal rank may come in any order. */
  readonly rank: number;
  /** Section of a top-level slot. */
  readonly section: SectionName | undefined;
  /** True when the JSON value is an array. */
  readonly array: boolean;
  readonly min: number;
  /** Infinity when unbounded. */
  readonly max: number;
  readonly required: boolean;
  readonly mandatory: boolean;
  readonly discriminator: DiscriminatorPlan | undefined;
  readonly rules: readonly RuleNode[];
  /** Of a loop where its row of tags lies in the image, of a segment its row as a slot. */
  readonly row: number;
  readonly image: GuideImage;
}

export interface DiscriminatorPlan {
  readonly node: Discriminator;
  readonly element: number;
  /** 0 = the whole element. */
  readonly component: number;
  readonly codes: CodeTable;
}

export interface LoopPlan extends SlotBase {
  readonly kind: 'loop';
  readonly loopId: string;
  /** Children in rank order; `slots[0]` is the trigger, except in the root. Recursive HL loops contain themselves. */
  readonly slots: readonly Slot[];
  readonly trigger: SegmentPlan | undefined;
  /** As for segments. */
  readonly create: new () => JsonObject;
  /** HL level code of the loop; `''` for the recursive loop of a set without level codes. */
  readonly hlLevel: string | undefined;
  /** The LS that has to stand before this loop in its parent; absent for most. */
  readonly bracketedBy: SegmentPlan | undefined;
  /** LS ... LE pairs with the loops between them. */
  readonly brackets: readonly Bracket[];
  /** Segments that the guide forbids here (I4). */
  readonly notUsed: ReadonlySet<string>;
  /** Slots that must occur, in rank order. */
  readonly requiredSlots: readonly Slot[];
  /** The row by which the short way opens and closes it; 0 where that does not. */
  readonly quick: number;
  /** Its rules; absent where none needs to know when it opens and closes. */
  ruleProgram: RuleProgram | undefined;
}

export interface Bracket {
  readonly header: SegmentPlan;
  readonly trailer: SegmentPlan;
  readonly loops: readonly LoopPlan[];
}

export interface SegmentPlan extends SlotBase {
  readonly kind: 'segment';
  readonly tag: string;
  readonly tagCode: number;
  /** By position; index 0 is unused. A hole is an element that neither guide nor standard defines. */
  readonly elements: readonly (ElementPlan | undefined)[];
  /** Required positions as bits 1-30 and 31-60 (bit n-30 of the second word). */
  readonly requiredLow: number;
  readonly requiredHigh: number;
  /** Makes the empty JSON object of this segment: one hidden class a segment keeps filling it cheap. */
  readonly create: new () => JsonObject;
  readonly syntax: readonly SyntaxNotePlan[];
}

/** Kinds of element as small integers: the hot path switches on them. */
export const Kind = { text: 0, code: 1, integer: 2, decimal: 3, date: 4, time: 5, binary: 6, composite: 7 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

export interface ElementPlan {
  /** 1-based place in its segment or composite. */
  readonly position: number;
  /** Property key: `<name>_<NN>`; for not-used ones `element_<NN>` or `component_<NN>`. */
  readonly key: string;
  readonly aliases: readonly string[];
  readonly title: string;
  /** Data element number or composite id. */
  readonly number: string;
  readonly kind: Kind;
  readonly type: ElementType | 'composite';
  /** Implied decimals of Nn. */
  readonly scale: number;
  readonly min: number;
  readonly max: number;
  /** Most digits that the guide wants, fewer than `max`; Infinity where it says nothing. */
  readonly digits: number;
  /** Largest number of repetitions; Infinity when unbounded. */
  readonly repeat: number;
  readonly repeatMin: number;
  /** True when the JSON value is an array. */
  readonly array: boolean;
  readonly required: boolean;
  readonly mandatory: boolean;
  readonly notUsed: boolean;
  /** Codes of the guide (or, in base sets, of the dictionary); absent: any value. */
  readonly codes: CodeTable | undefined;
  /** The single code of a required element: encode fills it in. */
  readonly single: string | undefined;
  readonly pattern: TextTest | undefined;
  /** The values, packed, that such a pattern lists which is nothing but a list; all of them are right by type and length. */
  readonly listed: ReadonlySet<number> | undefined;
  /** Position of the sibling that names the format of this value (DE 1250), 0 = none. */
  readonly format: number;
  /** Components, index 0 unused; only for composites. */
  readonly components: readonly (ElementPlan | undefined)[];
  readonly requiredComponents: number;
  /** Position of the component whose format a sibling names, 0 = none; no composite has two. */
  readonly formatComponent: number;
  readonly syntax: readonly SyntaxNotePlan[];
  readonly rules: readonly RuleNode[];
  /** Its row in the image of its segment. */
  readonly row: number;
}

/** A code list for two look-ups: by string, and by the packed bytes of codes of up to four characters. */
export interface CodeTable {
  readonly values: ReadonlySet<string>;
  readonly packed: ReadonlySet<number>;
  /** The code of a list that has just one, which most qualifiers have: no look-up needed. -1 for longer lists. */
  readonly onlyPacked: number;
  readonly only: string;
}

export interface SyntaxNotePlan {
  readonly note: string;
  readonly letter: 'P' | 'R' | 'E' | 'C' | 'L';
  readonly positions: readonly number[];
  /** The positions as bits 1-30 and 31-60, as presence masks have them. */
  readonly low: number;
  readonly high: number;
}
