import type { Finding } from '../../model/finding.js';
import type { JsonObject } from '../../model/json.js';
import type { Position } from '../../model/position.js';
import type { NumberForm } from '../values/number.js';
import type { Frame } from './frame.js';
import type { JsonTexts } from './json-text.js';
import type { TransactionPlace } from './walk-report.js';

/** A segment that found no place, as received; `after` counts from ST = 1, so that writing can put it back. */
export interface Unplaced {
  readonly segment: string;
  readonly after: number;
}

/** An open loop above a streamed one. */
export interface PathStep {
  readonly loopId: string;
  readonly index: number;
  readonly data: JsonObject;
}

/** One occurrence of a streamed loop. */
export interface LoopOccurrence {
  /** Ancestors from the outermost, as read so far and without streamed children. */
  readonly path: readonly PathStep[];
  readonly data: JsonObject;
  readonly at: Position;
}

export interface TransactionReaderOptions {
  /** False: check only, build no JSON. Default true. */
  readonly decode?: boolean;
  readonly numbers?: NumberForm;
  /** Where the JSON is written as text, one set at a time; no loop can be streamed then. Of the same `numbers`. */
  readonly text?: Pick<JsonTexts, 'of'> | undefined;
  /** Loop id whose occurrences are handed out as they close, and not kept; for `decode` alone. */
  readonly streamLoop?: string | undefined;
  /** Largest depth of open loops. Default 100. */
  readonly depth?: number;
  /** Keep the bad value in element findings (IK404): patient data may get into them. Default false. */
  readonly badValues?: boolean;
  /**
   * Give findings what an acknowledgment says of them: what the claim, inquiry or member around them is known by (CTX),
   * and in base sets LS01 in place of our names of loops (IK303). Default false.
   */
  readonly forAcknowledgment?: boolean;
  readonly onFinding: (found: Finding) => void;
  readonly onLoop?: (loop: LoopOccurrence) => void;
}

export interface TransactionRead {
  /** Guide JSON; empty when nothing was decoded, or all of it is text. */
  readonly data: JsonObject;
  /** The same as text, where that was asked for. */
  readonly text: string | undefined;
  readonly unplaced: readonly Unplaced[];
}

/** Templates of what is handed out: `model/object-maker.ts` says why. */
export const NO_STEP: PathStep = { loopId: '', index: 0, data: {} };
const NOWHERE: Position = {
  interchange: 0,
  group: 0,
  transaction: 0,
  loopId: '',
  segment: 0,
  segmentOffset: 0,
  segmentId: '',
};
const NO_OCCURRENCE: LoopOccurrence = { path: [], data: {}, at: NOWHERE };

/** What is handed out of the streamed loop that closes at `depth`, before the segment of that ordinal, with its ancestors as read so far. */
export function takeOccurrence(
  frames: readonly Frame[],
  depth: number,
  ordinal: number,
  set: TransactionPlace,
): LoopOccurrence {
  const ancestors = frames.slice(1, depth);
  for (const above of ancestors) above.deliveredTo = ordinal;
  const path = ancestors.map(({ loop, built, object }) => ({
    ...NO_STEP,
    loopId: loop.loopId,
    index: built.occurrence,
    data: object,
  }));
  const { loop, built, object } = frames[depth] as Frame; // it is open
  // By name: to spread the set, too, costs more than reading the loop. bench: `loops`.
  const { interchange, group, transaction } = set;
  const at = {
    ...NOWHERE,
    interchange,
    group,
    transaction,
    loopId: loop.loopId,
    segment: built.ordinal,
    segmentOffset: built.offset,
    segmentId: loop.trigger?.tag,
  };
  return { ...NO_OCCURRENCE, path, data: object, at };
}
