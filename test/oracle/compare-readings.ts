import type { Reason } from '../../src/model/reasons.js';
import { SegmentFlag } from '../../src/model/segments.js';
import type { EngineReading, EngineSegment } from './engine-reading.js';
import type { GrammarInterchange, GrammarReading, GrammarSegment } from './interchange-parser.js';

/**
 * The findings that speak of what the grammar decides. All others compare or look up (counts, control numbers, codes,
 * maxima) and say nothing about well-formedness. `text-outside` is the one that is no error: nobody owns that text.
 */
export const GRAMMAR_REASONS: ReadonlySet<Reason | 'X12Error'> = new Set([
  'X12Error',
  'isa-width',
  'isa-unreadable',
  'isa-terminator',
  'isa-element-separator',
  'isa-component-separator',
  'isa-repetition-separator',
  'isa-delimiters-collide',
  'isa-version',
  'interchange-structure',
  'interchange-content',
  'interchange-empty',
  'iea-missing',
  'group-trailer-missing',
  'transaction-trailer-missing',
  'segment-truncated',
  'segment-empty',
  'binary-length',
  'text-outside',
]);

/**
 * Reported for refused input, but not only there: an unknown tag may be well-formed, and where every segment seems to end
 * in the component separator the tokenizer guesses that ISA16 is missing.
 */
const WIDER_REASONS: ReadonlySet<Reason | 'X12Error'> = new Set(['segment-unknown', 'isa-component-separator-missing']);

/** What an accepted input must look like to the engine, and a refused one; each disagreement as a sentence. */
export function disagreements(text: string, grammar: GrammarReading, engine: EngineReading): readonly string[] {
  return grammar.accepted ? onAccepted(text, grammar.interchanges, engine) : onRefused(text, grammar, engine);
}

function onAccepted(text: string, expected: readonly GrammarInterchange[], engine: EngineReading): string[] {
  const found: string[] = [];
  // The warning about a last IEA without terminator has the same reason as the error about none at all.
  const unterminated = engine.interchanges.at(-1)?.segments.at(-1);
  for (const { offset, what } of engine.reports) {
    if (what === 'iea-missing' && unterminated !== undefined && isUnterminatedIea(unterminated, offset)) continue;
    if (GRAMMAR_REASONS.has(what)) found.push(`well-formed, but ${what} at ${offset}`);
  }
  if (engine.interchanges.length !== expected.length) found.push('another number of interchanges');
  expected.forEach((interchange, index) => {
    const other = engine.interchanges[index];
    if (other === undefined) return;
    if (JSON.stringify(shapeOf(interchange)) !== JSON.stringify(shapeOf(other)))
      found.push(`interchange ${index + 1} has another shape`);
    compareSegments(interchange.segments, other.segments, found);
    if (interchange.segments.length !== other.segments.length)
      found.push(`interchange ${index + 1} has another number of segments`);
    for (const one of other.segments) checkFlags(one, interchange, text, found);
  });
  return found;
}

function isUnterminatedIea(segment: EngineSegment, offset: number): boolean {
  return segment.tag === 'IEA' && segment.offset === offset && (segment.flags & SegmentFlag.truncated) !== 0;
}

function onRefused(
  text: string,
  { farthest, segments }: Extract<GrammarReading, { accepted: false }>,
  engine: EngineReading,
): string[] {
  const found: string[] = [];
  const reported = engine.reports.some(
    ({ offset, what }) =>
      offset <= farthest && speaksOfGrammar(what) && !(what === 'text-outside' && hasIsa(text, offset)),
  );
  if (!reported) found.push(`refused at ${farthest}, but nothing reported up to there`);
  compareSegments(
    segments.filter((segment) => segment.offset < farthest),
    engine.interchanges.flatMap((interchange) => interchange.segments),
    found,
  );
  return found;
}

function speaksOfGrammar(what: Reason | 'X12Error'): boolean {
  return GRAMMAR_REASONS.has(what) || WIDER_REASONS.has(what);
}

/** Text that begins with an ISA is an interchange lost: calling it text outside would not do. */
function hasIsa(text: string, offset: number): boolean {
  return /^(?:[ \t\r\n]|\xef\xbb\xbf)*ISA/.test(text.slice(offset));
}

function shapeOf({
  offset,
  delimiters,
  groups,
}: Pick<GrammarInterchange, 'offset' | 'delimiters' | 'groups'>): unknown {
  const { element, component, repetition, segment } = delimiters;
  return [
    offset,
    element,
    component,
    repetition,
    segment,
    groups.map((group) => group.transactions.map((set) => [set.offset, set.segments])),
  ];
}

/** Every expected segment is there, in order; there may be more behind them. */
function compareSegments(expected: readonly GrammarSegment[], actual: readonly EngineSegment[], found: string[]): void {
  expected.forEach((segment, index) => {
    const other = actual[index];
    if (other === undefined) found.push(`segment ${index + 1} is missing`);
    else if (other.offset !== segment.offset)
      found.push(`segment ${index + 1} at ${other.offset}, not at ${segment.offset}`);
    else if (
      other.tag !== segment.tag ||
      other.elements.join('\0,') !== segment.elements.join('\0,') ||
      other.elements.length !== segment.elements.length
    ) {
      found.push(`segment at ${segment.offset} differs`);
    }
  });
}

/** The flags must tell the truth, since readers skip work by them. ISA and binary octets are not split. */
function checkFlags(
  { flags, tag, elements, offset }: EngineSegment,
  { delimiters }: GrammarInterchange,
  text: string,
  found: string[],
): void {
  if (tag === 'ISA') return;
  const binary = (tag === 'BIN' && elements.length === 2) || (tag === 'BDS' && elements.length === 3);
  const data = [tag, ...(binary ? elements.slice(0, -1) : elements)].join('');
  const all = [tag, ...elements].join('');
  const expected: readonly [string, number, boolean][] = [
    ['binary', SegmentFlag.binary, binary],
    ['binaryLength', SegmentFlag.binaryLength, false],
    ['indented', SegmentFlag.indented, isIndented(text.slice(0, offset), delimiters)],
    ['component', SegmentFlag.component, data.includes(delimiters.component)],
    ['repetition', SegmentFlag.repetition, delimiters.repetition !== undefined && data.includes(delimiters.repetition)],
    // With a delimiter above 0x7F no segment's text is its bytes.
    ['nonAscii', SegmentFlag.nonAscii, /[\x80-\xff]/.test(all + Object.values(delimiters).join(''))],
    ['control', SegmentFlag.control, hasControl(data, Object.values(delimiters))],
  ];
  for (const [name, bit, holds] of expected) {
    if (((flags & bit) !== 0) !== holds)
      found.push(`flag ${name} of the segment at ${offset} is ${holds ? 'missing' : 'wrong'}`);
  }
}

function isIndented(before: string, { element, segment }: GrammarInterchange['delimiters']): boolean {
  const layout = ' \t\r\n'.replace(element, '').replace(segment, '');
  let from = before.length;
  while (from > 0 && layout.includes(before.charAt(from - 1))) from--;
  return /[ \t]/.test(before.slice(from));
}

function hasControl(data: string, delimiters: readonly (string | undefined)[]): boolean {
  return [...data].some((character) => (character < ' ' || character === '\x7f') && !delimiters.includes(character));
}
