import type { Lens, Tell } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

/**
 * A decimal number as text without needless zeros: `6000.00` is `6000`, `.4` is `0.4`, `-0` is `0`. What is no number is
 * passed on as it is, and noted.
 */
export const decimal: Lens = {
  name: 'decimal',
  get: (value, tell) => normal(textOfValue(value, tell), tell),
  put: (value, tell) => normal(textOfProperty(value, tell), tell),
};

function normal(text: string | undefined, tell: Tell): string | undefined {
  const number = text === undefined ? undefined : plainDecimal(text);
  if (number === undefined && text !== undefined) tell.tell('value-type');
  return number ?? text;
}

/** The plain form of a decimal number; `undefined` for other texts. */
export function plainDecimal(text: string): string | undefined {
  const [, sign = '', before = '', after = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (before === '' && after === '') return undefined;
  const whole = before.replace(/^0+(?=\d)/, '') || '0';
  const part = after.replace(/0+$/, '');
  const number = part === '' ? whole : `${whole}.${part}`;
  return number === '0' ? number : sign + number;
}
