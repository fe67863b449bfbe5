import { Random } from './random.js';

/** Of a hundred segments, so many get a fault. */
const SPOILT = 33;
const ENVELOPES = /^(ISA|GS|ST|SE|GE|IEA)\*/;
const VALUES = [
  '',
  'ZZZ',
  '-1',
  '0',
  'A'.repeat(90),
  '20260231',
  '1e5',
  ' ',
  'x',
  '\x01',
  'A:B:C:D:E:F:G:H:I',
  'A^B^C',
];

type Fault = (random: Random, segment: string) => string;

/** Faults of elements are the most, as with partners who have much wrong. */
const FAULTS: readonly Fault[] = [
  ...Array.from({ length: 6 }, () => spoilElement),
  (_, segment) => segment.slice(0, segment.lastIndexOf('*')),
  (_, segment) => `${segment}~${segment}`,
  () => 'ZZ*1',
  (_, segment) => `${segment.slice(0, 2)}Q${segment.slice(2)}`,
];

/** Chunks that end with a segment, with faults in their sets; the envelopes stay, but for their counts. The same seed gives the same faults. */
export function* spoilSegments(chunks: Iterable<Uint8Array>, seed: number): Generator<Uint8Array, void, undefined> {
  const random = new Random(seed);
  for (const chunk of chunks) {
    const segments = Buffer.from(chunk).toString('latin1').split('~');
    yield Buffer.from(segments.map((segment) => spoil(random, segment)).join('~'), 'latin1');
  }
}

function spoil(random: Random, segment: string): string {
  if (segment === '' || ENVELOPES.test(segment) || !random.chance(SPOILT)) return segment;
  return random.pick(FAULTS)(random, segment);
}

function spoilElement(random: Random, segment: string): string {
  const elements = segment.split('*');
  elements[random.between(1, elements.length - 1)] = random.pick(VALUES);
  return elements.join('*');
}
