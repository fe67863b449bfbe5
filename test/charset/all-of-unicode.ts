/** Every code point, lone surrogates included. */
export function* allOfUnicode(): Generator<number> {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) yield codePoint;
}
