import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { WALK_MODULE } from '../../src/guide/walk/walk-module.js';
import { bytesOfModule } from '../../src/model/wasm.js';
import { SCAN_MODULE } from '../../src/syntax/scan/scan-module.js';
import { characters, generateModules } from '../../wasm/build.js';

it('the modules are checked in as their sources compile', async () => {
  for (const { url, text } of await generateModules())
    expect(await readFile(url, 'utf8'), `${url.pathname} is not what its source gives: run \`npm run wasm\``).toBe(
      text,
    );
});

it('every byte is written as characters that no string escapes, and read as itself', () => {
  const bytes = Array.from({ length: 512 }, (_, at) => (at * 7) % 256);
  const text = bytes.map(characters).join('');
  expect(text).toMatch(/^[!"(-[\]-~]+$/);
  expect([...bytesOfModule(text)]).toEqual(bytes);
  // Nor does a page end where one stands in it.
  for (const module of [SCAN_MODULE, WALK_MODULE]) expect(module).not.toMatch(/<(?:!--|\/?script)/i);
});

it.each([
  [['scan'], SCAN_MODULE],
  [['take', 'writeText'], WALK_MODULE],
])('the module of %s asks its host for nothing and exports that and its memory', (names, text) => {
  const module = new WebAssembly.Module(Uint8Array.from(bytesOfModule(text)));
  expect(WebAssembly.Module.imports(module)).toEqual([]);
  expect(WebAssembly.Module.exports(module).map((one) => one.name)).toEqual([...names, 'memory']);
});
