import { stat } from 'node:fs/promises';
import { REPAIR_NAMES } from '../src/charset/repairs.js';
import type { Engine } from '../src/engine/engine.js';
import type { GenerateOptions } from '../src/engine/engine-options.js';
import { chunksOf, readChunks, readInput } from './input.js';
import { WRITE_BYTES } from './prepare-probe.js';
import { MEMORY_STAGE, type StageName } from './rows.js';
import {
  type BatchReader,
  countSegments,
  readEveryElement,
  readFewElements,
  readTokens,
  readTokensOf,
} from './stages/read-tokens.js';
import { decode, engineFor, jsonText, validate } from './stages/use-engine.js';
import type { Work, WorkOrder } from './work.js';

/** How each stage of the engine is made ready. */
export const STAGES: ReadonlyMap<string, (order: WorkOrder) => Promise<Work>> = new Map<
  StageName | typeof MEMORY_STAGE,
  (order: WorkOrder) => Promise<Work>
>([
  ['offsets', (order) => onTokens(order, countSegments)],
  ['offsets-file', offsetsOfFile],
  ['few', (order) => onTokens(order, readFewElements)],
  ['elements', (order) => onTokens(order, readEveryElement)],
  ['validate', (order) => onEngine(order, validate)],
  ['decode', (order) => onEngine(order, decode)],
  ['json', (order) => onEngine(order, jsonText)],
  ['encode', encode],
  ['repair', repair],
  [MEMORY_STAGE, memory],
]);

const EVERY_REPAIR = Object.fromEntries(REPAIR_NAMES.map((name) => [name, true]));

async function onTokens(order: WorkOrder, read: BatchReader): Promise<Work> {
  const bytes = await readInput(order.file, order.limit);
  const chunks = chunksOf(bytes);
  return { bytes: bytes.length, pass: () => readTokens(chunks, read) };
}

async function offsetsOfFile(order: WorkOrder): Promise<Work> {
  const { size } = await stat(order.file);
  return { bytes: size, pass: () => readTokensOf(readChunks(order.file), countSegments) };
}

type EngineUse = (engine: Engine, chunks: readonly Uint8Array[]) => Promise<number>;

async function onEngine(order: WorkOrder, use: EngineUse): Promise<Work> {
  const bytes = await readInput(order.file, order.limit);
  const chunks = chunksOf(bytes);
  const engine = await engineFor(chunks);
  return { bytes: bytes.length, pass: () => use(engine, chunks) };
}

/** Decodes once, outside the measured time, then writes the document; megabytes are those of the output. */
async function encode(order: WorkOrder): Promise<Work> {
  return writing(order, {});
}

/** The same with the narrowest set and every repair, most of which have nothing to do in data of capitals and digits. */
async function repair(order: WorkOrder): Promise<Work> {
  return writing(order, { characterSet: 'Basic', repairs: EVERY_REPAIR });
}

async function writing(order: WorkOrder, options: GenerateOptions): Promise<Work> {
  const input = await readInput(order.file, Math.min(order.limit, WRITE_BYTES));
  const engine = await engineFor(input);
  const document = await engine.parse(input);
  let changes = 0;
  const write = () => {
    const { bytes, repairsTotal } = engine.generate(document, { ...options, findings: 'report' });
    changes = repairsTotal;
    return bytes.length;
  };
  const bytes = write();
  return { bytes, pass: write, note: changes === 0 ? undefined : `${changes} repairs` };
}

/** The whole file from disk, once, whatever its size: for the peak of memory. */
async function memory(order: WorkOrder): Promise<Work> {
  const { size } = await stat(order.file);
  const engine = await engineFor(readChunks(order.file));
  return { bytes: size, pass: () => validate(engine, readChunks(order.file)) };
}
