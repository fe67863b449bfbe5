import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { addGuideKeywords } from '../../src/ajv/add-guide-keywords.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Guide } from '../../src/model/guide.js';

// One guide by one checker in a process of its own: the first check, which compiles, and those after it; of sound and of spoilt data.
// Prints a line of JSON: milliseconds.

const CHECKERS = ['engine', 'ajv'] as const;
const GUIDES = ['837P-005010X222A1', '850-004010'] as const;

const row = Number(process.argv[2]);
const checker = CHECKERS[row % CHECKERS.length] ?? 'engine';
const id = GUIDES[Math.floor(row / CHECKERS.length)] ?? GUIDES[0];

const guide = readJson(`guides/${id}.json`) as Guide; // one that ships
const { sound, spoilt } = await dataOf(id);
const check = checker === 'engine' ? byEngine() : byAjv();

const first = milliseconds(() => check(sound));
if (!check(sound) || check(spoilt)) throw new Error(`${checker} judges ${id} otherwise than it should`);
console.log(JSON.stringify({ checker, id, first, sound: each(sound), spoilt: each(spoilt) }));

function byEngine(): (data: unknown) => boolean {
  let engine: ReturnType<typeof createEngine> | undefined;
  return (data) => {
    engine ??= createEngine({ guides: [guide] });
    return engine.check(guide, data).valid;
  };
}

function byAjv(): (data: unknown) => boolean {
  let validate: ((data: unknown) => boolean) | undefined;
  return (data) => {
    const ajv = (): Ajv2020 => addGuideKeywords(new Ajv2020({ allErrors: true, allowUnionTypes: true }));
    validate ??= ajv().compile<unknown>(guide) as (data: unknown) => boolean; // no asynchronous keyword is in it
    return validate(data);
  };
}

/** Guide JSON of a fixture, and the same with a text that is too long. */
async function dataOf(name: string): Promise<{ readonly sound: unknown; readonly spoilt: unknown }> {
  const path = name.startsWith('837P') ? 'claim-837p' : 'purchase-order-850';
  const bytes = readFileSync(new URL(`../../fixtures/${path}/input.edi`, import.meta.url));
  const { interchanges } = await createEngine({ guides: [readJson(`guides/${name}.json`) as Guide] }).parse(bytes);
  const sound = interchanges[0]?.groups[0]?.transactions[0]?.data;
  const long = (key: string, value: unknown) => (/city|number_03/.test(key) ? 'X'.repeat(99) : value);
  return { sound, spoilt: JSON.parse(JSON.stringify(sound, long)) };
}

/** The median of passes of 200 checks, each. */
function each(data: unknown): number {
  for (let at = 0; at < 2_000; at++) check(data);
  const passes = Array.from({ length: 15 }, () => milliseconds(() => times(200, data)) / 200);
  return passes.sort((a, b) => a - b)[7] ?? 0;
}

function times(count: number, data: unknown): void {
  for (let at = 0; at < count; at++) check(data);
}

function milliseconds(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
}
