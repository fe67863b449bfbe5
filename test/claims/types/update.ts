import { mkdirSync, writeFileSync } from 'node:fs';
import { typeFiles } from './type-files.js';

mkdirSync(new URL('../../../src/claims/types/', import.meta.url), { recursive: true });
for (const { path, text } of typeFiles()) {
  writeFileSync(new URL(`../../../${path}`, import.meta.url), text);
  console.log(path);
}
