import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { typeFiles } from './type-files.js';

describe('types of the requests', () => {
  it.each(typeFiles())('$path are as the schema says (`npm run claims:types` makes them anew)', ({ path, text }) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(text);
  });
});
