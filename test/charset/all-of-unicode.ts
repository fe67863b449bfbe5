/** Every code point, lone surrogates included. */
export function* allOfUnicode(): Generator<number> {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) yield codePoint;
}

/** The code points of a text. */
export function codePointsOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}
