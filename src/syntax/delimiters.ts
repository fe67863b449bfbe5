import { optionFault } from '../model/check-options.js';
import { DELIMITER_CANDIDATES, type Delimiters } from '../model/delimiters.js';
import { X12Error } from '../model/error.js';
import { DELIMITERS } from '../model/option-rules.js';
import type { DelimiterReason } from '../model/reasons/texts/delimiter-texts.js';
import { isDelimiterByte } from './byte-classes.js';
import { type Encoding, utf8 } from './encoding.js';

/**
 * Why three bytes cannot serve as element separator, component separator and terminator; `undefined` when they can.
 * TA105 026, 027 and 004 name the one at fault, 022 a collision.
 */
export function delimiterFault(
  [element, component, terminator]: readonly [number, number, number],
  encoding: Encoding,
): DelimiterReason | undefined {
  if (!isDelimiterByte(element, encoding)) return 'isa-element-separator';
  if (!isDelimiterByte(component, encoding)) return 'isa-component-separator';
  if (!isDelimiterByte(terminator, encoding)) return 'isa-terminator';
  const distinct = element !== component && element !== terminator && component !== terminator;
  return distinct ? undefined : 'isa-delimiters-collide';
}

/**
 * Checks a set before anything is written with it in an encoding.
 * @throws X12Error `X12_DELIMITERS_INVALID` if one is not a single legal character of ASCII, or one that the encoding
 * writes as the byte of its number, or if two are the same.
 */
export function checkDelimiters(delimiters: Delimiters, encoding: Encoding): void {
  const fault = optionFault(delimiters, { members: DELIMITERS }, { verb: 'an interchange', path: 'delimiters' });
  if (fault !== undefined) throw invalid(fault.text);
  const { element, component, repetition, segment } = delimiters;
  const all = Object.entries({ element, component, repetition, segment }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  for (const [name, character] of all) {
    if (character.length === 1 && character < '\u0100' && isDelimiterByte(character.charCodeAt(0), encoding)) continue;
    throw invalid(`The ${name} delimiter must be one ASCII character, and no letter, digit or blank.`);
  }
  if (new Set(all.map(([, character]) => character)).size < all.length) {
    throw invalid('Two delimiters are the same character. Give each its own.');
  }
}

/**
 * Chooses delimiters that occur in none of the texts: each preferred one is kept unless it occurs. Without a preferred
 * repetition separator none is chosen.
 * @param encoding what will be written in, which may have delimiters above 0x7F. Default UTF-8, which has none.
 * @throws X12Error `X12_DELIMITERS_INVALID` if too few characters are free.
 */
export function chooseDelimiters(texts: Iterable<string>, preferred: Delimiters, encoding = utf8): Delimiters {
  checkDelimiters(preferred, encoding);
  const used = usedCharacters(texts);
  const wanted = Object.values(preferred).filter((character) => character !== undefined && !used.has(character));
  const taken = new Set<string>(wanted);
  const choose = (character: string): string => {
    if (!used.has(character)) return character;
    for (const candidate of DELIMITER_CANDIDATES) {
      if (used.has(candidate) || taken.has(candidate)) continue;
      taken.add(candidate);
      return candidate;
    }
    throw invalid('Every possible delimiter occurs in the data. Remove one of them from the data.');
  };
  return {
    segment: choose(preferred.segment),
    element: choose(preferred.element),
    component: choose(preferred.component),
    ...(preferred.repetition === undefined ? {} : { repetition: choose(preferred.repetition) }),
  };
}

function usedCharacters(texts: Iterable<string>): Set<string> {
  const seen = new Uint8Array(256);
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 256) seen[code] = 1;
    }
  }
  const used = new Set<string>();
  seen.forEach((mark, code) => {
    if (mark === 1) used.add(String.fromCharCode(code));
  });
  return used;
}

function invalid(text: string): X12Error {
  return new X12Error('X12_DELIMITERS_INVALID', text);
}
