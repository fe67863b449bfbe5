import type { Random } from '../../../bench/generate/random.js';
import { splitX12 } from '../x12-text.js';
import { CODES, ODD_DATES, ODD_NUMBERS, ODD_TIMES } from './odd-values.js';
import { onElements, onSegments, onValue, randomPlace, type Way } from './way.js';

const SHORT = /^[A-Z0-9]{1,3}$/;
const NUMBER = /^-?\d*\.?\d+$/;
const DATE = /^(\d{6}|\d{8}|\d{12}|\d{8}-\d{8})$/;

/** Mutations of elements and their values. */
export const ELEMENT_WAYS: readonly Way[] = [
  { name: 'element emptied', change: onValue(() => '', isThere) },
  { name: 'elements swapped', change: onElements(swap) },
  {
    name: 'element doubled',
    change: onElements(
      (random, elements) => void insert(random, elements, elements[random.below(elements.length)] ?? ''),
    ),
  },
  {
    name: 'element taken out',
    change: onElements((random, elements) => void elements.splice(1 + random.below(elements.length), 1)),
  },
  { name: 'empty element put in', change: onElements((random, elements) => void insert(random, elements, '')) },
  { name: 'elements added', change: onElements((random, elements) => void elements.push(...addedElements(random))) },
  {
    name: 'elements cut',
    change: onElements((random, elements) => void elements.splice(1 + random.below(elements.length))),
  },
  {
    name: 'component separator put in',
    change: onValue((random, value, { component }) => put(random, value, component)),
  },
  {
    name: 'repetition separator put in',
    change: onValue((random, value, { repetition }) => put(random, value, repetition)),
  },
  {
    name: 'value repeated',
    change: onValue(
      (random, value, { repetition }) => Array(random.between(2, 6)).fill(value).join(repetition),
      isThere,
    ),
  },
  { name: 'components changed', change: onValue(changeComponents) },
  {
    name: 'code replaced',
    change: onValue(
      (random) => random.pick(CODES),
      (value) => SHORT.test(value),
    ),
  },
  { name: 'value of another place', change: valueOfAnotherPlace },
  { name: 'number made odd', change: onValue(oddNumber, (value) => NUMBER.test(value)) },
  { name: 'odd number', change: onValue((random) => random.pick(ODD_NUMBERS), isThere) },
  {
    name: 'date of a wrong day',
    change: onValue(
      (random) => random.pick(ODD_DATES),
      (value) => DATE.test(value),
    ),
  },
  {
    name: 'odd time',
    change: onValue(
      (random) => random.pick(ODD_TIMES),
      (value) => /^\d{4,8}$/.test(value),
    ),
  },
  {
    name: 'blanks at ends',
    change: onValue((random, value) => random.pick([` ${value}`, `${value} `, `  ${value}  `, ' '])),
  },
  {
    name: 'value too long',
    change: onValue((random, value) => value + (value.at(-1) ?? 'X').repeat(random.pick([1, 9, 60, 300]))),
  },
  { name: 'value cut', change: onValue((random, value) => value.slice(0, random.below(value.length + 1)), isThere) },
  {
    name: 'letters of the other case',
    change: onValue((_, value) => (value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase()), isThere),
  },
  { name: 'character of a value changed', change: onValue(changeCharacter, isThere) },
  { name: 'digit changed', gentle: true, change: onValue(changeDigit, (value) => /^\d+$/.test(value)) },
  { name: 'letter changed', gentle: true, change: onValue(changeLetter, (value) => /^[A-Z ]{4,}$/.test(value)) },
];

function isThere(value: string): boolean {
  return value !== '';
}

function insert(random: Random, elements: string[], value: string): void {
  elements.splice(1 + random.below(elements.length), 0, value);
}

function swap(random: Random, elements: string[]): void {
  if (elements.length < 3) return;
  const [one, other] = [random.between(1, elements.length - 1), random.between(1, elements.length - 1)];
  [elements[one], elements[other]] = [elements[other] ?? '', elements[one] ?? ''];
}

function addedElements(random: Random): string[] {
  const count = random.pick([1, 1, 2, 5, 30]);
  return Array.from({ length: count }, () => random.pick(['', '', 'X', '1', ...CODES]));
}

function put(random: Random, value: string, character: string): string {
  const at = random.below(value.length + 1);
  return value.slice(0, at) + character.repeat(random.pick([1, 1, 1, 2, 7])) + value.slice(at);
}

function changeComponents(random: Random, value: string, { component }: { readonly component: string }): string {
  const parts = value.split(component);
  const at = random.below(parts.length);
  const part = random.pick(['', 'X', ...CODES, ...parts]);
  if (random.chance(40)) parts.splice(at, 0, part);
  else parts[at] = part;
  return parts.join(component);
}

function valueOfAnotherPlace(random: Random, text: string): string {
  const { segments, delimiters } = splitX12(text);
  if (segments.length === 0) return text;
  const from = (segments[randomPlace(random, segments, delimiters)] ?? '').split(delimiters.element);
  const value = from[random.below(from.length)] ?? '';
  return onValue(() => value)(random, text);
}

function oddNumber(random: Random, value: string): string {
  const forms = [
    `0${value}`,
    `000${value}`,
    `-${value}`,
    `${value}.`,
    `${value}.0`,
    `${value}.00`,
    `${value}e1`,
    `${value}E0`,
    `+${value}`,
  ];
  return random.pick([...forms, value.replace('.', ''), value.replace('.', ',')]);
}

function changeCharacter(random: Random, value: string): string {
  const at = random.below(value.length);
  return value.slice(0, at) + random.pick([...'0123456789ABXYZabz .,-/&()!?@#_=|`']) + value.slice(at + 1);
}

function changeDigit(random: Random, value: string): string {
  const at = random.below(value.length);
  return value.slice(0, at) + String(random.below(10)) + value.slice(at + 1);
}

function changeLetter(random: Random, value: string): string {
  const at = random.below(value.length);
  return value.slice(0, at) + random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']) + value.slice(at + 1);
}

/** One segment at a time; a file with many such changes is what `bench/generate/faults.ts` makes. */
export const MANY_ELEMENT_WAY: Way = {
  name: 'many elements changed',
  change: onSegments((random, segments, { element }) => {
    for (let i = 0; i < segments.length; i++) {
      if (!random.chance(20) || i < 3) continue;
      const elements = (segments[i] ?? '').split(element);
      if (elements.length > 1)
        elements[random.between(1, elements.length - 1)] = random.pick(['', 'X', '-1', '0', ...CODES]);
      segments[i] = elements.join(element);
    }
  }),
};
