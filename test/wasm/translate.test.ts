import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { translate } from '../../wasm/translate.js';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ediloom-translate-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a function `f` of a file becomes, on one line. */
async function translated(text: string): Promise<string> {
  const file = join(folder, `case-${files++}.ts`);
  await writeFile(file, text);
  return translate(new Map([['f', file]])).replace(/\s+/g, ' ');
}

it.each([
  [
    'loads',
    'function f(words: Int32Array, at: number): number { return words[at + 1] ?? 0; }',
    'load<i32>(words + (((at + 1) as usize) << 2))',
  ],
  [
    'stores',
    'function f(words: Int32Array, at: number): void { words[at] = 7; }',
    'store<i32>(words + (((at) as usize) << 2), 7)',
  ],
  [
    'bytes',
    'function f(bytes: Uint8Array): boolean { return bytes[0] === 1; }',
    '(load<u8>(bytes + ((0) as usize)) as i32) === 1',
  ],
  [
    'reals',
    'type Real = number; function f(reals: Float64Array): Real { return reals[2] ?? 0; }',
    'load<f64>(reals + (((2) as usize) << 3))',
  ],
  [
    'constants',
    'const A = 2 ** 3; const B = { c: A } as const; function f(): number { return B_C; } const B_C = B.c | 1;',
    'return 9;',
  ],
  ['products', 'function f(a: number): number { return Math.imul(a, 3); }', '((a) * (3))'],
  ['endless loops', 'function f(): number { for (;;) { return 1; } }', 'while (true)'],
])('%s become what AssemblyScript has for them', async (_, source, expected) => {
  expect(await translated(source)).toContain(expected);
});

it('takes with a function those that it calls, once', async () => {
  const text = await translated(
    'function f(a: number): number { return g(a) + g(1); } function g(a: number): number { return a; }',
  );
  expect(text.match(/function g\(/g)).toHaveLength(1);
  expect(text).toContain('export { f };');
});

it.each([
  ['a text', `function f(): number { return 'a'; }`],
  ['an object', 'function f(): number { const a = { b: 1 }; return 1; }'],
  ['taking apart', 'function f(words: Int32Array): number { const [a] = words; return 1; }'],
  ['another type', 'function f(a: string): number { return 1; }'],
  ['no type', 'function f(a): number { return 1; }'],
  ['a method', 'function f(words: Int32Array): number { return words.at(0); }'],
  ['a name that is no number', 'const names = new Map(); function f(): number { return names; }'],
  ['what is not there', 'function g(): number { return 1; }'],
])('refuses %s, with its place', async (_, source) => {
  await expect(translated(source)).rejects.toThrow(/case-\d+\.ts.* is not of numbers alone/);
});
