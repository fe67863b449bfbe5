import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedLists } from '../../guides/make/shared-lists.js';
import type { Dictionary, Guide } from '../../src/model/guide.js';
import { ROOT } from '../source-files.js';
import { smallGuide } from './small-guide.js';

const FOLDER = join(ROOT, 'guides');

describe('sharedLists', () => {
  it('gives the lists of the dictionary, for those of the base guides that several have', () => {
    const names = readdirSync(FOLDER).filter((name) => /^\d+-004010\.json$/.test(name));
    const guides = names.map((name): Guide => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
    const dictionary: Dictionary = JSON.parse(readFileSync(join(FOLDER, 'dictionary-004010.json'), 'utf8'));
    const lists = Object.entries(sharedLists(guides));
    expect(lists.length).toBeGreaterThan(100);
    for (const [name, list] of lists) {
      const element = name.replace(/^Codes(\d+)_\d+$/, '$1');
      expect(dictionary.elements[element]?.codes, name).toEqual(list.enum);
    }
  });

  it('leaves out what one guide alone has, and what others have otherwise', () => {
    const guide = (codes: readonly string[]): Guide => ({ ...smallGuide(), $defs: { codes_66_1: { enum: codes } } });
    expect(sharedLists([guide(['1'])])).toEqual({});
    expect(sharedLists([guide(['1']), guide(['1', '2'])])).toEqual({});
    expect(sharedLists([guide(['1']), guide(['2']), guide(['1'])])).toEqual({ Codes66_1: { enum: ['1'] } });
  });
});
