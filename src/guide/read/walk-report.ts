import { type BusinessUnit, type Finding, type FindingExtras, finding } from '../../model/finding.js';
import { objectMaker } from '../../model/object-maker.js';
import type { Position } from '../../model/position.js';
import { REASON_MARKS, type Reason } from '../../model/reason-marks.js';
import { Kind } from '../plan/plan.js';
import type { RulePlace } from '../rules/rule-place.js';
import type { RuleExtras } from '../rules/rule-runner.js';
import { elementLimits } from '../values/element-limits.js';
import type { ElementPlace } from './read-segment.js';

/** Which set of the input is being read; all 1-based. */
export interface TransactionPlace {
  readonly interchange: number;
  readonly group: number;
  readonly transaction: number;
}

export interface WalkReportOptions {
  readonly onFinding: (found: Finding) => void;
  /** Keep the bad value in element findings (IK404). */
  readonly badValues: boolean;
  /** Tells the business unit that the walk is in; absent where nobody wants to know. */
  readonly unit?: (() => BusinessUnit | undefined) | undefined;
  /** Names the loop that the walk is in; absent where it goes by its id. */
  readonly loopId?: (() => string) | undefined;
}

// Their members come in two orders, and each order has hidden classes of its own.
const Place = objectMaker<Position>();
const PlaceOfRule = objectMaker<Position>();

const ENVELOPE_REASONS: ReadonlySet<Reason> = new Set<Reason>([
  'element-mandatory-missing',
  'element-required-missing',
  'element-too-short',
  'element-blank',
  'element-not-numeric',
  'element-number-format',
  'element-code',
]);

// Missing, malformed and wrong ids, counts and control numbers of ST and SE are IK502 3, 4, 6 and 7: the envelope reader's
// to report, once. What no such code says, such as a control character, stays here.
function isEnvelopes(tag: string | undefined, element: number, reason: Reason): boolean {
  if (element > 2 || (tag !== 'ST' && tag !== 'SE')) return false;
  return ENVELOPE_REASONS.has(reason) || (reason === 'element-too-long' && element === 2);
}

/**
 * Of one segment the same is said so often at the elements, which are no more; only components and repetitions can be, millions of them, and each
 * finding costs many times what reading them does. What follows says nothing new of the segment.
 */
const MOST_ALIKE = 1_000;

/** Where the walk stands, and the findings it makes there: positions are put together only when one is made. */
export class WalkReport {
  readonly #options: WalkReportOptions;
  set: TransactionPlace = { interchange: 1, group: 1, transaction: 1 };
  /** Of the segment being read: its count from ST = 1, bytes from the interchange's start, and its tag if it is one. */
  ordinal = 0;
  offset = 0;
  segmentId: string | undefined;
  /** The element inside which the data ends: what it lacks and what follows it is no fault of its own. */
  cutAt = Number.POSITIVE_INFINITY;
  /** The segment is an HL below a level that is missing: it has no parent to name in HL02. */
  orphan = false;
  /** The segment stands in a loop whose kind nobody knows: what only the guide has against its elements may not be so. */
  guessed = false;
  /** Of the innermost open loop; `''` outside. */
  loopId = '';

  /** How often each reason was said at elements of the segment, and which segment that is. */
  readonly #alike = new Map<Reason, number>();
  #alikeIn: TransactionPlace | undefined;
  #alikeAt = -1;
  /** Elements of that segment that have an error, as {@link placeKey} names them. */
  readonly #faulty = new Set<string>();

  constructor(options: WalkReportOptions) {
    this.#options = options;
  }

