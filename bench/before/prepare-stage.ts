import type { Engine } from '../../src/engine/engine.js';
import type { Source } from '../../src/syntax/source.js';
import { answer271, OPTIONS, REQUEST } from '../eligibility/inputs.js';
import type { SetName } from '../generate/interchange-file.js';
import { chunksOf, readInput } from '../input.js';
import { type BatchReader, readTokens } from '../stages/read-tokens.js';
import { engineOf, guidesOf, type Side } from './side.js';
import type { SmallInput } from './small-inputs.js';

export interface ComparedInput {
  readonly set: SetName;
  /** Path of the file; empty where the input is none. */
  readonly file: string;
}

/** What is measured of one side. */
export interface Prepared {
  /** Bytes of X12 of one pass: a rate is printed. Without it the time of one pass is. */
  readonly bytes?: number;
  /** Inputs of one pass, where the time is printed. Default 1. */
  readonly inputs?: number;
  pass(): unknown;
}

/** Of a file, whole in memory. */
const WHOLE = Number.MAX_SAFE_INTEGER;

export async function tokens({ core }: Side, { file }: ComparedInput, read: BatchReader): Promise<Prepared> {
  const bytes = await readInput(file, WHOLE);
  const chunks = chunksOf(bytes);
  return { bytes: bytes.length, pass: () => readTokens(chunks, read, new core.Tokenizer()) };
}

type EngineUse = (engine: Engine, source: Source) => Promise<unknown>;

export async function reading(side: Side, { set, file }: ComparedInput, use: EngineUse): Promise<Prepared> {
  const bytes = await readInput(file, WHOLE);
  const chunks = chunksOf(bytes);
  const engine = await engineOf(side, set.slice(0, 3));
  return { bytes: bytes.length, pass: () => use(engine, chunks) };
}

/** The document as text: what `parse` gives, through JSON, or at once where there is a verb for it. */
export async function jsonText(engine: Partial<Engine> & Pick<Engine, 'parse'>, source: Source): Promise<number> {
  const text = await (engine.parseText?.(source) ?? engine.parse(source).then((document) => JSON.stringify(document)));
  return text.length;
}

/** A line a set: no document is put together. */
export async function jsonLines(engine: Partial<Engine> & Pick<Engine, 'stream'>, source: Source): Promise<number> {
  let length = 0;
  if (engine.parseLines !== undefined) for await (const line of engine.parseLines(source)) length += line.length;
  else for await (const event of engine.stream(source)) length += JSON.stringify(event).length;
  return length;
}

/** The loop of each set that a file has most data in. */
const LOOPS = { '837P': '2300', '271': '2110C', '835': '2100', '850': 'PO1' } as const;

/** Loop by loop, as one reads what does not fit into memory. Counts the events. */
export function loopByLoop(side: Side, input: ComparedInput): Promise<Prepared> {
  return reading(side, input, async (engine, source) => {
    let events = 0;
    for await (const _ of engine.stream(source, { loop: LOOPS[input.set] })) events++;
    return events;
  });
}

/** Megabytes are those of the output. */
export async function writing(side: Side, { set, file }: ComparedInput): Promise<Prepared> {
  const engine = await engineOf(side, set.slice(0, 3));
  const document = await engine.parse(await readInput(file, WHOLE));
  const pass = () => engine.generate(document, { findings: 'report' }).bytes.length;
  return { bytes: pass(), pass };
}

export async function small(side: Side, set: SetName, { bytes, sets }: SmallInput, use: EngineUse): Promise<Prepared> {
  const engine = await engineOf(side, set.slice(0, 3));
  return { inputs: sets, pass: () => use(engine, bytes) };
}

export async function writingSmall(side: Side, { set }: ComparedInput, { bytes }: SmallInput): Promise<Prepared> {
  const engine = await engineOf(side, set.slice(0, 3));
  const document = await engine.parse(bytes);
  return { pass: () => engine.generate(document) };
}

const ANSWER = new TextEncoder().encode(answer271(40));

export async function parseAnswer(side: Side): Promise<Prepared> {
  const engine = await engineOf(side, '271');
  return { pass: () => engine.parse(ANSWER) };
}

export async function answerOfBytes(side: Side): Promise<Prepared> {
  const engine = await engineOf(side, '271');
  const [guide] = await guidesOf(side, '271');
  if (guide === undefined) throw new Error('There is no guide of the 271.');
  const codec = side.eligibility.createResponseCodec(guide);
  return { pass: async () => codec.decode(await engine.parse(ANSWER)) };
}

export async function requestToX12(side: Side): Promise<Prepared> {
  const engine = await engineOf(side, '270');
  const [guide] = await guidesOf(side, '270');
  if (guide === undefined) throw new Error('There is no guide of the 270.');
  const codec = side.eligibility.createRequestCodec(guide);
  const pass = () => {
    const { document } = codec.encode(REQUEST, OPTIONS);
    if (document === undefined) throw new Error('The request of the bench is refused.');
    return engine.generate(document);
  };
  return { pass };
}
