import type { Random } from '../../../bench/generate/random.js';
import { onSegments, onTag, placesOf, type Way } from './way.js';

const COUNTS = ['0', '1', '2', '99', '', '-1', '01', '1.0', 'X', '000000000000001', '1 '];
const VERSIONS = [
  '005010X222A1',
  '005010X279A1',
  '005010X221A1',
  '005010X223A2',
  '005010',
  '004010',
  '003040',
  '005010X999',
  '',
  '005010X222',
  'VICS',
];
const SETS = ['837', '271', '270', '835', '850', '997', '999', '275', '123', '', '8370'];

/** Mutations of what structures a file: HL, LS and LE, and the envelopes. */
export const ENVELOPE_WAYS: readonly Way[] = [
  { name: 'HL01 changed', change: onTag('HL', (random, elements) => set(elements, 1, random.pick(COUNTS))) },
  { name: 'HL02 changed', change: onTag('HL', (random, elements) => set(elements, 2, random.pick(COUNTS))) },
  {
    name: 'HL03 changed',
    change: onTag('HL', (random, elements) =>
      set(elements, 3, random.pick(['20', '21', '22', '23', 'S', 'O', 'I', 'ZZ', ''])),
    ),
  },
  {
    name: 'HL04 changed',
    change: onTag('HL', (random, elements) => set(elements, 4, random.pick(['0', '1', '2', '']))),
  },
  { name: 'HL numbers in another order', change: onSegments(renumberLevels) },
  { name: 'LS or LE removed', change: removeOf(['LS', 'LE']) },
  {
    name: 'LS or LE of another loop',
    change: (random, text) =>
      onTag(random.pick(['LS', 'LE']), (_, elements) => set(elements, 1, random.pick(['2120', '2700', '', 'X'])))(
        random,
        text,
      ),
  },
  { name: 'SE01 changed', change: onTag('SE', (random, elements) => set(elements, 1, random.pick(COUNTS))) },
  {
    name: 'SE02 changed',
    change: onTag('SE', (random, elements) => set(elements, 2, random.pick(['0001', '0002', '', '1']))),
  },
  { name: 'SE corrected', gentle: true, change: onSegments(correctCounts) },
  { name: 'GE01 changed', change: onTag('GE', (random, elements) => set(elements, 1, random.pick(COUNTS))) },
  { name: 'GE02 changed', change: onTag('GE', (random, elements) => set(elements, 2, random.pick(COUNTS))) },
  { name: 'IEA01 changed', change: onTag('IEA', (random, elements) => set(elements, 1, random.pick(COUNTS))) },
  { name: 'IEA02 changed', change: onTag('IEA', (random, elements) => set(elements, 2, random.pick(COUNTS))) },
  { name: 'ST01 changed', change: onTag('ST', (random, elements) => set(elements, 1, random.pick(SETS))) },
  {
    name: 'ST02 changed',
    change: onTag('ST', (random, elements) => set(elements, 2, random.pick(['0001', '1', '', 'A B', '0000000001']))),
  },
  { name: 'ST03 changed', change: onTag('ST', (random, elements) => set(elements, 3, random.pick(VERSIONS))) },
  {
    name: 'GS changed',
    change: onTag('GS', (random, elements) =>
      set(elements, random.between(1, 7), random.pick([...COUNTS, 'HC', 'FA', '20260231', '2560'])),
    ),
  },
  { name: 'GS08 changed', change: onTag('GS', (random, elements) => set(elements, 8, random.pick(VERSIONS))) },
  { name: 'ISA changed', change: onTag('ISA', changeHeader) },
  { name: 'trailer removed', change: removeOf(['SE', 'GE', 'IEA']) },
  { name: 'header removed', change: removeOf(['ST', 'GS']) },
  { name: 'interchange doubled', change: (_, text) => text + text },
  { name: 'set doubled', change: onSegments(doubleSet) },
];

function set(elements: string[], at: number, value: string): void {
  while (elements.length <= at) elements.push('');
  elements[at] = value;
}

function removeOf(tags: readonly string[]): Way['change'] {
  return onSegments((random, segments, delimiters) => {
    const places = placesOf(segments, delimiters, (tag) => tags.includes(tag));
    if (places.length > 0) segments.splice(random.pick(places), 1);
  });
}

/** Of the same width mostly, so that it is still an ISA. */
function changeHeader(random: Random, elements: string[]): void {
  const at = random.between(1, 15);
  const { length } = elements[at] ?? '';
  const text = random.pick(['', '1', 'ZZ', 'A', 'a', '260231', '2460', '00401', '00501', '000000000']);
  elements[at] = random.chance(80) ? text.padEnd(length).slice(0, length) : text;
}

/** SE01 as the segments say: behind other mutations, so that the count is not what is found first. */
function correctCounts(_: Random, segments: string[], delimiters: Parameters<typeof placesOf>[1]): void {
  const starts = placesOf(segments, delimiters, (tag) => tag === 'ST');
  for (const at of placesOf(segments, delimiters, (tag) => tag === 'SE')) {
    const start = starts.findLast((from) => from < at);
    if (start === undefined) continue;
    const elements = (segments[at] ?? '').split(delimiters.element);
    set(elements, 1, String(at - start + 1));
    segments[at] = elements.join(delimiters.element);
  }
}

function doubleSet(random: Random, segments: string[], delimiters: Parameters<typeof placesOf>[1]): void {
  const [start] = placesOf(segments, delimiters, (tag) => tag === 'ST');
  const [end] = placesOf(segments, delimiters, (tag) => tag === 'SE');
  if (start === undefined || end === undefined || end < start) return;
  const copies = Array.from({ length: random.between(1, 2) }, () => segments.slice(start, end + 1)).flat();
  segments.splice(end + 1, 0, ...copies);
}

function renumberLevels(random: Random, segments: string[], delimiters: Parameters<typeof placesOf>[1]): void {
  const { element } = delimiters;
  const step = random.pick([0, 1, 2, 10]);
  const first = random.pick([0, 1, 5]);
  placesOf(segments, delimiters, (tag) => tag === 'HL').forEach((at, index) => {
    const elements = (segments[at] ?? '').split(element);
    set(elements, 1, String(first + index * step));
    segments[at] = elements.join(element);
  });
}
