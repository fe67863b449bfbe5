import type { Lens } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

/** An element of type TM: `09:05:30.5` in guide JSON, `0905305` in the property. Other texts are passed on. */
export const time: Lens = {
  name: 'time',
  get: (value, tell) => textOfValue(value, tell)?.replace(/^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d\d?))?)?$/, '$1$2$3$4'),
  put: (value, tell) => textOfProperty(value, tell)?.replace(/^(\d\d)(\d\d)(?:(\d\d)(\d\d?)?)?$/, writtenOut),
};

function writtenOut(_: string, hour: string, minute: string, second?: string, fraction?: string): string {
  return `${hour}:${minute}${second === undefined ? '' : `:${second}`}${fraction === undefined ? '' : `.${fraction}`}`;
}
