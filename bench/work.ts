/** What one child process is asked to do: a stage, a probe, a peer or the memory run on one file. */
export interface WorkOrder {
  readonly name: string;
  readonly file: string;
  /** Bytes of the file to take at most; cut behind the last SE before it. */
  readonly limit: number;
  /** Timed passes at most. */
  readonly passes: number;
  /** Seconds after which no further pass begins. */
  readonly seconds: number;
}

/** What it found. */
export interface WorkResult {
  /** Bytes that one pass reads or writes. */
  readonly bytes: number;
  /** CPU seconds of the best pass. */
  readonly seconds: number;
  readonly passes: number;
  /** Largest resident set of the process, and what it was before the first pass (the input in memory included). */
  readonly peakBytes: number;
  readonly startBytes: number;
  /** What the pass counted, so that two ways of reading can be compared: segments, findings, objects. */
  readonly count: number;
  readonly note?: string | undefined;
}

/** One thing to measure, ready to be run again and again. */
export interface Work {
  /** Bytes of one pass. */
  readonly bytes: number;
  readonly note?: string | undefined;
  /** Runs once and returns what it counted. */
  pass(): number | Promise<number>;
}
