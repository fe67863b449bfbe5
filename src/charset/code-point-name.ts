import { requireForm } from '../model/check-options.js';
/** Name of a code point as the standard of Unicode writes it: `U+00F1`, four to six hexadecimal digits. */
export function codePointName(codePoint: number): string {
  requireForm('codePointName', 'codePoint', codePoint, 'number');
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
