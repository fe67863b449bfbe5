import type { Finding } from '../../model/finding.js';
import { DEFAULT_LIMITS, type Limits } from '../../model/limits.js';
import type { Position } from '../../model/position.js';
import type { SegmentSink } from '../../model/segments.js';
import type { GuidePlan } from '../plan/plan.js';
import { forcedWay, type ShortWay } from '../put/short-way.js';
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
  /** Writes what is right, and nothing else; without it all goes the long way, with the same result. Not asked where `asTyped` is. */
  readonly shortWay?: ShortWay | undefined;
  /** `depth` bounds nesting, `findings` what is kept. Default {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<Limits> | undefined;
}

export interface EncodedTransaction {
  readonly findings: Finding[];
  /** ST and SE included: SE01. */
  readonly segments: number;
}

/** What writes sets of one guide, and what came of the short way. */
interface Spare {
  encoder: TransactionEncoder | undefined;
  /** Segments that were written, those of the long way in part, and those that were put in vain before. */
  written: number;
  vain: number;
}

// Making an encoder costs as much as writing a small set, so the last one of each plan waits for the next set. It is lent:
// who comes while it writes (data may have getters, a repair reports to its caller) makes one more. bench: `bench:eligibility`.
const spares = new WeakMap<GuidePlan, Spare>();
/** The short way is tried while no more than one in so many segments was put in vain: sets of one kind are mostly all right, or all alike. */
const WORTH = 8;
/** What went the long way counts less: where all does, the short way is tried once in some dozen sets. bench: `request to a 270`. */
const LONG_SHARE = 1 / 4;
/** One large set does not keep thousands of small ones from the short way. */
const MOST_VAIN = 10_000;
/** What was long ago counts less. */
const MANY = 1_000_000;

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
  let spare = spares.get(plan);
  if (spare === undefined) {
    spare = { encoder: undefined, written: 0, vain: 0 };
    spares.set(plan, spare);
  }
  const short = writtenShort(spare, data, sink, options);
  const encoded = short ?? writtenLong(spare, plan, data, sink, options);
  spare.written += short === undefined ? encoded.segments * LONG_SHARE : encoded.segments;
  if (spare.written > MANY) {
    spare.written /= 2;
    spare.vain /= 2;
  }
  return encoded;
}

function writtenLong(
  spare: Spare,
  plan: GuidePlan,
  data: unknown,
  sink: SegmentSink,
  options: EncodeOptions,
): EncodedTransaction {
  const encoder = spare.encoder ?? new TransactionEncoder(plan);
  spare.encoder = undefined;
  const encoded = encoder.write(data, sink, options);
  spare.encoder = encoder;
  return encoded;
}

function writtenShort(
  spare: Spare,
  data: unknown,
  sink: SegmentSink,
  { shortWay, controlNumber, unplaced = [], characters, asTyped = false, limits }: EncodeOptions,
): EncodedTransaction | undefined {
  const forced = forcedWay();
  if (shortWay === undefined || asTyped || unplaced.length > 0 || forced === 'long') return undefined;
  if (spare.vain * WORTH > spare.written && forced === undefined) return undefined;
  const trims = characters?.repairer?.trimsZeroes === true;
  const { depth = DEFAULT_LIMITS.depth } = limits ?? {};
  const segments = shortWay(data, sink, { controlNumber, trims, depth });
  if (segments > 0) return { findings: [], segments };
  spare.vain += Math.min(-segments, MOST_VAIN);
  return undefined;
}
