/** RFC 2047 2: one encoded word has at most 75 characters; so many bytes of UTF-8 fit. */
const WORD_BYTES = 45;

/** Text as the value of a header: on one line, and in encoded words where it is not ASCII. */
export function headerText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}
