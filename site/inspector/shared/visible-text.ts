/**
 * Characters that draw nothing, or turn the text around them: C0, C1, zero-width ones, marks and overrides of direction.
 * Shown as they are, a hostile value could look like another one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const [CONTROL_PICTURES, DELETE_PICTURE, FIRST_VISIBLE, DELETE] = [0x2400, '\u2421', 0x20, 0x7f];

/** The text with a picture in place of every character that cannot be seen; as long as before. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < FIRST_VISIBLE) return String.fromCharCode(CONTROL_PICTURES + code);
    return code === DELETE ? DELETE_PICTURE : '\ufffd';
  });
}

/** True where {@link visibleText} shows something else than what is there. */
export function hidesCharacters(text: string): boolean {
  UNSEEN.lastIndex = 0;
  return UNSEEN.test(text);
}

/** The first `most` characters, never half of a pair, and how many are left out. */
export function cutText(text: string, most: number): { readonly text: string; readonly more: number } {
  if (text.length <= most) return { text, more: 0 };
  const last = text.charCodeAt(most - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
  return { text: text.slice(0, end), more: text.length - end };
}
