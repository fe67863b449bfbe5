/** `JSON.parse` of each set's text: the same objects, made by V8 itself. Counts their members. */
export function parseLoop(texts: readonly string[]): number {
  let members = 0;
  for (const text of texts) members += Object.keys(JSON.parse(text)).length;
  return members;
}

/** `JSON.stringify` of each set: the same objects, written by V8 itself. Counts the characters. */
export function stringifyLoop(sets: readonly unknown[]): number {
  let characters = 0;
  for (const set of sets) characters += JSON.stringify(set).length;
  return characters;
}
