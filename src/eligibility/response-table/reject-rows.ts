import { filled, given } from '../../mapping/lenses/constant.js';
import { text } from '../../mapping/lenses/text.js';
import { textOf } from '../../mapping/lenses/text-of.js';
import type { Row } from '../../mapping/table.js';
import { REJECT_ADVICE } from '../texts/reject-advice.js';
import { FOLLOW_UP_TEXTS, REJECT_TEXTS } from '../texts/reject-texts.js';

/** The AAA segments of a loop, as errors of the object whose property this is. */
export function rejections(property: string, loop: string): Row {
  return {
    property,
    each: `${loop}/AAA`,
    where: { location: `Loop ${loop}` },
    rows: [
      { property: 'field', lens: given('AAA') },
      { property: 'code', path: '03', lens: text },
      { property: 'description', path: '03', lens: textOf(REJECT_TEXTS), only: 'get' },
      { property: 'followupAction', path: '04', lens: textOf(FOLLOW_UP_TEXTS) },
      { property: 'possibleResolutions', path: '03', lens: textOf(REJECT_ADVICE, { unknown: 'omit' }), only: 'get' },
      // The JSON does not say whether the request was valid (Y) or not.
      { path: '01', lens: filled('N') },
    ],
  };
}
