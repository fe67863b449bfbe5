/** What every repair of characters leaves one character long. */
const PLAIN = /^[A-Za-z0-9 !"&'()*+,\-./:;?=]$/;
/** The longest that a repair makes of another sign, such as (AT); of a letter such as ß; and of any character at all. */
const OF_SIGN = 4;
const OF_LETTER = 2;
const OF_ANY = 18;

/**
 * A text that fits an element, whole where it does.
 *
 * Characters that are repaired on their way out may be spelt with several, and what is cut must still fit then.
 * @param most characters of the element.
 */
export function shortened(text: string, most: number): string {
  let room = most;
  let end = 0;
  for (const character of text) {
    room -= widthOf(character);
    if (room < 0) return text.slice(0, end).trimEnd();
    end += character.length;
  }
  return text;
}

// A name with marks is cut no shorter than it must be.
function widthOf(character: string): number {
  if (PLAIN.test(character)) return 1;
  if (character <= '~') return OF_SIGN;
  return character >= 'À' && character <= 'ɏ' ? OF_LETTER : OF_ANY;
}
