/**
 * Where in the data: just what an IK3/IK4 asks for, and where in the document that is.
 * Counts are 1-based as in the standard; `segmentOffset` alone is 0-based (bytes from the start of its interchange).
 */
export interface Position {
  /** 1-based interchange of the input. */
  readonly interchange: number;
  /** 1-based functional group of the interchange. */
  readonly group?: number | undefined;
  /** 1-based transaction set of the group. */
  readonly transaction?: number | undefined;
  /** Bytes from the first byte of the ISA to the segment; absent when writing. */
  readonly segmentOffset?: number | undefined;
  /** IK302: segments from ST = 1. */
  readonly segment?: number | undefined;
  /** IK301. */
  readonly segmentId?: string | undefined;
  /** The guide's loop id, in full (IK303 is cut by whoever writes the 999). */
  readonly loopId?: string | undefined;
  /** IK401-1. */
  readonly element?: number | undefined;
  /** IK401-2. */
  readonly component?: number | undefined;
  /** IK401-3. */
  readonly repetition?: number | undefined;
  /** IK402: the data element number, such as `98`. */
  readonly dataElement?: string | undefined;
  /** JSON pointer into guide JSON; set when writing, where offsets do not exist yet. */
  readonly pointer?: string | undefined;
}

/** Where a segment of binary data declares its length (DE 784): BIN01, or BDS02 behind the filter. */
export function binaryLengthAt(tag: string): { readonly element: number; readonly dataElement: string } {
  return { element: tag === 'BDS' ? 2 : 1, dataElement: '784' };
}

/**
 * A tag as a finding may name it. Where delimiters are wrong, what stands in the place of a tag is a value: whatever is
 * no tag by its form is not repeated.
 */
export function segmentIdOf(tag: string): string | undefined {
  return tag.length <= 3 && /^[A-Za-z0-9]+$/.test(tag) ? tag : undefined;
}
