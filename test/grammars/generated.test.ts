import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { generateParsers } from '../../grammars/build.js';

describe('src/generated', () => {
  it('is what the grammars give today', async () => {
    for (const { url, text } of await generateParsers()) {
      expect(await readFile(url, 'utf8'), `${url.pathname}: run npm run grammars`).toBe(text);
    }
  });

  it('holds modules without imports, so that they fall out of bundles that do not use them', async () => {
    for (const { url, text } of await generateParsers()) {
      if (url.pathname.endsWith('.js')) expect(text).not.toMatch(/^import |require\(/m);
    }
  });
});
