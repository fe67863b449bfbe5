import type { Random } from '../../bench/generate/random.js';

/** Tags and lengths that a reader of BER must think about. */
const SHARP = [0x00, 0x02, 0x04, 0x06, 0x1f, 0x24, 0x30, 0x31, 0x7f, 0x80, 0x81, 0x84, 0x86, 0x87, 0xa0, 0xbf, 0xff];
const WORDS = [
  '0000',
  '3080',
  '2480',
  'a080',
  '3084ffffffff',
  '0486ffffffffffff',
  '04847fffffff',
  '0500',
  '8000',
  '308000',
]
  .concat(['02018000', '06032a0304', '3000', '3100', '0400', 'a000'])
  .map((hex) => new Uint8Array(Buffer.from(hex, 'hex')));

type Mutation = (random: Random, input: Uint8Array, others: readonly Uint8Array[]) => Uint8Array;

/** One to four damages to one of the inputs. */
export function derMutant(random: Random, inputs: readonly Uint8Array[]): Uint8Array {
  let bytes = random.pick(inputs);
  for (let i = 1 + Math.min(random.below(4), random.below(4)); i > 0; i--)
    bytes = random.pick(MUTATIONS)(random, bytes, inputs);
  return bytes;
}

const flip: Mutation = (random, input) =>
  replace(input, random.below(input.length + 1), 1, (byte = 0) => byte ^ (1 << random.below(8)));
const sharpen: Mutation = (random, input) =>
  replace(input, random.below(input.length + 1), 1, () => random.pick(SHARP));
/** The first bytes are those of the outermost elements. */
const sharpenHead: Mutation = (random, input) => replace(input, random.below(40), 1, () => random.pick(SHARP));
const count: Mutation = (random, input) =>
  replace(input, random.below(input.length + 1), 1, (byte = 0) => byte + random.pick([-1, 1, 2, 16]));
const insert: Mutation = (random, input) => splice(input, random.below(input.length + 1), 0, random.pick(WORDS));
const remove: Mutation = (random, input) =>
  splice(input, random.below(input.length + 1), 1 + random.below(20), new Uint8Array());
const cut: Mutation = (random, input) => input.slice(0, random.below(input.length + 1));
const repeat: Mutation = (random, input) => {
  const from = random.below(input.length + 1);
  const piece = input.subarray(from, from + 1 + random.below(40));
  const times = random.pick([1, 2, 50, 3000]);
  return splice(input, from, 0, Buffer.concat(Array.from({ length: times }, () => piece)));
};
const nest: Mutation = (random, input) => {
  const opening = random.pick(WORDS);
  return splice(
    input,
    random.below(60),
    0,
    Buffer.concat(Array.from({ length: random.pick([5, 33, 5000]) }, () => opening)),
  );
};
const join: Mutation = (random, input, others) => {
  const other = random.pick(others);
  return splice(input, random.below(input.length + 1), input.length, other.subarray(random.below(other.length + 1)));
};

const MUTATIONS: readonly Mutation[] = [
  flip,
  flip,
  sharpen,
  sharpenHead,
  count,
  count,
  insert,
  remove,
  cut,
  repeat,
  nest,
  join,
];

function replace(
  input: Uint8Array,
  at: number,
  length: number,
  change: (byte: number | undefined) => number,
): Uint8Array {
  return splice(input, at, length, Uint8Array.of(change(input[at]) & 0xff));
}

function splice(input: Uint8Array, at: number, length: number, piece: Uint8Array): Uint8Array {
  return Buffer.concat([input.subarray(0, at), piece, input.subarray(at + length)]);
}
