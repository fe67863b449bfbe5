import { stat } from 'node:fs/promises';
import { chunksOf, readChunks, readInput } from './input.js';
import type { StageName } from './rows.js';
import {
  type BatchReader,
  countSegments,
  readEveryElement,
  readFewElements,
  readTokens,
  readTokensOf,
} from './stages/read-tokens.js';
import type { Work, WorkOrder } from './work.js';

/** How each stage of the engine is made ready. */
export const STAGES: ReadonlyMap<string, (order: WorkOrder) => Promise<Work>> = new Map<StageName | 'memory', (order: WorkOrder) => Promise<Work>>([
  ['offsets', (order) => onTokens(order, countSegments)],
  ['offsets-file', offsetsOfFile],
  ['few', (order) => onTokens(order, readFewElements)],
  ['elements', (order) => onTokens(order, readEveryElement)],
]);

async function onTokens(order: WorkOrder, read: BatchReader): Promise<Work> {
  const bytes = await readInput(order.file, order.limit);
  const chunks = chunksOf(bytes);
  return { bytes: bytes.length, pass: () => readTokens(chunks, read) };
}

async function offsetsOfFile(order: WorkOrder): Promise<Work> {
  const { size } = await stat(order.file);
  return { bytes: size, pass: () => readTokensOf(readChunks(order.file), countSegments) };
}
