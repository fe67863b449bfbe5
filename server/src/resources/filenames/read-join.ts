/** A part of a name: text, or what is bound under a name. */
export type NamePart = { readonly text: string } | { readonly name: string };

const PART = /\s*(?:'([^'\\]*)'|"([^"\\]*)"|\$([A-Za-z][A-Za-z0-9_]*)(\(\))?)\s*(&|$)/y;
/** Names with none of what only expressions have: `$`, `&`, double quotes, spaces; a quote or parenthesis may open one. */
const PLAIN = /^[a-zA-Z0-9.*!_-]+$/;
/** Functions that need nothing but the instant. */
const FUNCTIONS = new Set(['millis', 'now']);

/**
 * Reads the expressions that nearly all settings have: a plain name, or literals, bound names, `$millis()` and `$now()` joined by
 * `&`. They mean here what they mean in JSONata, and need no worker.
 * @returns `undefined` for any other expression.
 */
export function readJoin(expression: string): readonly NamePart[] | undefined {
  if (PLAIN.test(expression)) return [{ text: expression }];
  const parts: NamePart[] = [];
  PART.lastIndex = 0;
  for (;;) {
    const match = PART.exec(expression);
    if (match === null) return undefined;
    const [, single, double, name, call, next] = match;
    if (name !== undefined && (call !== undefined) !== FUNCTIONS.has(name)) return undefined;
    parts.push(name === undefined ? { text: single ?? double ?? '' } : { name });
    if (next !== '&') return parts;
  }
}
