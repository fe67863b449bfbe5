import type { Finding } from '../../model/finding.js';
import type { Limits } from '../../model/limits.js';
import type { Position } from '../../model/position.js';
import type { SegmentSink } from '../../model/segments.js';
import type { GuidePlan } from '../plan/plan.js';
import { checkPrototype } from '../values/safe-read.js';
import type { CharacterRules } from './character-rules.js';
import { TransactionEncoder } from './encode-transaction.js';

/** A segment that the guide has no place for, as received. */
export interface UnplacedSegment {
  /** Raw text without terminator. */
  readonly segment: string;
  /** Segments before it, counted from ST = 1. */
  readonly after: number;
}

export interface EncodeOptions {
  /** ST02 and SE02, as it is to be written. */
  readonly controlNumber: string;
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
  /** Character set and repairs. The sink should take in `plain` what the repairer leaves untouched. */
  readonly characters?: CharacterRules | undefined;
  /** Where the set stands; its `pointer`, where there is one, begins the pointers of all findings. */
  readonly at: Position;
  /**
   * Also finds a list in place of one thing, and one thing in place of a list: writing knows what is meant, whoever reads the data by the
   * guide's types does not. Default false.
   */
  readonly asTyped?: boolean | undefined;
  /** `depth` bounds nesting, `findings` what is kept. Default {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<Limits> | undefined;
}

export interface EncodedTransaction {
  readonly findings: Finding[];
  /** ST and SE included: SE01. */
  readonly segments: number;
}

// Making an encoder costs as much as writing a small set, so the last one of each plan waits for the next set. It is lent:
// who comes while it writes (data may have getters, a repair reports to its caller) makes one more. bench: `bench:eligibility`.
const spares = new WeakMap<GuidePlan, { encoder: TransactionEncoder | undefined }>();

/**
 * Writes guide JSON as one transaction set, ST to SE, in guide order; siblings of equal position in the order of the
 * object's own keys. Fills in elements that have one code only, LS and LE, HL, ST and SE. Wrong data is reported,
 * never thrown, and written as far as it can be: with findings of severity `error` the caller drops what was written.
 * @param data guide JSON: sections, in them segments and loops. Anything else is reported as well.
 */
export function encodeTransaction(
  plan: GuidePlan,
  data: unknown,
  sink: SegmentSink,
  options: EncodeOptions,
): EncodedTransaction {
  checkPrototype();
  let place = spares.get(plan);
  if (place === undefined) {
    place = { encoder: undefined };
    spares.set(plan, place);
  }
  const encoder = place.encoder ?? new TransactionEncoder(plan);
  place.encoder = undefined;
  const encoded = encoder.write(data, sink, options);
  place.encoder = encoder;
  return encoded;
}
