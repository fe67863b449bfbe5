import type { Lens } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

/** An element of type DT: `2026-01-31` in guide JSON, `20260131` in the property. Other texts are passed on. */
export const date: Lens = {
  name: 'date',
  get(value, tell) {
    const text = textOfValue(value, tell);
    return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text)
      ? text.slice(0, 4) + text.slice(5, 7) + text.slice(8)
      : text;
  },
  put(value, tell) {
    const text = textOfProperty(value, tell);
    return text !== undefined && /^\d{8}$/.test(text)
      ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
      : text;
  },
};
