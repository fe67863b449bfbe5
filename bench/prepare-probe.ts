import { stat } from 'node:fs/promises';
import { DEFAULT_DELIMITERS } from '../src/model/delimiters.js';
import { guidesFor } from './guides-for.js';
import { readChunks, readInput } from './input.js';
import { byteLoop } from './probes/byte-loop.js';
import { checkLoop } from './probes/check-loop.js';
import { type CheckedSegment, flattenPlan } from './probes/check-table.js';
import { parseLoop, stringifyLoop } from './probes/json-loop.js';
import { objectLoop } from './probes/object-loop.js';
import { sliceEveryElement, sliceFewElements } from './probes/slice-loop.js';
import { walkLoop } from './probes/walk-loop.js';
import { cutWindows, type Window } from './probes/windows.js';
import { splitForWriting, writeLoop } from './probes/write-loop.js';
import type { ProbeName } from './rows.js';
import { engineFor } from './stages/use-engine.js';
import type { Work, WorkOrder } from './work.js';

/** How each probe is made ready: everything that is not the bare loop happens here, outside the measured time. */
export const PROBES: ReadonlyMap<string, (order: WorkOrder) => Promise<Work>> = new Map<
  ProbeName,
  (order: WorkOrder) => Promise<Work>
>([
  ['bytes', (order) => onWindows(order, byteLoop)],
  ['bytes-file', bytesOfFile],
  ['slices-few', (order) => onWindows(order, sliceFewElements)],
  ['slices', (order) => onWindows(order, sliceEveryElement)],
  ['checks', (order) => onCheckedWindows(order, checkLoop)],
  ['objects', (order) => onCheckedWindows(order, objectLoop)],
  ['walk', walk],
  ['writes', writes],
  ['json-parse', jsonParse],
  ['json-stringify', jsonStringify],
]);

async function onWindows(order: WorkOrder, loop: (windows: readonly Window[]) => number): Promise<Work> {
  const bytes = await readInput(order.file, order.limit);
  const windows = cutWindows(bytes);
  return { bytes: bytes.length, pass: () => loop(windows) };
}

async function bytesOfFile(order: WorkOrder): Promise<Work> {
  const { size } = await stat(order.file);
  const [head] = cutWindows(await readInput(order.file, 1_000_000));
  const pass = async () => {
    let segments = 0;
    if (head === undefined) return segments;
    for await (const bytes of readChunks(order.file)) segments += byteLoop([{ bytes, delimiters: head.delimiters }]);
    return segments;
  };
  return { bytes: size, pass };
}

type CheckingLoop = (windows: readonly Window[], table: ReadonlyMap<number, CheckedSegment>) => number;

async function onCheckedWindows(order: WorkOrder, loop: CheckingLoop): Promise<Work> {
  const bytes = await readInput(order.file, order.limit);
  const windows = cutWindows(bytes);
  const { plan } = await guidesFor(bytes);
  const table = plan === undefined ? new Map<number, CheckedSegment>() : flattenPlan(plan);
  const note = plan === undefined ? 'no guide for the first set: nothing to check' : undefined;
  return { bytes: bytes.length, note, pass: () => loop(windows, table) };
}

/** The documents that the encode stage writes, and its megabytes: the same number of them for the same sets. */
async function walk(order: WorkOrder): Promise<Work> {
  const { document, bytes, sets } = await written(order);
  // Below 00402 there is no repetition separator.
  const { element, component, repetition = '', segment } = document.interchanges[0]?.delimiters ?? DEFAULT_DELIMITERS;
  const delimiters = [element, component, segment, ...repetition];
  return { bytes, pass: () => walkLoop(sets, delimiters) };
}

/** What V8 takes to make the same objects of text; megabytes are those of the X12 that they are read from. */
async function jsonParse(order: WorkOrder): Promise<Work> {
  const { input, sets } = await written(order);
  const texts = sets.map((set) => JSON.stringify(set));
  return { bytes: input.length, pass: () => parseLoop(texts) };
}

/** What V8 takes to write the same objects as JSON; megabytes are those of the X12 that they are written to. */
async function jsonStringify(order: WorkOrder): Promise<Work> {
  const { bytes, sets } = await written(order);
  return { bytes, pass: () => stringifyLoop(sets) };
}

async function written(order: WorkOrder) {
  const input = await readInput(order.file, Math.min(order.limit, WRITE_BYTES));
  const engine = await engineFor(input);
  const document = await engine.parse(input);
  const bytes = engine.generate(document, { findings: 'report' }).bytes.length;
  const groups = document.interchanges.flatMap((interchange) => interchange.groups);
  return { input, document, bytes, sets: groups.flatMap((group) => group.transactions.map(({ data }) => data)) };
}

async function writes(order: WorkOrder): Promise<Work> {
  const bytes = await readInput(order.file, Math.min(order.limit, WRITE_BYTES));
  const batches = splitForWriting(cutWindows(bytes));
  return { bytes: bytes.length, pass: () => writeLoop(batches) };
}

/** Encode and its probe hold their input as objects, many times its size: they take the first 16 MB. */
export const WRITE_BYTES = 16_000_000;
