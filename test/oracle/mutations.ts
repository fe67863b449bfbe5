import fc from 'fast-check';
import { type GeneratedInput, wellFormedInput } from './arbitraries.js';

/** One damage. Places are numbers reduced modulo what is there, so that shrinking an input keeps its damages legal. */
type Mutation =
  | { readonly kind: 'flip' | 'insert'; readonly at: number; readonly text: string }
  | { readonly kind: 'delete' | 'duplicate'; readonly at: number; readonly length: number }
  | { readonly kind: 'delimiter'; readonly at: number; readonly which: number; readonly replace: boolean }
  | { readonly kind: 'truncate'; readonly at: number }
  | { readonly kind: 'swap'; readonly segment: number; readonly other: number }
  | { readonly kind: 'repeat' | 'drop'; readonly segment: number }
  | { readonly kind: 'retag'; readonly segment: number; readonly text: string }
  | { readonly kind: 'append' | 'between'; readonly segment: number; readonly text: string };

const at = fc.nat({ max: 4_000 });
const segment = fc.nat({ max: 60 });
const byte = fc.nat({ max: 255 }).map((code) => String.fromCharCode(code));
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at, text: byte }),
  fc.record({
    kind: fc.constant('insert' as const),
    at,
    text: fc.oneof(byte, fc.constantFrom('\r\n', '\n', '\r', ' ', 'ISA', 'IEA*', '00')),
  }),
  fc.record({
    kind: fc.constantFrom('delete' as const, 'duplicate' as const),
    at,
    length: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ kind: fc.constant('delimiter' as const), at, which: fc.nat({ max: 7 }), replace: fc.boolean() }),
  fc.record({ kind: fc.constant('truncate' as const), at }),
  fc.record({ kind: fc.constant('swap' as const), segment, other: segment }),
  fc.record({ kind: fc.constantFrom('repeat' as const, 'drop' as const), segment }),
  fc.record({
    kind: fc.constant('retag' as const),
    segment,
    text: fc.constantFrom(
      'GS',
      'GE',
      'ST',
      'SE',
      'ISA',
      'IEA',
      'TA1',
      'ISB',
      'ISE',
      'ISX',
      'BIN',
      'BDS',
      'nm1',
      'X',
      '1A',
      'S3S',
    ),
  }),
  fc.record({
    kind: fc.constant('between' as const),
    segment,
    text: fc.constantFrom('\r\n', ' ', '\t', '\x1a', 'junk', '\0', '~', '\xef\xbb\xbf'),
  }),
  fc.record({
    kind: fc.constant('append' as const),
    segment,
    text: fc.constantFrom('\x1a', '\0\0', 'junk', ' \n', 'ISA', 'IEA*1*1~'),
  }),
);

/** Inputs with one to three damages; some are still well-formed, which is welcome. */
export const damagedInput: fc.Arbitrary<string> = fc
  .tuple(wellFormedInput, fc.array(mutation, { minLength: 1, maxLength: 3 }))
  .map(([input, mutations]) => damage(input, mutations));

/** Segment damages first: they need the starts as they were. */
function damage(input: GeneratedInput, mutations: readonly Mutation[]): string {
  const pieces = [
    input.text.slice(0, input.starts[0]),
    ...input.starts.map((from, i) => input.text.slice(from, input.starts[i + 1])),
  ];
  for (const one of mutations) if ('segment' in one) damagePieces(pieces, one);
  return mutations.reduce(
    (text, one) => ('segment' in one ? text : damageText(text, one, input.delimiters)),
    pieces.join(''),
  );
}

function damagePieces(pieces: string[], one: Extract<Mutation, { segment: number }>): void {
  // Piece 0 is what stands before the first ISA.
  const i = 1 + (one.segment % (pieces.length - 1));
  const piece = pieces[i] ?? '';
  if (one.kind === 'append') pieces.push(one.text);
  else if (one.kind === 'between') pieces.splice(i, 0, one.text);
  else if (one.kind === 'retag') pieces[i] = piece.replace(/^[A-Z0-9]+/, one.text);
  else if (one.kind === 'repeat') pieces.splice(i, 0, piece);
  else if (one.kind === 'drop') pieces[i] = '';
  else if (one.kind === 'swap') {
    const j = 1 + (one.other % (pieces.length - 1));
    pieces[i] = pieces[j] ?? '';
    pieces[j] = piece;
  }
}

function damageText(text: string, one: Exclude<Mutation, { segment: number }>, delimiters: string): string {
  const place = one.at % (text.length + 1);
  const before = text.slice(0, place);
  switch (one.kind) {
    case 'flip':
      return before + one.text + text.slice(place + 1);
    case 'insert':
      return before + one.text + text.slice(place);
    case 'delete':
      return before + text.slice(place + one.length);
    case 'duplicate':
      return before + text.slice(place, place + one.length) + text.slice(place);
    case 'delimiter':
      return before + delimiters.charAt(one.which % delimiters.length) + text.slice(place + (one.replace ? 1 : 0));
    case 'truncate':
      return before;
  }
}
