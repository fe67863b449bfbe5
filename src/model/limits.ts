/** Bounds on what is read, so that hostile input ends in an error that names the limit. */
export interface Limits {
  /** Bytes of one segment (a BIN payload included). Default 16 MiB. */
  readonly segmentBytes: number;
  /** Elements of one segment. Default 1,000 (the longest of the standard have about 100). */
  readonly elements: number;
  /** Findings kept for one input; more are counted, not kept. Default 10,000. */
  readonly findings: number;
  /** Interchanges in one input. Default 100,000. */
  readonly interchanges: number;
  /** Depth of nested loops, HL levels included. Default 100; at most 1,000. */
  readonly depth: number;
  /** Bytes skipped in search of an ISA when `scan` is on. Default 1 MiB. */
  readonly scanBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  segmentBytes: 16 * 1024 * 1024,
  elements: 1_000,
  findings: 10_000,
  interchanges: 100_000,
  depth: 100,
  scanBytes: 1024 * 1024,
};
