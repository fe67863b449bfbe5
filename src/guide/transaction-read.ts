import type { Finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import type { Position } from '../model/position.js';
import type { NumberForm } from './read-value.js';

/** A segment that found no place, as received; `after` counts from ST = 1, so that writing can put it back. */
export interface Unplaced {
  readonly segment: string;
  readonly after: number;
}

/** One occurrence of a streamed loop. */
export interface LoopOccurrence {
  /** Ancestors from the outermost, as read so far and without streamed children. */
  readonly path: readonly { readonly loopId: string; readonly index: number; readonly data: JsonObject }[];
  readonly data: JsonObject;
  readonly at: Position;
}

export interface TransactionReaderOptions {
  /** False: check only, build no JSON. Default true. */
  readonly decode?: boolean;
  readonly numbers?: NumberForm;
  /** Loop id whose occurrences are handed out as they close, and not kept. */
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
  /** Guide JSON; empty when nothing was decoded. */
  readonly data: JsonObject;
  readonly unplaced: readonly Unplaced[];
}
