import fc from 'fast-check';
import { packCode } from '../../../src/guide/plan/code-table.js';
import type { ElementPlan } from '../../../src/guide/plan/plan.js';
import { elementOf } from '../element-plan.js';

const LISTED = new Set(['1', '2', '12'].map(packCode));

/** Elements of every kind that has a short way. */
export const ELEMENTS: readonly ElementPlan[] = [
  elementOf('AN', 1, 6),
  elementOf('AN', 2, 6, { list: ['AB', 'A', 'LONGER'] }),
  elementOf('ID', 1, 3),
  elementOf('ID', 1, 5, { list: ['HC', '1', 'ABCDE'] }),
  elementOf('ID', 2, 2, { list: ['HC'] }),
  elementOf('R', 1, 5),
  elementOf('R', 2, 9, { digits: 4 }),
  elementOf('N0', 1, 4),
  elementOf('N0', 3, 4),
  elementOf('N0', 1, 4, { pattern: /^(1|2|12)$/, listed: LISTED }),
  elementOf('N2', 1, 6),
  elementOf('N2', 3, 18),
  elementOf('DT', 8, 8),
  elementOf('DT', 6, 6),
  elementOf('DT', 6, 8),
  elementOf('TM', 4, 8),
  elementOf('TM', 4, 4),
];

const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((n) => String(n).padStart(2, '0'));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));
const century = fc.constantFrom('19', '20');
const day = joined(two(0, 99), two(1, 12), two(1, 31));
const clock = joined(two(0, 23), two(0, 59));

/** Texts that are right for some kind, as X12 has them. */
const right = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('A', 'AB', 'HC', 'HC', '1', '12', 'ABCDE', 'LONGER', 'a b') },
  fc.stringMatching(/^-?\d{1,4}(\.\d{1,3})?$/),
  fc.stringMatching(/^-?0{0,3}\d{1,12}$/),
  joined(century, day),
  day,
  joined(clock, fc.constantFrom('', '59', '599', '5999')),
);
const change = fc.record({
  at: fc.nat(19),
  cut: fc.integer({ min: 0, max: 1 }),
  put: fc.constantFrom('', '', ...'0123456789', '.', '-', ' ', 'A', 'a', '+', 'e'),
});

/** A right text, as it is or one change away from it; ASCII, and never empty. */
export const nearText = fc
  .tuple(right, fc.oneof(fc.constant(null), change))
  .map(([text, one]) => (one === null ? text : text.slice(0, one.at) + one.put + text.slice(one.at + one.cut)))
  .filter((text) => text !== '');

const forms = [
  ...['', ' ', 'A ', 'HC', 'AB', 'LONGER', '1', '12', '02', '1.50', '.5', '5.', '-0', '-0.0', '-1', '1.2.3', '1E5'],
  ...['00.5', 'Ñ', 'A*B', '2026-02-28', '2026-02-30', '20260228', '0000-01-01', '2024-02-29', '2026/02/28'],
  ...['12:30', '1230', '24:00', '12:3', '12:30:5', '12:30:59', '12:30:59.9', '12:30:59.99', '12:30:59.', '123059'],
  ...['1230599', '12:30.59', 0, -0, 7, 12, 99.99, -1.5, 0.07, 0.29, 1.005, 1e21, 1e-7, 21474836.47, 21474836.48],
  ...[2147483647, 2147483648, Number.NaN, 1 / 0],
] as const;
const near = fc.constantFrom(...forms);
const amount = fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100);
const digits = fc.stringMatching(/^-?\d{0,5}\.?\d{0,4}$/);

/** Values of JSON that are right for some kind, or nearly so. */
export const nearJson: fc.Arbitrary<string | number> = fc.oneof(
  near,
  near,
  nearText,
  amount,
  digits,
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 8 }),
);
