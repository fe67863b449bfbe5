import type { Lens } from '../lens.js';
import { decimal } from './decimal.js';

/** A number of the JSON, and a decimal element. What a number cannot hold exactly stays text, so that nothing is changed on its way. */
export const number: Lens = {
  name: 'number',
  get(value, tell) {
    const text = decimal.get(value, tell);
    return typeof text === 'string' && String(Number(text)) === text ? Number(text) : text;
  },
  put: decimal.put,
};
