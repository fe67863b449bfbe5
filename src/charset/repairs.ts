import { checkOptions } from '../model/check-options.js';
import type { OptionRules } from '../model/option-rules.js';

/** The repairs, in the order in which they are made. */
export const REPAIR_NAMES = [
  'removeDiacritical',
  'replaceConfusable',
  'replaceNonBasicCharacters',
  'uppercase',
  'replaceDelimiterConflicts',
  'trimTrailingSpaces',
  'trimTrailingZeroes',
] as const;

export type RepairName = (typeof REPAIR_NAMES)[number];

/** A switch for each repair; each is off unless it is `true`. */
export type Repairs = { readonly [name in RepairName]?: boolean | undefined };

/**
 * One thing that a repair changed, with its place in the text as it came. Safe to log: it says of a replaced character
 * which it was, and of a run of characters (a change of case, a cut) only where it stood.
 */
export interface RepairChange {
  readonly repair: RepairName;
  /** Where the changed characters began, in UTF-16 units from 0. */
  readonly offset: number;
  /** How many UTF-16 units were changed. */
  readonly length: number;
  /** The character as the repair met it, `U+00F1`; of a run of the same character once. Absent for changes of case and cuts. */
  readonly from?: string;
  /** What stands for each such character now; `''` if it was removed. Absent for changes of case and cuts. */
  readonly to?: string;
}

export const REPAIR_RULES: OptionRules<Repairs> = {
  removeDiacritical: 'boolean',
  replaceConfusable: 'boolean',
  replaceNonBasicCharacters: 'boolean',
  uppercase: 'boolean',
  replaceDelimiterConflicts: 'boolean',
  trimTrailingSpaces: 'boolean',
  trimTrailingZeroes: 'boolean',
};

/**
 * The names that are switched on, in order.
 * @throws X12Error `X12_OPTION_INVALID` if a name is no repair or its switch no boolean.
 */
export function enabledRepairs(repairs: Repairs): ReadonlySet<RepairName> {
  checkOptions('repairs', repairs, REPAIR_RULES);
  return new Set(REPAIR_NAMES.filter((name) => repairs[name] === true));
}
