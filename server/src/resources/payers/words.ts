/** A word of a text, in the form in which it is compared. */
export interface Word {
  readonly plain: string;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Words of a name, an id, or what is searched for: letters and digits, without case and accents. */
export function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    plain: plainOf(word),
    from: index,
    to: index + word.length,
  }));
}

function plainOf(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
