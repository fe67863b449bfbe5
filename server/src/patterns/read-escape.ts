import type { Part } from './part.js';
import { refused } from './pattern-refused.js';

/** A class of Unicode has hundreds of ranges: it costs as much as so many plain steps. */
const STEPS_OF_UNICODE_CLASS = 20;

/** White space of JavaScript, of which RE2's `\s` is a part. */
const SPACE =
  '\\t\\n\\v\\f\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}' +
  '\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';

const SAME = new Set('dDwWtnvfr');

/** Reads what a backslash begins, outside of a class. */
export function readEscape(pattern: string, at: number): Part {
  const letter = pattern.charAt(at + 1);
  if (letter === 'b' || letter === 'B') return { text: `\\${letter}`, length: 2, steps: 1 };
  if (letter === 's' || letter === 'S')
    return { ...readInClass(pattern, at), text: `[${letter === 's' ? SPACE : NO_SPACE}]` };
  return readInClass(pattern, at);
}

/** Reads what a backslash begins within a class. */
export function readInClass(pattern: string, at: number): Part {
  const letter = pattern.charAt(at + 1);
  if (/[1-9k]/.test(letter)) {
    throw refused(at, 'back references are not taken. Say what stands there once more, or compare elements in a rule.');
  }
  if (letter === 's' || letter === 'S') return { text: letter === 's' ? SPACE : NO_SPACE, length: 2, steps: 1 };
  if (SAME.has(letter)) return { text: `\\${letter}`, length: 2, steps: 1 };
  if (letter === 'b') return { text: '\\x{8}', length: 2, steps: 1 };
  if (letter === 'p' || letter === 'P') return unicodeClass(pattern, at);
  const [text, code] = codeOf(pattern, at) ?? [];
  if (text !== undefined && code !== undefined)
    return { text: `\\x{${code.toString(16)}}`, length: text.length, steps: 1 };
  if (letter === '' || /[A-Za-z0-9]/.test(letter))
    throw refused(at, `\\${letter} is not taken. Write the character itself.`);
  return { text: `\\${letter}`, length: 2, steps: 1 };
}

// Other engines know other names of scripts and properties; those of general categories are the same everywhere.
function unicodeClass(pattern: string, at: number): Part {
  const text = /^\\[pP]\{[A-Z][a-z]?\}/.exec(pattern.slice(at, at + 10))?.[0];
  if (text === undefined)
    throw refused(at, 'classes of Unicode are taken by their category: \\p{L}, \\p{Lu}, \\p{Nd}.');
  return { text, length: text.length, steps: STEPS_OF_UNICODE_CLASS };
}

/** `\0`, `\x41`, `\cA`, `\u0041`, `\u{41}`, and two halves of a character beyond U+FFFF: the text, and the code point. */
function codeOf(pattern: string, at: number): readonly [string, number] | undefined {
  const behind = pattern.slice(at, at + 12);
  const pair = /^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(behind);
  if (pair !== null) {
    const [text, high = '', low = ''] = pair;
    return [text, String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0];
  }
  const control = /^\\c([A-Za-z])/.exec(behind);
  if (control !== null) return [control[0], (control[1]?.charCodeAt(0) ?? 0) % 32];
  const [text, ...digits] = /^\\(?:(0)|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(behind) ?? [];
  const code = Number.parseInt(digits.find((some) => some !== undefined) ?? '', 16);
  // Half a character alone is none for RE2, and none in X12.
  return text === undefined || (code >= 0xd800 && code <= 0xdfff) ? undefined : [text, code];
}
