/** A part of a pattern that is read: its words for RE2, its length in the pattern, and about as many steps as it costs. */
export interface Part {
  readonly text: string;
  readonly length: number;
  readonly steps: number;
}
