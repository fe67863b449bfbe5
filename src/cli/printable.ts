// Control characters, marks that turn the reading direction, and what takes no room: they could steer or deceive a terminal, and two
// names that look alike be different ones.
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Text of the data, safe to show on a terminal: each character that is no print becomes U+FFFD. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\uFFFD');
}
