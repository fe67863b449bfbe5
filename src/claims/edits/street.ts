import type { JsonValue } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import { ALL, type Edit } from './edit.js';

/** Where the provider who bills can be found; where its money goes (`payToAddress`) may be a box. */
export const STREET_EDITS: readonly Edit[] = [
  {
    id: 'V20',
    types: ALL,
    status: 'A7:126:85',
    text: 'The billing provider is at a street: give that, and a box as the pay-to address.',
    judge: ({ request }, tell) => {
      const address = objectIn(objectIn(request.billing).address);
      for (const name of ['address1', 'address2']) if (isBox(address[name])) tell(['billing', 'address', name]);
    },
  },
];

/** Boxes by their names, between words. Numbers may stand close behind. */
const BOX =
  / (?:P ?O ?BO?X|POST(?:AL)?(?: OFFICE)? BO?X|POST OFFICE DRAWER|P ?O DRAWER|LOCK ?BOX|LOCK ?BIN|PRIVATE MAIL ?BOX)(?:[ \d])/;
/** Short names, which are buildings too (`POB` a professional office building): only with a number, and `POB` only alone. */
const SHORT = / PMB ?\d|^ P ?O ?B ?\d+ $/;

/** Does a line of an address name a box that post is laid into? */
export function isBox(line: JsonValue | undefined): boolean {
  if (typeof line !== 'string') return false;
  const words = ` ${line
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, ' ')
    .trim()} `;
  return BOX.test(words) || SHORT.test(words);
}
