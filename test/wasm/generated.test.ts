import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SCAN_MODULE } from '../../src/syntax/scan/scan-module.js';
import { generateScan } from '../../wasm/build.js';

it('the wide scan is checked in as its source compiles', async () => {
  const { url, text } = await generateScan();
  const message = 'src/syntax/scan/scan-module.ts is not what wasm/scan.ts gives: run `npm run scan`';
  expect(await readFile(url, 'utf8'), message).toBe(text);
});

it('the wide scan asks its host for nothing and exports two things', () => {
  const module = new WebAssembly.Module(Buffer.from(SCAN_MODULE, 'base64'));
  expect(WebAssembly.Module.imports(module)).toEqual([]);
  expect(WebAssembly.Module.exports(module).map(({ name }) => name)).toEqual(['scan', 'memory']);
});
