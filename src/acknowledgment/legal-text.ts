import { DEFAULT_DELIMITERS, type Delimiters } from '../model/delimiters.js';

/** Says whether a copied value may stand in the answer: by its character set and its delimiters. */
export type LegalText = (text: string) => boolean;

/** Printable ASCII without delimiters; default: those that are written unless somebody says otherwise. */
export function isPlainText(text: string, delimiters: Delimiters = DEFAULT_DELIMITERS): boolean {
  const inUse: readonly (string | undefined)[] = Object.values(delimiters);
  return /^[ -~]*$/.test(text) && !inUse.some((one) => one !== undefined && text.includes(one));
}

/** The text where it is legal and says something, else nothing: cut to so many characters, as X12 counts them. */
export function legalCut(text: string | undefined, most: number, legal: LegalText): string | undefined {
  if (text === undefined) return undefined;
  const cut = text.length > most ? [...text.slice(0, 2 * most)].slice(0, most).join('') : text;
  // X12.6: blanks alone and control characters are no data. Half a surrogate pair is no character.
  return cut.trim() === '' || /[\p{Cc}\p{Cs}]/u.test(cut) || !legal(cut) ? undefined : cut;
}
