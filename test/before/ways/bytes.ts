import type { Random } from '../../../bench/generate/random.js';
import { delimitersOf } from '../x12-text.js';
import type { Way } from './way.js';

const LINE_BREAKS = ['\r\n', '\n', '\r'];
/** Characters as bytes: half of a UTF-8 sequence, whole ones, those of ISO 8859-1 alone. */
const BEYOND_ASCII = [
  '\xe9',
  '\xc3\xa9',
  '\xc3',
  '\xe2\x82\xac',
  '\xf0\x9f\x98\x80',
  '\xed\xa0\x80',
  '\x80',
  '\xa0',
  '\xff',
];
const ELEMENT_SEPARATORS = ['*', '|', '+', '\x1d', '\xa7'];
const COMPONENT_SEPARATORS = [':', '>', '<', '\\', '\x1f'];
const REPETITION_SEPARATORS = ['^', '!', '{', '\x1e'];
const TERMINATORS = ['~', "'", '\n', '\x1c', '\x85'];

/** Mutations of bytes, whatever they mean. */
export const BYTE_WAYS: readonly Way[] = [
  { name: 'byte changed', change: (random, text) => spliced(random, text, 1, anyByte(random)) },
  { name: 'byte inserted', change: (random, text) => spliced(random, text, 0, anyByte(random)) },
  { name: 'byte deleted', change: (random, text) => spliced(random, text, 1, '') },
  { name: 'bytes deleted', change: (random, text) => spliced(random, text, random.between(2, 60), '') },
  {
    name: 'delimiter put in',
    change: (random, text) => spliced(random, text, random.below(2), anyDelimiter(random, text)),
  },
  {
    name: 'control character put in',
    change: (random, text) => spliced(random, text, random.below(2), controlCharacter(random)),
  },
  {
    name: 'character beyond ASCII put in',
    change: (random, text) => spliced(random, text, random.below(2), random.pick(BEYOND_ASCII)),
  },
  { name: 'line break put in', change: (random, text) => spliced(random, text, 0, random.pick(LINE_BREAKS)) },
  { name: 'cut short', change: (random, text) => text.slice(0, random.below(text.length + 1)) },
  {
    name: 'text in front',
    change: (random, text) => random.pick(['\n', ' ', 'junk', '\xef\xbb\xbf', '\0', 'ISA']) + text,
  },
  {
    name: 'text behind',
    change: (random, text) => text + random.pick(['\r\n', ' ', 'junk', '\x1a', '\0\0', 'ISA*', 'IEA*1*1~']),
  },
  { name: 'line breaks behind all segments', gentle: true, change: withLineBreaks },
  { name: 'wrapped at a column', change: wrapped },
  { name: 'other delimiters', gentle: true, change: withOtherDelimiters },
];

/** Behind the ISA, mostly: what damages it ends most readings at once. */
function spliced(random: Random, text: string, removed: number, put: string): string {
  const from = random.chance(90) && text.length > 106 ? 106 : 0;
  const at = from + random.below(text.length - from + 1);
  return text.slice(0, at) + put + text.slice(at + removed);
}

function anyByte(random: Random): string {
  if (random.chance(40)) return String.fromCharCode(random.below(256));
  return random.pick([...'0123456789AZaz ./-:*~^>\n']);
}

function anyDelimiter(random: Random, text: string): string {
  const { element, component, repetition, terminator } = delimitersOf(text);
  return random.pick([element, component, repetition, terminator]);
}

function controlCharacter(random: Random): string {
  return String.fromCharCode(random.chance(85) ? random.below(32) : 0x7f);
}

function withLineBreaks(random: Random, text: string): string {
  const { terminator } = delimitersOf(text);
  const put = random.pick(LINE_BREAKS);
  return text
    .split(terminator)
    .map((segment) => segment.replace(/^[\r\n]+/, ''))
    .join(terminator + put);
}

function wrapped(random: Random, text: string): string {
  const column = random.pick([40, 80, 132]);
  const put = random.pick(LINE_BREAKS);
  return text.replace(new RegExp(`[^]{${column}}`, 'g'), (line) => line + put);
}

/** Each is translated everywhere, in the ISA too; data that has the new one already then mean something else. */
function withOtherDelimiters(random: Random, text: string): string {
  const { element, component, repetition, terminator } = delimitersOf(text);
  const map = new Map([
    [element, random.pick(ELEMENT_SEPARATORS)],
    [component, random.pick(COMPONENT_SEPARATORS)],
    [repetition, random.pick(REPETITION_SEPARATORS)],
    [terminator, random.pick(TERMINATORS)],
  ]);
  return [...text].map((character) => map.get(character) ?? character).join('');
}
