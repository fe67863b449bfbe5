import type { Lens } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

/** A telephone number by its digits alone; a text with letters, such as an address, stays as it is. */
export const digits: Lens = {
  name: 'digits',
  get: (value, tell) => onlyDigits(textOfValue(value, tell)),
  put: (value, tell) => onlyDigits(textOfProperty(value, tell)),
};

function onlyDigits(text: string | undefined): string | undefined {
  return text === undefined || /[^\d\s().+-]/.test(text) ? text : text.replace(/\D/g, '') || text;
}
