// Code lists of the III segment and their texts, as the wire has them.

/** III01: the list that III02 is from. */
export const CODE_LIST_TEXTS = {
  GR: 'National Council on Compensation Insurance (NCCI) Nature of Injury Code',
  NI: 'Nature of Injury Code',
  ZZ: 'Mutually Defined',
} as const;
