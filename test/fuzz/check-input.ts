import type { Random } from '../../bench/generate/random.js';
import type { Document } from '../../src/engine/document.js';
import { isX12Error, type X12ErrorCode } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';
import type { Reason } from '../../src/model/reasons.js';
import { CANARY } from './mutate.js';
import { engine, parseNow, type ReadNowOptions, validateNow } from './read-now.js';

/** What became of an input, for the figures of a run. */
export type Outcome = 'refused' | 'wrong' | 'good' | 'unwritten';

/** The codes that reading may end in. Writing what was read has none: whatever is wrong with it is a finding. */
const READING_CODES: ReadonlySet<X12ErrorCode> = new Set([
  'X12_NOT_AN_INTERCHANGE',
  'X12_DELIMITERS_INVALID',
  'X12_LIMIT_EXCEEDED',
  'X12_ENCODING_UNSUPPORTED',
]);

/** An input broke a promise. */
export class Broken extends Error {}

type Attempt<T> = { readonly value: T } | { readonly refusal: string };

/**
 * Sends one input through reading, checking and writing:
 * only an X12Error with a known code ends reading; whole and cut it reads the same; validating finds what parsing finds;
 * what was read is written without an exception and reads again; without errors, the same data comes back; no value
 * stands in a finding or message.
 * @throws Broken, or whatever the engine threw that it must not.
 */
export function checkInput(bytes: Uint8Array, random: Random): Outcome {
  const options = readOptions(random);
  const whole = attempt(() => parseNow([bytes], options));
  const cut = attempt(() => parseNow(cutAtRandom(bytes, random), options));
  const validation = attempt(() => validateNow(cutAtRandom(bytes, random), options));
  if (!('value' in whole) || !('value' in cut) || !('value' in validation)) {
    const refusals = [whole, cut, validation].map(refusalOf);
    // An input may break a limit and have another fault that is refused: which stage gets there first is the cut's choice.
    const refused = refusals.every((refusal) => refusal !== 'read');
    if (refused && refusals.includes('X12_LIMIT_EXCEEDED')) return 'refused';
    requireSame('refused alike whole, cut and on validating', refusals);
    return 'refused';
  }
  const findings = findingsOf(whole.value);
  requireNoCanary(findings);
  requireSame(
    'read alike whole and cut',
    [whole.value, cut.value].map((one) => JSON.stringify(one)),
  );
  const checked = attempt(() => validateNow([bytes], options));
  requireSame(
    'validated alike whole and cut',
    [checked, validation].map((one) => JSON.stringify(one)),
  );
  // Once findings are too many, those of a set are kept before or after those of its envelope.
  const limited = findings.some((found) => found.reason === 'findings-limit');
  if (!limited) requireSame('parse and validate find the same', [findings, validation.value.findings].map(inAnyOrder));
  const isGood = findings.every((found) => found.severity !== 'error' && !INEXACT.has(found.reason));
  return checkWriting(whole.value, { isGood, scan: options.scan ?? false }, random);
}

/** `engine.parse` and `validate` say what the direct way says. */
export async function checkEngine(bytes: Uint8Array): Promise<void> {
  const direct = attempt(() => parseNow([bytes], {}));
  const parsed = await engine.parse(bytes).then(
    (value) => ({ value }),
    (error: unknown) => ({ refusal: refusalText(error, READING_CODES) }),
  );
  requireSame(
    'engine.parse reads alike',
    [direct, parsed].map((one) => JSON.stringify(one)),
  );
  const validated = await engine.validate(bytes).then(
    ({ findingsTotal }) => findingsTotal,
    () => undefined,
  );
  if ('value' in direct) requireSame('engine.validate finds as much', [findingsOf(direct.value).length, validated]);
}

/** Not an error on reading, and yet not written, or not in the same form, by what we promise. */
const INEXACT: ReadonlySet<Reason> = new Set([
  'delimiter-in-data',
  'character-unencodable',
  'trailing-separators',
  'encoding-invalid',
  'count-format',
]);

function checkWriting(
  document: Document,
  { isGood, scan }: { isGood: boolean; scan: boolean },
  random: Random,
): Outcome {
  const choose = random.chance(10) ? ({ delimiters: 'choose' } as const) : {};
  const written = attemptToWrite(() => engine.generate(document, { findings: 'report', ...choose }));
  if ('refusal' in written) {
    // An ISA is read by its widths, so that a delimiter in it does no harm there; to write one is refused.
    if (isGood && !written.refusal.startsWith('X12_DELIMITER_IN_DATA ISA'))
      throw new Broken(`good input was not written: ${written.refusal}`);
    return 'unwritten';
  }
  requireNoCanary(written.value.findings);
  const again = attempt(() => parseNow([written.value.bytes], { scan }));
  // Raw segments are translated to delimiters that were chosen: they come back in other words.
  if (!isGood || 'delimiters' in choose || written.value.findings.some((found) => INEXACT.has(found.reason)))
    return 'wrong';
  if (!('value' in again)) throw new Broken(`what was written of good input does not read: ${again.refusal}`);
  requireSame('good input comes back', [document, again.value].map(dataOf));
  return 'good';
}

