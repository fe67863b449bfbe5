import type { Lens } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

/** An element of type DT: `2026-01-31` in guide JSON, `20260131` in the property. Other texts are passed on. */
export const date: Lens = {
  name: 'date',
  get: (value, tell) => textOfValue(value, tell)?.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3'),
  put: (value, tell) => textOfProperty(value, tell)?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
};
