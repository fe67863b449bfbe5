import type { ValueFormatName } from './value-format.js';

/**
 * The guide dialect: a JSON Schema 2020-12 of guide JSON, plus one annotation keyword, `x12`, on
 * each node. `guides/guide.schema.json` is its meta-schema. Property order is guide order.
 *
 * `Id`, `Data` and `Loops` are what TypeScript knows of a guide that ships, or whose types `guideTypes` wrote: its id, its JSON, and
 * its loops by their ids. A guide of which nothing is known is a plain `Guide`.
 */
export interface Guide<Id extends string = string, Data = unknown, Loops = unknown> {
  readonly $schema: 'https://json-schema.org/draft/2020-12/schema';
  /** `urn:ediloom:guide:<id>`, such as `urn:ediloom:guide:270-005010X279A1`. */
  readonly $id: string;
  readonly title: string;
  readonly description?: string;
  readonly x12: GuideX12<Id>;
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  readonly properties: Readonly<Partial<Record<SectionName, SectionNode>>>;
  /** Shared code lists (`codes_<element>_<n>`) and shared loops (`loop_<id>`). */
  readonly $defs?: Readonly<Record<string, LoopNode | CodesNode>>;
  /** For the compiler of TypeScript alone: no guide has such a member. */
  readonly '~types'?: { readonly data: Data; readonly loops: Loops };
}

export type SectionName = 'heading' | 'detail' | 'summary';

export interface GuideX12<Id extends string = string> {
  /** The guide's id, as a document names it: the end of `$id`. (JSON Schema has no member `id` at the top.) */
  readonly id?: Id;
  /** Release whose dictionary the set belongs to: `005010`, `004010`. */
  readonly standard: string;
  /** ST01; `TA1` for the interchange acknowledgment, which has no ST. */
  readonly transactionSet: string;
  /** GS01; absent for TA1. */
  readonly functionalId?: string;
  /** GS08: `005010X279A1`; for a base set the release. */
  readonly version: string;
  /** ST03, where the guide has one. */
  readonly implementation?: string;
  /** `guide` = an implementation guide; `base` = the standard alone: no usage, no narrowed codes. */
  readonly kind: 'guide' | 'base';
  /** What a 999 calls the claim, inquiry or member that an error stands in (CTX01). */
  readonly businessUnits?: readonly BusinessUnitNode[];
  /**
   * Most digits of the numbers of a data element, where implementation guides agree on fewer than the standard allows:
   * `{ "782": 10 }`. More of them are a warning.
   */
  readonly digits?: Readonly<Record<string, number>>;
  readonly confidence: 'high' | 'medium' | 'low';
  /** What is uncertain, in a sentence each. */
  readonly notes?: readonly string[];
}

/** An element whose value names the loop it stands in, and everything below. */
export interface BusinessUnitNode {
  /** CTX01-1, such as `TRN02`. */
  readonly name: string;
  /** Loop that holds the segment itself. */
  readonly loop: string;
  readonly segment: string;
  readonly element: number;
  /** First element of the segment, where only that variant names the unit: REF01 `0F`. */
  readonly qualifier?: string;
}

/** A table of the set: its properties are segments and loops in position order. */
export interface SectionNode {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, ChildNode>>;
  readonly x12?: {
    readonly notUsed?: Readonly<Record<string, { readonly position?: number }>>;
    readonly rules?: readonly RuleNode[];
  };
}

/** What may stand under a section's or loop's property: one, several, or a shared loop. */
export type ChildNode = SegmentNode | LoopNode | Repeated<SegmentNode | LoopNode | LoopRef> | LoopRef;
export interface LoopRef {
  /** `#/$defs/loop_<id>`. */
  readonly $ref: string;
}
export interface Repeated<T> {
  readonly type: 'array';
  readonly items: T;
  readonly minItems?: number;
  /** Absent: unbounded. */
  readonly maxItems?: number;
}

