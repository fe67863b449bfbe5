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

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** The plain form of a decimal number; `undefined` for other texts. No patterns: amounts are many. */
export function plainDecimal(text: string): string | undefined {
  let from = text.charCodeAt(0) === MINUS ? 1 : 0;
  const sign = from === 1 ? '-' : '';
  let end = text.length;
  let point = -1;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && point < 0) point = i;
    else if (code < ZERO || code > NINE) return undefined;
  }
  if (end - from === (point < 0 ? 0 : 1)) return undefined;
  if (point < 0) point = end;
  while (from < point - 1 && text.charCodeAt(from) === ZERO) from++;
  while (end > point && (text.charCodeAt(end - 1) === ZERO || end === point + 1)) end--;
  const number = `${from === point ? '0' : ''}${text.slice(from, end)}`;
  return number === '0' ? number : sign + number;
}
