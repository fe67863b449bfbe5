import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleText } from '../../guides/make/module-text.js';
import { ROOT } from '../source-files.js';

/** The module as a runtime reads it: a data URL is resolved by nobody's bundler. */
async function valueMade(text: string): Promise<unknown> {
  const url = `data:text/javascript,${encodeURIComponent(text)}`;
  const loaded: { readonly guide?: unknown } = await import(/* @vite-ignore */ url);
  return loaded.guide;
}

describe('moduleText', () => {
  it('gives the same tree as JSON for each guide that ships, in less than three fifths of the size', async () => {
    const folder = join(ROOT, 'guides');
    const names = readdirSync(folder).filter((name) => /^(\d|TA1|dictionary).*\.json$/.test(name));
    expect(names.length).toBeGreaterThan(45);
    const sizes = { json: 0, module: 0 };
    for (const name of names) {
      const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const text = moduleText(value, 'guide');
      sizes.json += JSON.stringify(value).length;
      sizes.module += text.length;
      expect(JSON.stringify(await valueMade(text)) === JSON.stringify(value), name).toBe(true);
    }
    expect(sizes.module).toBeLessThan(sizes.json * 0.6);
  });

  it('makes equal parts anew at each place, so that a change of one changes no other', async () => {
    const part = { title: 'Reference Identification', maxLength: 30 };
    const made = await valueMade(moduleText({ first: part, second: part, list: [part] }, 'guide'));
    expect(made).toEqual({ first: part, second: part, list: [part] });
    const { first, second } = made as { first: { maxLength: number }; second: { maxLength: number } }; // as written above
    first.maxLength = 3;
    expect(second.maxLength).toBe(30);
  });

  it('writes keys and texts that are no names of JavaScript', async () => {
    const value = { 'a b': 'it\'s "so"\\\u2028`$x`', '0': [null, true, 1.5, ''], class: {} };
    expect(await valueMade(moduleText(value, 'guide'))).toEqual(value);
  });

  it('refuses the one key that a literal cannot have', () => {
    expect(() => moduleText(JSON.parse('{"__proto__": {}}'), 'guide')).toThrow('__proto__');
  });
});
