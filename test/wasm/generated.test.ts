import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { WALK_MODULE } from '../../src/guide/walk/walk-module.js';
import { SCAN_MODULE } from '../../src/syntax/scan/scan-module.js';
import { generateModules } from '../../wasm/build.js';

it('the modules are checked in as their sources compile', async () => {
  for (const { url, text } of await generateModules())
    expect(await readFile(url, 'utf8'), `${url.pathname} is not what its source gives: run \`npm run wasm\``).toBe(
      text,
    );
});

it.each([
  [['scan'], SCAN_MODULE],
  [['take', 'writeText'], WALK_MODULE],
])('the module of %s asks its host for nothing and exports that and its memory', (names, digits) => {
  const module = new WebAssembly.Module(Buffer.from(digits, 'hex'));
  expect(WebAssembly.Module.imports(module)).toEqual([]);
  expect(WebAssembly.Module.exports(module).map((one) => one.name)).toEqual([...names, 'memory']);
});
