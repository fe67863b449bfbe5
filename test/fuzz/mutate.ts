import type { Random } from '../../bench/generate/random.js';

/** Planted in data: it must turn up in no finding and no error. Upper case and digits, so that codes and ids can hold it. */
export const CANARY = 'QZ7CANARY7ZQ';

/** Bytes that structure X12, or that somebody takes for such, and those that no text should hold. */
const SHARP = [...'*:^~|>!\n\r\t \x1c\x1d\x1e\x1f\0\x1a\x7f'].map((character) => character.charCodeAt(0));
const HIGH = [0x80, 0xa0, 0xc0, 0xc3, 0xe9, 0xef, 0xf0, 0xfe, 0xff];
const WORDS = [
  'ISA',
  'ISA*',
  'IEA',
  'GS*',
  'ST*',
  'SE',
  'GE*',
  'BIN*',
  'BIN*9*',
  'BDS*ASC*5*',
  'TA1*',
  'HL*',
  'LS*',
  'LE*',
]
  .concat(['~~', '\r\n', '\n', '-', '-0', '0', '1e5', '00000', '99999999999999999999', '.', '20260231', '__proto__'])
  .concat(['\xef\xbb\xbf', '\xc3\xa9', '\xed\xa0\x80', '*'.repeat(40), ':'.repeat(40), '^'.repeat(40)]);
/** Repeated pieces make no mutant longer than this: many small inputs find more than few large ones. */
const MOST_BYTES = 2_500;
const HUGE_BYTES = 200_000;

type Bytes = Uint8Array;
type Mutation = (random: Random, input: Bytes, others: readonly Bytes[]) => Bytes;

/** One to four damages to one of the inputs; sometimes none but the canary. */
export function mutant(random: Random, inputs: readonly Bytes[]): Bytes {
  let bytes = random.pick(inputs);
  const damages = random.chance(8) ? 0 : 1 + Math.min(random.below(4), random.below(4));
  if (random.chance(75)) bytes = plantCanary(random, bytes);
  for (let i = 0; i < damages; i++) bytes = random.pick(MUTATIONS)(random, bytes, inputs);
  return bytes;
}

const flip: Mutation = (random, input) => {
  const copy = input.slice();
  for (let i = random.between(1, 3); i > 0 && copy.length > 0; i--) {
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  }
  return copy;
};
const overwrite: Mutation = (random, input) => {
  const at = random.below(input.length + 1);
  return splice(input, at, at + 1, Uint8Array.of(sharpByte(random)));
};
const insertByte: Mutation = (random, input) => {
  const at = random.below(input.length + 1);
  return splice(input, at, at, Uint8Array.of(sharpByte(random)));
};
const insertWord: Mutation = (random, input) => {
  const at = random.below(input.length + 1);
  return splice(input, at, at + (random.chance(50) ? 0 : random.below(4)), latin1Bytes(random.pick(WORDS)));
};
const remove: Mutation = (random, input) => {
  const at = random.below(input.length + 1);
  return splice(input, at, at + 1 + random.below(random.chance(80) ? 8 : 300), NOTHING);
};
const truncate: Mutation = (random, input) => input.slice(0, random.below(input.length + 1));
const repeat: Mutation = (random, input) => {
  const from = random.below(input.length + 1);
  const piece = input.subarray(from, from + 1 + random.below(random.chance(50) ? 4 : 200));
  const most = random.below(1_000) === 0 ? HUGE_BYTES : MOST_BYTES;
  const times = Math.max(
    1,
    Math.min(random.pick([2, 3, 10, 1_000, 100_000]), Math.floor((most - input.length) / piece.length)),
  );
  const many = new Uint8Array(piece.length * Math.min(times, 200_000));
  for (let at = 0; at < many.length; at += piece.length) many.set(piece, at);
  return splice(input, from, from, many);
};
const join: Mutation = (random, input, others) => {
  const other = random.pick(others);
  const tail = other.subarray(random.below(other.length + 1));
  return splice(input, random.below(input.length + 1), input.length, tail);
};
const append: Mutation = (random, input, others) => splice(input, input.length, input.length, random.pick(others));
const withSegments =
  (change: (random: Random, segments: Bytes[], others: readonly Bytes[]) => void): Mutation =>
  (random, input, others) => {
    const segments = segmentsOf(input);
    change(random, segments, others);
    return joined(segments);
  };
const swapSegments = withSegments((random, segments) => {
  const [i, j] = [random.below(segments.length), random.below(segments.length)];
  [segments[i], segments[j]] = [segments[j] ?? NOTHING, segments[i] ?? NOTHING];
});
const dropSegment = withSegments((random, segments) => void segments.splice(random.below(segments.length), 1));
const doubleSegment = withSegments((random, segments) => {
  const i = random.below(segments.length);
  segments.splice(random.below(segments.length + 1), 0, segments[i] ?? NOTHING);
});
const borrowSegment = withSegments((random, segments, others) => {
  segments.splice(random.below(segments.length + 1), 0, random.pick(segmentsOf(random.pick(others))));
});
const changeElement = withSegments((random, segments) => {
  const i = random.below(segments.length);
  const text = Buffer.from(segments[i] ?? NOTHING).toString('latin1');
  const elements = text.split('*');
  elements[random.below(elements.length)] = random.pick([
    '',
    ' ',
    '0',
    '-1',
    'A',
    'ZZ',
    '1.5',
    '999999999',
    'X'.repeat(300),
  ]);
  segments[i] = latin1Bytes(elements.join('*') + (text.endsWith('~') && !elements.at(-1)?.endsWith('~') ? '~' : ''));
});

const MUTATIONS: readonly Mutation[] = [
  ...[flip, flip, overwrite, overwrite, insertByte, insertByte, insertWord, insertWord, remove, remove, truncate],
  ...[repeat, join, append, swapSegments, dropSegment, doubleSegment, borrowSegment, changeElement, changeElement],
];

const NOTHING = new Uint8Array(0);

// Into a value, so that the mutant stays what it was: behind an element separator of a segment that is no ISA.
function plantCanary(random: Random, input: Bytes): Bytes {
  const at = input.indexOf(0x2a, Math.min(input.length, 106 + random.below(Math.max(1, input.length - 106))));
  return at < 0 ? input : splice(input, at + 1, at + 1, latin1Bytes(CANARY));
}

function sharpByte(random: Random): number {
  const kind = random.below(10);
  if (kind < 6) return random.pick(SHARP);
  return kind < 8 ? random.pick(HIGH) : random.below(256);
}

function splice(input: Bytes, from: number, to: number, middle: Bytes): Bytes {
  const tail = input.subarray(to);
  const result = new Uint8Array(from + middle.length + tail.length);
  result.set(input.subarray(0, from));
  result.set(middle, from);
  result.set(tail, from + middle.length);
  return result;
}

/** Cut behind what ends most segments: `~` or a line feed. */
function segmentsOf(input: Bytes): Bytes[] {
  const segments: Bytes[] = [];
  let from = 0;
  for (let at = 0; at < input.length; at++) {
    if (input[at] !== 0x7e && (input[at] !== 0x0a || input[at - 1] === 0x7e)) continue;
    segments.push(input.subarray(from, at + 1));
    from = at + 1;
  }
  segments.push(input.subarray(from));
  return segments;
}

function joined(parts: readonly Bytes[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}

function latin1Bytes(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
