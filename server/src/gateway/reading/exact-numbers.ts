import { invalid } from '../../problems.js';

/** A text without a match has no number that is long or large enough to be changed. */
const SUSPECT = /\d[\d.]{15}|[eE][+-]?\d\d/;
const NUMBER = /-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/y;
/** A decimal number of so many digits is always read exactly, if it is neither very large nor very small. */
const KEPT_DIGITS = 15;
/** Digits by which any two numbers of a program differ: programs write no more. */
const MOST_DIGITS = 17;
/** Characters of a pointer in a message. */
const LONGEST_PLACE = 200;

/**
 * Refuses JSON with a number that JavaScript cannot hold exactly: it would go on as another number, and nobody would know.
 * @param text JSON that was read.
 * @throws Problem `invalid` that names the first such number by its place.
 */
export function demandExactNumbers(text: string): void {
  const pointer = SUSPECT.test(text) ? inexactNumber(text) : undefined;
  if (pointer === undefined) return;
  const place = pointer === '' ? 'The body' : pointer.slice(0, LONGEST_PLACE);
  const message = `${place} is a number that would be changed: whole ones are kept to 9007199254740992, others with 17 digits. Send it as text.`;
  throw invalid(message, { code: 'INEXACT_NUMBER', errors: [{ message, path: pointer }] });
}

/** The pointer of the first number that is not kept. */
function inexactNumber(text: string): string | undefined {
  /** For each list and object around the place at hand: the index, or the name as it is written. */
  const path: (number | string)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const here = text[at];
    if (here === '"') {
      const end = endOfString(text, at);
      if (isName) path[path.length - 1] = text.slice(at, end + 1);
      isName = false;
      at = end;
    } else if (here === '{' || here === '[') {
      path.push(here === '[' ? 0 : '');
      isName = here === '{';
    } else if (here === '}' || here === ']') {
      path.pop();
      isName = false;
    } else if (here === ',') {
      const last = path.at(-1);
      isName = typeof last === 'string';
      if (typeof last === 'number') path[path.length - 1] = last + 1;
    } else if (here === '-' || (here !== undefined && here >= '0' && here <= '9')) {
      NUMBER.lastIndex = at;
      const [number = here, ...parts] = NUMBER.exec(text) ?? [];
      if (!isKept(number, parts)) return pointerOf(path);
      at += number.length - 1;
    }
  }
  return undefined;
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

function isKept(number: string, [whole = '', fraction = '', exponent = '0']: readonly (string | undefined)[]): boolean {
  if (number.length <= KEPT_DIGITS && exponent === '0') return true;
  const written = decimalOf(whole, fraction, Number(exponent));
  if (written.digits === '') return true;
  const value = Math.abs(Number(number));
  if (!Number.isFinite(value) || value === 0 || written.digits.length > MOST_DIGITS) return false;
  // It is written again as the shortest text that means the same number. For one with a fraction it is enough that it rounds to the same digits.
  const kept = [String(value), ...(written.power < 0 ? [value.toPrecision(written.digits.length)] : [])];
  return kept.some((one) => {
    NUMBER.lastIndex = 0;
    const [, own = '', part = '', power = '0'] = NUMBER.exec(one) ?? [];
    const read = decimalOf(own, part, Number(power));
    return read.digits === written.digits && read.power === written.power;
  });
}

/** `digits` times ten to the `power`, without zeros before or behind. */
function decimalOf(
  whole: string,
  fraction: string,
  exponent: number,
): { readonly digits: string; readonly power: number } {
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  let end = all.length;
  while (all[end - 1] === '0') end--;
  return { digits: all.slice(0, end), power: exponent - fraction.length + (all.length - end) };
}

function pointerOf(path: readonly (number | string)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? String(part) : nameOf(part)))
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function nameOf(written: string): string {
  return String(JSON.parse(written));
}