export interface LoopNode {
  readonly type: 'object';
  readonly title: string;
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  /** The trigger segment first. */
  readonly properties: Readonly<Record<string, ChildNode>>;
  readonly x12: {
    /** Loop id of the guide: `2110C`; in base sets the id of the first segment, with `_n` for further ones. */
    readonly loop: string;
    readonly position: number;
    /** `R` required; absent = situational or optional. Also where `required` cannot say it (see A5). */
    readonly usage?: 'R';
    /** The loop's trigger is mandatory in its place by the standard itself. */
    readonly mandatory?: true;
    /** One level of HL nesting; without `level` the loop is the recursive one of a set without level codes. */
    readonly hl?: { readonly level?: string };
    /** Tells the loop from siblings by a value of its trigger. */
    readonly discriminator?: Discriminator;
    /** Segments that the guide forbids here though the standard has them (IK304 I4). */
    readonly notUsed?: Readonly<Record<string, { readonly position?: number }>>;
    readonly rules?: readonly RuleNode[];
    readonly confidence?: 'medium' | 'low';
    readonly aliases?: readonly string[];
  };
}

export interface Discriminator {
  /** Two-digit element position, or element-component: `01`, `01-01`. */
  readonly element: string;
  readonly codes: readonly string[];
}

export interface SegmentNode {
  readonly type: 'object';
  readonly title: string;
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, ElementChild>>;
  readonly x12: {
    readonly segment: string;
    readonly position: number;
    readonly usage?: 'R';
    readonly mandatory?: true;
    /** Syntax notes of the standard: `P0304`. */
    readonly syntax?: readonly string[];
    readonly discriminator?: Discriminator;
    /** Not-used elements by two-digit position: they keep their definition for I10 and for syntax notes. */
    readonly notUsed?: Readonly<Record<string, NotUsedElement>>;
    readonly rules?: readonly RuleNode[];
    readonly confidence?: 'medium' | 'low';
    readonly aliases?: readonly string[];
  };
}

export interface NotUsedElement {
  readonly element?: string;
  readonly composite?: string;
  readonly name?: string;
  readonly type?: ElementType;
  readonly min?: number;
  readonly max?: number;
}

/** AN, ID, DT, TM, R, B, or N with its implied decimals: N0-N9. */
export type ElementType = 'AN' | 'ID' | 'DT' | 'TM' | 'R' | 'B' | `N${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`;
export type ElementChild = ElementNode | CompositeNode | Repeated<ElementNode | CompositeNode>;

export interface ElementNode {
  /** `string` for AN, ID, DT, TM; `["number", "string"]` for Nn and R; `object` (base64) for B. */
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly enum?: readonly string[];
  /** `#/$defs/codes_<element>_<n>`: a shared code list. */
  readonly $ref?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly x12: {
    /** Data element number. */
    readonly element: string;
    readonly type: ElementType;
    readonly min: number;
    readonly max: number;
    readonly usage?: 'R';
    readonly mandatory?: true;
    /** Name of a list that others keep, such as diagnoses: its codes are not held, and not checked. */
    readonly codeSet?: string;
    /** The two-digit position of the element that names this value's format (DE 1250 for DE 1251). */
    readonly format?: string;
    /** I12: the value must match, anchored by the author. */
    readonly pattern?: string;
    readonly rules?: readonly RuleNode[];
    readonly confidence?: 'medium' | 'low';
    readonly aliases?: readonly string[];
  };
}

export interface CompositeNode {
  readonly type: 'object';
  readonly title: string;
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, ElementNode>>;
  readonly x12: {
    readonly composite: string;
    readonly usage?: 'R';
    readonly mandatory?: true;
    readonly syntax?: readonly string[];
    readonly notUsed?: Readonly<Record<string, NotUsedElement>>;
    readonly rules?: readonly RuleNode[];
    readonly confidence?: 'medium' | 'low';
    readonly aliases?: readonly string[];
  };
}

