// Control characters and marks that turn the reading direction: they could steer or deceive a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text of the data, safe to show on a terminal: each character that is no print becomes U+FFFD. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\uFFFD');
}
