/** ISA13 and GS06 have nine digits, and neither is ever 0. */
export const LAST_NUMBER = 999_999_999;
