// C0 and C1 but line breaks and tabs, line separators, and what turns the reading direction: no text needs them, and in a terminal, or in a
// source that somebody reviews, they can hide what it says.
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A text of a guide, which may be a stranger's, without what steers or deceives; line feeds and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** The same for JSON or a source text, in whose literals each of them is part of a value: it stands there as `\u001b`. */
export function withEscapedControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
