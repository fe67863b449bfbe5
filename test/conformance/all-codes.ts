import type { AK905, IK304, IK403, IK502, TA105 } from '../../src/model/codes.js';

/** A union written out as the keys of an object: the compiler demands every member and no other. */
type Every<Code extends string> = Readonly<Record<Code, true>>;

// biome-ignore format: one line a list reads like the standard's own tables
const LISTS = {
  interchange: {
    '001': true, '002': true, '003': true, '004': true, '005': true, '006': true, '007': true, '008': true,
    '009': true, '010': true, '011': true, '012': true, '013': true, '014': true, '015': true, '016': true,
    '017': true, '018': true, '019': true, '020': true, '021': true, '022': true, '023': true, '024': true,
    '025': true, '026': true, '027': true, '028': true, '029': true, '030': true, '031': true, '032': true,
  } satisfies Every<TA105>,
  group: { 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 19: true } satisfies Every<AK905>,
  transaction: {
    1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 18: true, 19: true, 23: true, I5: true, I6: true,
  } satisfies Every<IK502>,
  segment: {
    1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true,
    I4: true, I6: true, I7: true, I8: true, I9: true,
  } satisfies Every<IK304>,
  element: {
    1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true, 9: true, 10: true, 12: true, 13: true,
    I6: true, I9: true, I10: true, I11: true, I12: true, I13: true,
  } satisfies Every<IK403>,
};

/** Every code of `src/model/codes.ts` behind the level it is reported at: `segment I4`. */
export const ALL_CODES: readonly string[] = Object.entries(LISTS).flatMap(([level, codes]) =>
  Object.keys(codes).map((code) => `${level} ${code}`),
);
