import { type Finding, type FindingExtras, finding, type Severity } from '../../model/finding.js';
import type { Position } from '../../model/position.js';
import type { Reason } from '../../model/reasons.js';
import type { RulePlace } from '../rules/rule-place.js';
import type { RuleExtras } from '../rules/rule-runner.js';
import { givenForm } from './given-form.js';

/** Place of an element finding; 0 = not known. */
export interface EncodePlace {
  readonly element: number;
  readonly component: number;
  readonly repetition: number;
  readonly dataElement: string | undefined;
  /** Keys below the segment's object. */
  readonly trail: readonly (string | number)[];
}

/** Values of a set with characters outside the usual set that are told: who writes another script is not stopped by it. */
const MOST_MILD = 100;

function isOfUsualSet(reason: Reason | undefined, severity: Severity | undefined): boolean {
  return reason === 'element-character-set' && severity === 'warning';
}

type PartialPosition = { readonly [K in keyof Position]?: Position[K] | undefined };

/** Collects the findings of one transaction set and knows where in set and data the writing is. */
export class EncodeReport {
  findings: Finding[] = [];
  /** Segments written so far, ST = 1. */
  segments = 0;
  segmentId: string | undefined;
  loopId: string | undefined;
  /** Gives keys and indexes from the top of the data to the object at hand; asked only when something is reported. */
  locate: () => readonly (string | number)[] = () => [];
  /** No more findings are kept: writing on would help nobody. */
  full = false;
  /** Whether a list in place of one thing, or the other way, is a fault. */
  asTyped = false;
  #at: Position;
  #limit: number;
  /** How many of the findings do not count against the limit. */
  #mild = 0;
  /**
   * Pointers of places whose value was refused as a whole. What else is wrong at such a place, or below it, follows from that: who
   * is told of it as well looks for faults that are none.
   */
  readonly #refused = new Set<string>();

  constructor(at: Position, limit: number) {
    this.#at = at;
    this.#limit = limit;
  }

  /** Begins with the next set; the findings of the one before stay with whoever took them. */
  open(at: Position, limit: number): void {
    this.#at = at;
    this.#limit = limit;
    this.findings = [];
    this.segments = 0;
    this.segmentId = undefined;
    this.loopId = undefined;
    this.full = false;
    this.#mild = 0;
    this.#refused.clear();
  }

  /** Reports on an element of the segment that is being written. */
  element(reason: Reason, place: EncodePlace, extras?: FindingExtras): void {
    this.#add(reason, this.#elementPosition(place), extras);
  }

  /** The position of an element of the segment that is being written. */
  positionOf(place: EncodePlace): Position {
    return this.#position({ segmentId: this.segmentId, loopId: this.loopId, ...this.#elementPosition(place) });
  }

  #elementPosition(place: EncodePlace): PartialPosition {
    return {
      segment: this.segments + 1,
      element: place.element || undefined,
      component: place.component || undefined,
      repetition: place.repetition || undefined,
      dataElement: place.dataElement || undefined,
      pointer: this.#pointer(place.trail),
    };
  }

  /** Reports on a segment or loop that is missing or surplus here; `keys` go on from the object at hand. */
  segment(
    reason: Reason,
    segmentId: string | undefined,
    loopId: string | undefined,
    keys: readonly (string | number)[],
  ): void {
    this.#add(reason, { segment: this.segments + 1, segmentId, loopId, pointer: this.#pointer(keys) });
  }

  /** Reports on a property that is no element: an unknown key, an object of the wrong form. */
  property(reason: Reason, keys: readonly (string | number)[], extras?: FindingExtras): void {
    this.#add(reason, { pointer: this.#pointer(keys) }, extras);
  }

  /** Reports a list in place of one thing, or the other way, where that matters. */
  misshaped(keys: readonly (string | number)[], value: unknown): void {
    if (this.asTyped) this.property('value-type', keys, givenForm(value));
  }

  /** Reports a broken rule; `keys` go on from the object at hand. */
  rule(reason: Reason, where: RulePlace, { trigger, ...extras }: RuleExtras, keys: readonly (string | number)[]): void {
    const at = ({ ordinal, offset: _, ...rest }: RulePlace) => ({ ...rest, segment: ordinal });
    if (reason === 'element-format' && isFaulty(this.findings, where)) return;
    const fired = trigger === undefined ? {} : { trigger: this.#position(at(trigger)) };
    this.#add(reason, { ...at(where), pointer: this.#pointer(keys) }, { ...extras, ...fired });
  }

  #add(reason: Reason, more: PartialPosition, extras?: FindingExtras): void {
    if (this.full) return;
    const pointer = more.pointer ?? '';
    if (this.#refused.size > 0 && this.#isRefused(pointer)) return;
    const isMild = isOfUsualSet(reason, extras?.severity);
    if (isMild && this.#mild >= Math.min(MOST_MILD, this.#limit)) return;
    if (isMild) this.#mild++;
    else if (this.findings.length - this.#mild >= this.#limit) {
      this.full = true;
      this.findings.push(finding('findings-limit', this.#at));
      return;
    }
    if (reason === 'value-type') this.#refused.add(pointer);
    this.findings.push(
      finding(reason, this.#position({ segmentId: this.segmentId, loopId: this.loopId, ...more }), extras),
    );
  }

  #isRefused(pointer: string): boolean {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
      if (this.#refused.has(pointer.slice(0, end))) return true;
    return this.#refused.has('');
  }

  #position(more: PartialPosition): Position {
    const at: Record<string, unknown> = { ...this.#at };
    for (const [key, value] of Object.entries(more)) if (value !== undefined) at[key] = value;
    return at as unknown as Position; // a Position with members of a Position put over it
  }

  #pointer(keys: readonly (string | number)[]): string {
    return (this.#at.pointer ?? '') + [...this.locate(), ...keys].map(pointerToken).join('');
  }
}

/**
 * True where a value has an error already: that it is of no known kind of number or code then says nothing more.
 * @param findings the newest last; those of the value's segment stand together.
 */
export function isFaulty(
  findings: readonly Finding[],
  { ordinal, element, component, repetition }: RulePlace,
): boolean {
  for (let i = findings.length - 1; i >= 0; i--) {
    const { at, severity } = findings[i] ?? {};
    if (at?.segment !== ordinal) return false;
    const isThere = at.element === element && at.component === component && at.repetition === repetition;
    if (isThere && severity === 'error') return true;
  }
  return false;
}

// RFC 6901: ~ and / are the two characters that a token cannot hold as they are.
function pointerToken(key: string | number): string {
  return typeof key === 'number' ? `/${key}` : `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