function attempt<T>(run: () => T): Attempt<T> {
  return attemptWith(run, READING_CODES);
}

/** A header that no ISA can hold, or delimiters that collide, are refused; what has errors may have such. */
function attemptToWrite<T>(run: () => T): Attempt<T> {
  return attemptWith(run, WRITING_CODES);
}

const WRITING_CODES: ReadonlySet<X12ErrorCode> = new Set([
  'X12_DATA_INVALID',
  'X12_DOCUMENT_INVALID',
  'X12_DELIMITERS_INVALID',
  'X12_DELIMITER_IN_DATA',
]);

function attemptWith<T>(run: () => T, known: ReadonlySet<X12ErrorCode>): Attempt<T> {
  try {
    return { value: run() };
  } catch (error) {
    return { refusal: refusalText(error, known) };
  }
}

function refusalText(error: unknown, known: ReadonlySet<X12ErrorCode>): string {
  if (!isX12Error(error) || !known.has(error.code)) throw error;
  const text = `${error.code} ${error.message} ${JSON.stringify(error.details)}`;
  if (text.includes(CANARY)) throw new Broken(`a value stands in ${error.code}`);
  // Of several limits that are exceeded, the cuts decide which one is met first.
  return error.code === 'X12_LIMIT_EXCEEDED' ? error.code : text;
}

function refusalOf(one: Attempt<unknown>): string {
  return 'refusal' in one ? one.refusal : 'read';
}

const SMALL_LIMITS = { segmentBytes: 400, elements: 12, findings: 5, interchanges: 2, depth: 4, scanBytes: 64 };

function readOptions(random: Random): ReadNowOptions {
  if (random.chance(70)) return {};
  return {
    ...(random.chance(20) ? { limits: SMALL_LIMITS } : {}),
    ...{ scan: random.chance(50), unwrap: random.chance(30), strict: random.chance(20), foldTags: random.chance(30) },
  };
}

function cutAtRandom(bytes: Uint8Array, random: Random): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  // Byte by byte costs a hundred times as much: seldom, and not for long inputs.
  const fine = random.chance(5) && bytes.length < 3_000;
  const most = fine ? random.pick([1, 3]) : random.pick([100, 400, 4_000]);
  const least = bytes.length > 20_000 ? 200 : 1;
  for (let at = 0; at < bytes.length; ) {
    const length = least + random.below(most);
    chunks.push(bytes.slice(at, at + length));
    at += length;
  }
  return chunks;
}

function findingsOf({ findings, interchanges }: Document): Finding[] {
  return [
    ...findings,
    ...interchanges.flatMap((interchange) => [
      ...interchange.findings,
      ...interchange.groups.flatMap((group) => [
        ...group.findings,
        ...group.transactions.flatMap((set) => set.findings),
      ]),
    ]),
  ];
}

function inAnyOrder(findings: readonly Finding[]): string {
  return findings
    .map((found) => JSON.stringify(found))
    .sort()
    .join('\n');
}

/** What must come back: headers, data and segments outside sets, in the form without needless separators. */
function dataOf({ interchanges }: Document): string {
  const data = interchanges.map(({ header, acknowledgments, other, groups }) => [
    ...[header, acknowledgments, other],
    groups.map((group) => [group.header, group.transactions.map(({ data, unplaced }) => [data, unplaced])]),
  ]);
  return JSON.stringify(data, (_, value) => withoutNeedless(value));
}

// Without a guide nobody reports needless separators: `A>` is read as a component, `A^` as a list, and both come back as A.
function withoutNeedless(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (Array.isArray(value) && value.length === 1) return withoutNeedless(value[0]);
  if (entries.length === 0) return undefined;
  return entries.length === 1 && entries[0]?.[0] === 'component_01' ? withoutNeedless(entries[0][1]) : value;
}

function requireNoCanary(findings: readonly Finding[]): void {
  const leak = findings.find((found) => JSON.stringify(found).includes(CANARY));
  if (leak !== undefined) throw new Broken(`a value stands in the finding ${leak.reason}`);
}

function requireSame(what: string, values: readonly unknown[]): void {
  const other = values.find((value) => value !== values[0]);
  if (other !== undefined) throw new Broken(`not so: ${what}\n${difference(String(values[0]), String(other))}`);
}

function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const from = Math.max(0, at - 150);
  return `  …${a.slice(from, at + 150)}\n  …${b.slice(from, at + 150)}`;
}