  /** What findings call the loop that the walk is in. */
  get loopName(): string | undefined {
    return (this.#options.loopId?.() ?? this.loopId) || undefined;
  }

  /** Reports at the current segment; `more` says what is different there. */
  say(reason: Reason, more?: Partial<Position>, extras?: FindingExtras): void {
    this.#options.onFinding(this.found(reason, more, extras));
  }

  /** The same, to be said later or not at all. */
  found(reason: Reason, more: Partial<Position> = {}, extras: FindingExtras = {}): Finding {
    const { element, component, repetition, dataElement } = more;
    const segmentId = 'segmentId' in more ? more.segmentId : this.segmentId;
    const loopId = 'loopId' in more && this.#options.loopId === undefined ? more.loopId : this.loopName;
    // Only members that are there: a position may be compared and printed as JSON. bench: `validate, full of faults`.
    const at = new Place();
    at.interchange = this.set.interchange;
    at.group = this.set.group;
    at.transaction = this.set.transaction;
    at.segmentOffset = more.segmentOffset ?? this.offset;
    at.segment = more.segment ?? this.ordinal;
    if (segmentId) at.segmentId = segmentId;
    if (loopId) at.loopId = loopId;
    if (element !== undefined) at.element = element;
    if (component !== undefined) at.component = component;
    if (repetition !== undefined) at.repetition = repetition;
    if (dataElement) at.dataElement = dataElement;
    return finding(reason, at, this.#more(extras));
  }

  /** Reports at an element of the current segment. */
  sayElement(reason: Reason, { element, component, repetition, plan, value, syntax }: ElementPlace): void {
    if (element >= this.cutAt || isEnvelopes(this.segmentId, element, reason)) return;
    if (this.guessed && (REASON_MARKS[reason].snip > 1 || reason === 'element-required-missing')) return;
    if (this.orphan && element === 2 && reason === 'element-required-missing') return;
    if (this.#isSaidEnough(reason)) return;
    if (REASON_MARKS[reason].severity === 'error') this.#faulty.add(placeKey({ element, component, repetition }));
    const dataElement = plan === undefined || plan.kind === Kind.composite ? undefined : plan.number;
    const place: Partial<Position> = {
      element,
      component: component || undefined,
      repetition: repetition || undefined,
      dataElement,
    };
    const limits = syntax === undefined ? plan && elementLimits(reason, plan, value) : { syntax };
    this.say(reason, place, { limits, badValue: this.badValue(value) });
  }

  #isSaidEnough(reason: Reason): boolean {
    if (this.#alikeIn !== this.set || this.#alikeAt !== this.offset) {
      this.#alike.clear();
      this.#faulty.clear();
      this.#alikeIn = this.set;
      this.#alikeAt = this.offset;
    }
    const count = (this.#alike.get(reason) ?? 0) + 1;
    this.#alike.set(reason, count);
    return count > MOST_ALIKE;
  }

  /** Reports what a situational rule found. */
  sayRule(reason: Reason, where: RulePlace, { rule, note, limits, severity, trigger }: RuleExtras): void {
    if (reason === 'element-format' && this.#isFaulty(where)) return;
    const extras = { rule, note, limits, severity, trigger: trigger && this.#placeOf(trigger) };
    this.#options.onFinding(finding(reason, this.#placeOf(where), this.#more(extras)));
  }

  #placeOf({ segmentId, loopId, element, component, repetition, dataElement, ordinal, offset }: RulePlace): Position {
    const at = new PlaceOfRule();
    at.interchange = this.set.interchange;
    at.group = this.set.group;
    at.transaction = this.set.transaction;
    at.segmentId = segmentId;
    // The root has no name, and says so.
    at.loopId = this.#options.loopId === undefined ? loopId : loopId && this.loopName;
    if (element !== undefined) at.element = element;
    if (component !== undefined) at.component = component;
    if (repetition !== undefined) at.repetition = repetition;
    if (dataElement !== undefined) at.dataElement = dataElement;
    at.segment = ordinal;
    at.segmentOffset = offset;
    return at;
  }

  // What has an error already is told: that it is of no known kind of number or code says nothing more.
  #isFaulty(where: RulePlace): boolean {
    return this.#alikeIn === this.set && this.#alikeAt === where.offset && this.#faulty.has(placeKey(where));
  }

  #more(extras: FindingExtras): FindingExtras {
    const unit = this.#options.unit?.();
    return unit === undefined ? extras : { ...extras, unit };
  }

  /** The bad value, for those who asked for it. */
  badValue(value: string): string | undefined {
    return this.#options.badValues && value !== '' ? value : undefined;
  }
}

function placeKey({
  element,
  component = 0,
  repetition = 0,
}: Pick<RulePlace, 'element' | 'component' | 'repetition'>): string {
  return `${element} ${component} ${repetition}`;
}
