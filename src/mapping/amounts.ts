import { DecimalSum } from '../guide/rules/decimal-sum.js';
import { requireForm } from '../model/check-options.js';
import { plainDecimal } from './lenses/decimal.js';

/** Decimal text, as the lens `decimal` gives it. */
type Amount = string;

/**
 * The exact sum of amounts, however many decimals they have; of none it is `0`.
 * @returns `undefined` where one is missing, no decimal number, or longer than 64 characters: a sum of the others would be a wrong one.
 */
export function sumOfAmounts(amounts: Iterable<Amount | undefined>): Amount | undefined {
  requireForm('sumOfAmounts', 'amounts', amounts, 'iterable');
  const sum = new DecimalSum();
  for (const amount of amounts) sum.add(amount ?? '', 1);
  return textOf(sum);
}

/** `from` less all of `amounts`; `undefined` as of {@link sumOfAmounts}. */
export function without(from: Amount | undefined, amounts: Iterable<Amount | undefined>): Amount | undefined {
  const sum = new DecimalSum();
  sum.add(from ?? '', 1);
  for (const amount of amounts) sum.add(amount ?? '', -1);
  return textOf(sum);
}

function textOf(sum: DecimalSum): Amount | undefined {
  return sum.text === undefined ? undefined : plainDecimal(sum.text);
}
