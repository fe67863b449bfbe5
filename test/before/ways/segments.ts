import type { Random } from '../../../bench/generate/random.js';
import { onSegments, randomPlace, type Way } from './way.js';

const TAGS = [
  'NM1',
  'REF',
  'DTP',
  'HL',
  'LX',
  'CLM',
  'N1',
  'N3',
  'PO1',
  'EB',
  'LS',
  'LE',
  'SE',
  'ST',
  'GS',
  'GE',
  'IEA',
  'ISA',
  'TA1',
].concat([
  'ZZ',
  'X',
  '',
  'nm1',
  'NM1 ',
  'NM',
  'NM12',
  'BIN',
  'ISB',
  'REFX',
  'é',
  'CAS',
  'SVC',
  'AMT',
  'PER',
  'QTY',
  'MSG',
]);

/** Mutations of segments and of runs of them, which loops are. */
export const SEGMENT_WAYS: readonly Way[] = [
  {
    name: 'segment deleted',
    change: onSegments((random, segments, by) => void segments.splice(randomPlace(random, segments, by), 1)),
  },
  {
    name: 'segment doubled',
    change: onSegments((random, segments, by) =>
      double(segments, randomPlace(random, segments, by), random.pick([1, 1, 1, 3, 15])),
    ),
  },
  {
    name: 'segment moved',
    change: onSegments((random, segments, by) =>
      move(segments, { from: randomPlace(random, segments, by), count: 1, to: randomPlace(random, segments, by) }),
    ),
  },
  {
    name: 'segments swapped',
    change: onSegments((random, segments, by) =>
      swap(segments, randomPlace(random, segments, by), randomPlace(random, segments, by)),
    ),
  },
  {
    name: 'segment swapped with its neighbour',
    change: onSegments((random, segments, by) => swapNext(segments, randomPlace(random, segments, by))),
  },
  {
    name: 'segment with another tag',
    change: onSegments((random, segments, { element }) => retag(random, segments, element)),
  },
  { name: 'segment put in', change: onSegments(putIn) },
  {
    name: 'empty segment put in',
    change: onSegments((random, segments) => void segments.splice(random.below(segments.length + 1), 0, '')),
  },
  {
    name: 'segments deleted',
    change: onSegments(
      (random, segments, by) => void segments.splice(randomPlace(random, segments, by), random.between(2, 8)),
    ),
  },
  {
    name: 'segments moved',
    change: onSegments((random, segments, by) =>
      move(segments, {
        from: randomPlace(random, segments, by),
        count: random.between(2, 8),
        to: randomPlace(random, segments, by),
      }),
    ),
  },
  {
    name: 'segments doubled',
    change: onSegments((random, segments, by) => doubleRun(random, segments, randomPlace(random, segments, by))),
  },
  { name: 'segments in another order', change: onSegments(shuffleRun) },
  {
    name: 'tags in small letters',
    change: onSegments((random, segments, { element }) => lowerTags(random, segments, element)),
  },
  {
    name: 'separators at ends',
    gentle: true,
    change: onSegments((random, segments, by) =>
      append(segments, randomPlace(random, segments, by), by.element.repeat(random.between(1, 3))),
    ),
  },
];

function double(segments: string[], at: number, times: number): void {
  segments.splice(at, 0, ...Array<string>(times).fill(segments[at] ?? ''));
}

function doubleRun(random: Random, segments: string[], at: number): void {
  const run = segments.slice(at, at + random.between(2, 10));
  segments.splice(random.chance(60) ? at : random.below(segments.length + 1), 0, ...run);
}

function move(segments: string[], { from, count, to }: { from: number; count: number; to: number }): void {
  const run = segments.splice(from, count);
  segments.splice(to > from ? Math.max(from, to - run.length) : to, 0, ...run);
}

function swap(segments: string[], one: number, other: number): void {
  [segments[one], segments[other]] = [segments[other] ?? '', segments[one] ?? ''];
}

function swapNext(segments: string[], at: number): void {
  if (at + 1 < segments.length) swap(segments, at, at + 1);
}

function retag(random: Random, segments: string[], element: string): void {
  const at = random.below(segments.length);
  const [, ...elements] = (segments[at] ?? '').split(element);
  segments[at] = [random.pick(TAGS), ...elements].join(element);
}

function putIn(
  random: Random,
  segments: string[],
  { element, terminator }: { element: string; terminator: string },
): void {
  const binary = random.chance(8) ? ['BIN', '5', `a${terminator}b${element}c`] : undefined;
  const elements = binary ?? [
    random.pick(TAGS),
    ...Array.from({ length: random.below(5) }, () => random.pick(['', '1', 'A', 'ZZ', '20260131'])),
  ];
  segments.splice(random.below(segments.length + 1), 0, elements.join(element));
}

function shuffleRun(random: Random, segments: string[], delimiters: Parameters<typeof randomPlace>[2]): void {
  const at = randomPlace(random, segments, delimiters);
  const run = segments.splice(at, random.between(3, 9));
  while (run.length > 0) segments.splice(at, 0, ...run.splice(random.below(run.length), 1));
}

function lowerTags(random: Random, segments: string[], element: string): void {
  const all = random.chance(30);
  const one = random.below(segments.length);
  segments.forEach((segment, at) => {
    if (!all && at !== one) return;
    const [tag = '', ...elements] = segment.split(element);
    segments[at] = [at === 0 ? tag : tag.toLowerCase(), ...elements].join(element);
  });
}

function append(segments: string[], at: number, text: string): void {
  segments[at] += text;
}
