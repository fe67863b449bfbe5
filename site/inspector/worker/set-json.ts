import { type Engine, type FindingText, Tokenizer } from 'ediloom';
import { lineStarts } from '../shared/json-text.js';
import type { SetJson } from '../shared/protocol.js';
import { isSame } from './edits.js';
import { lostValue } from './lost-values.js';
import { readJson } from './read-json.js';
import type { IndexedSet, SegmentIndex } from './segment-index.js';
import type { SegmentTexts } from './segment-text.js';
import type { ToldFindings } from './told-findings.js';
import { Refused, troubleOf } from './trouble.js';

/** Larger sets are read, but not shown as JSON; larger files are not edited. */
export const MOST_EDITED_BYTES = 5 * 1024 * 1024;

const NO_EFFECT =
  'This changes nothing in the X12: what follows from the rest of the set, such as the count and the number in SE, is written anew each time.';
const NO_SET = 'This JSON cannot be written as a set from ST to SE. The X12 is left as it was.';

export interface SetSources {
  readonly index: SegmentIndex;
  readonly texts: SegmentTexts;
  readonly bytes: Uint8Array;
  readonly engine: Engine;
  listen(): ToldFindings;
}

/** Bytes of a set, from its ST to behind the terminator of its last segment. */
export function setRange({ index, texts }: Pick<SetSources, 'index' | 'texts'>, set: IndexedSet): [number, number] {
  const last = Math.max(index.regionEnd(set.firstSegment) - 1, set.firstSegment);
  return [texts.start(set.firstSegment), texts.endWithTerminator(last)];
}

/** The guide JSON of one set, as `parse` gives it. */
export async function setJson(sources: SetSources, set: IndexedSet, title: string): Promise<Omit<SetJson, 'revision'>> {
  const bytes = new Uint8Array(0);
  const known = { set: set.firstSegment, guide: set.guide, title, bytes, lines: lineStarts(bytes) };
  const [from, to] = setRange(sources, set);
  if (to - from > MOST_EDITED_BYTES) {
    return {
      ...known,
      missing: 'This set has more than 5 MB. Its JSON is not shown; ediloom parse --ndjson writes it.',
    };
  }
  let data: unknown;
  try {
    data = (await parseAlone(sources, set)).data;
  } catch (error) {
    return { ...known, missing: `The JSON of this set cannot be shown. ${troubleOf(error).text}` };
  }
  const text = new TextEncoder().encode(JSON.stringify(data, undefined, 2));
  return { ...known, bytes: text, lines: lineStarts(text) };
}

/**
 * The bytes of a set whose JSON was changed. What is wrong with it but is written all the same, is found where the X12 is read.
 * @throws Refused for JSON of which something would be missing in the X12; X12Error for JSON that cannot be written as this set;
 *   SyntaxError for text that is no JSON.
 */
export async function setBytes(sources: SetSources, set: IndexedSet, text: string): Promise<Uint8Array> {
  const data = readJson(text);
  const { interchange, group, guide, header, unplaced, data: before } = await parseAlone(sources, set);
  const transaction = { guide, header, data, ...(unplaced === undefined ? {} : { unplaced }) };
  const { header: interchangeHeader, delimiters, newline, encoding } = interchange;
  const transactions = [transaction];
  const groups = [group.header === undefined ? { transactions } : { header: group.header, transactions }];
  const document = { interchanges: [{ header: interchangeHeader, delimiters, newline, encoding, groups }] };
  const told = sources.listen();
  const { bytes, findings } = sources.engine.generate(document, { findings: 'report', onFinding: told.take });
  const lost = lostValue(findings, data, delimiters);
  if (lost !== undefined) throw new Refused('lost', wordsOf(told.describe(lost, 'json')));
  const written = cutSet(bytes);
  if (isSame(written, sources.bytes.subarray(...setRange(sources, set))) && !isSameJson(data, before))
    throw new Refused('lost', NO_EFFECT);
  return written;
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The set by itself in its envelopes: what stands around it in the file has no part in its JSON. */
async function parseAlone({ engine, bytes, index, texts }: SetSources, set: IndexedSet) {
  const interchange = index.interchanges[set.interchange];
  const header = interchange?.firstSegment ?? 0;
  const segments = set.groupSegment === undefined ? [header] : [header, set.groupSegment];
  const pieces = segments.map((one) => bytes.slice(texts.start(one), texts.endWithTerminator(one)));
  const [from, to] = setRange({ index, texts }, set);
  const separator = new TextEncoder().encode(interchange?.newline ?? '');
  const source = [...pieces.flatMap((piece) => [piece, separator]), bytes.slice(from, to)];
  const document = await engine.parse(source, { guide: set.guide });
  const found = document.interchanges[0];
  const group = found?.groups[0];
  const transaction = group?.transactions[0];
  if (found === undefined || group === undefined || transaction === undefined)
    throw new Error('The set cannot be read alone.');
  return { interchange: found, group, ...transaction };
}

// The place comes last: its keys may be longer than all the rest.
function wordsOf({ place, text, advice }: FindingText): string {
  const said = [text, advice].filter((part) => part !== '').map((part) => (/[.!?]$/.test(part) ? part : `${part}.`));
  return ['The X12 is left as it was.', ...said, ...(place === '' ? [] : [`At ${place}`])].join(' ');
}

/** Throws where there is no whole set: around it stand envelopes, which must never get into the file a second time. */
function cutSet(bytes: Uint8Array): Uint8Array {
  const tokenizer = new Tokenizer();
  let from: number | undefined;
  let to: number | undefined;
  const take = (batches: ReturnType<Tokenizer['push']>): void => {
    for (const batch of batches) {
      for (let i = 0; i < batch.count; i++) {
        const tag = batch.tag(i);
        const first = batch.marks[batch.starts[i] ?? 0] ?? 0;
        const last = batch.marks[(batch.starts[i + 1] ?? 0) - 1] ?? 0;
        if (tag === 'ST') from ??= batch.baseOffset + first + 1;
        if (tag === 'SE') to = batch.baseOffset + last + 1;
      }
    }
  };
  for (let at = 0; at < bytes.length; at += 65_536) take(tokenizer.push(bytes.slice(at, at + 65_536)));
  take(tokenizer.end());
  if (from === undefined || to === undefined) throw new Refused('lost', NO_SET);
  return bytes.slice(from, to);
}
