/**
 * The four characters that structure one interchange, as read from its ISA (X12.5).
 * Each is one ASCII character, or in a single-byte encoding one that is the byte of its number (U+0080 to U+00FF); they
 * are pairwise distinct, and hold from ISA to IEA.
 */
export interface Delimiters {
  /** Element separator: byte 3 of the ISA. */
  readonly element: string;
  /** Component separator: ISA16. */
  readonly component: string;
  /** Repetition separator: ISA11 from control version 00402 on; absent when the interchange has none. */
  readonly repetition?: string | undefined;
  /** Segment terminator: the byte after ISA16. */
  readonly segment: string;
}

/** True where both are the same four characters. */
export function haveSame(a: Delimiters, b: Delimiters): boolean {
  return (
    a.element === b.element && a.component === b.component && a.repetition === b.repetition && a.segment === b.segment
  );
}

/** What we write unless told otherwise: `>` and not `:`, which occurs in real data (times, URLs). */
export const DEFAULT_DELIMITERS: Delimiters = { element: '*', component: '>', repetition: '^', segment: '~' };

/** Offered in this order in place of a delimiter that cannot be kept; the last ones are the unprintable classics. */
export const DELIMITER_CANDIDATES = '^>|~*:!}{`\\<#$%_@;[]=?+"\x1c\x1d\x1e\x1f\x07\x0b\x0c';
