import { freshList } from '../../model/fresh-list.js';
import type { JsonValue } from '../../model/json.js';
import type { Lens } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

/** The repetitions of an element as a list of texts. */
export const list: Lens = {
  name: 'list',
  get(value, tell) {
    const texts = freshList<string>();
    const all: readonly JsonValue[] = Array.isArray(value) ? value : [value];
    for (const one of all) {
      const text = textOfValue(one, tell);
      if (text !== undefined) texts.push(text);
    }
    return texts.length === 0 ? undefined : texts;
  },
  put(value, tell) {
    if (!Array.isArray(value)) tell.tell('value-type');
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = all.map((one) => textOfProperty(one, tell)).filter((one) => one !== undefined && one !== '');
    return texts.length === 0 ? undefined : texts.map(String);
  },
};