/** A shared code list; `names` gives short names for people. */
export interface CodesNode {
  readonly enum: readonly string[];
  readonly x12?: { readonly names?: Readonly<Record<string, string>> };
}

/**
 * A situational rule as data: when every `when` holds, `then` must. A rule stands on a loop (judged at the loop's end), on
 * a segment, element or component (judged at the segment), or on a section (judged at the end of the set).
 *
 * Paths are relative to the node that carries the rule: `02` or `02-1` (an element of this segment), `EB/03` (of a segment
 * of this loop), `2115C/III/02` (of a loop at any depth below), `2120C/NM1` (a segment), `2120C` (a loop). `2110[CD]`
 * matches loop ids 2110C and 2110D; `AMT[01=R|PB]/02` looks only at segments with such a value; `CAS/03,06,09` names
 * several elements. A condition, on any node, may also name loops around it: `BHT/06`; then it sees what came so far.
 */
export interface RuleNode {
  readonly id: string;
  /** The code to report when `then` fails; absent: from the kind of `then`. */
  readonly code?: 'I6' | 'I9' | 'I12' | 'I13' | 'I7' | '2' | '7' | '10';
  readonly severity?: 'error' | 'warning' | 'notice';
  readonly when?: readonly RuleCondition[];
  readonly then: RuleThen;
  /** In our words, for people. */
  readonly note?: string;
}

export interface RuleCondition {
  readonly path: string;
  /** Holds when some occurrence has one of these values; absent: when the path is present. */
  readonly is?: readonly string[];
  /** Turns the condition round. */
  readonly not?: true;
}

export type RuleThen =
  | { readonly path: string; readonly must: 'exist' | 'notExist' }
  /** Every occurrence. */
  | { readonly path: string; readonly must: 'beOneOf' | 'notBeOneOf'; readonly values: readonly string[] }
  /** Every occurrence; anchored by the author. */
  | { readonly path: string; readonly must: 'match'; readonly pattern: string }
  /** Every occurrence has the public format of that name, such as `npi`: see VALUE_FORMATS. */
  | { readonly path: string; readonly must: 'conform'; readonly format: ValueFormatName }
  /** Every occurrence is a range `a-b` of equally long ends with a not after b: RD8, RTS. Values of another form pass. */
  | { readonly path: string; readonly must: 'ascend' }
  | { readonly path: string; readonly must: 'occur'; readonly min?: number; readonly max?: number }
  | { readonly anyOf: readonly string[]; readonly must: 'exist' }
  /**
   * Sum of the paths in `path` equals the sum of `equals`; a leading `-` subtracts, a leading `#` counts occurrences
   * instead (`#2100`). Exact decimal arithmetic. Not judged when `path` is absent or a text is no number.
   */
  | { readonly path: string; readonly must: 'equalSum'; readonly equals: readonly string[] }
  /** Every occurrence against the first value of `to`, which must stand before; numbers by value, others by text. */
  | { readonly path: string; readonly must: 'equal' | 'differ'; readonly to: string };

/** The base dictionary of a release: with it a breach of the standard and one of the guide are told apart. */
export interface Dictionary {
  readonly release: string;
  readonly elements: Readonly<Record<string, DictionaryElement>>;
  readonly composites: Readonly<Record<string, DictionarySegment>>;
  readonly segments: Readonly<Record<string, DictionarySegment>>;
}
export interface DictionaryElement {
  readonly name?: string;
  readonly type: ElementType;
  readonly min: number;
  readonly max: number;
  readonly codes?: readonly string[];
  /** True when `codes` is known to hold all values of the release. */
  readonly complete?: true;
}
export interface DictionarySegment {
  readonly name?: string;
  /** In order, position 1 first; `ref` is an element number or a composite id. `repeat` absent = 1. */
  readonly elements: readonly {
    readonly ref: string;
    readonly req?: 'M' | 'O' | 'X';
    readonly repeat?: number;
    readonly name?: string;
  }[];
  readonly syntax?: readonly string[];
}
