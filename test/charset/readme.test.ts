import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type CharacterSetName,
  characterSet,
  checkCharacters,
  createRepairer,
  REPAIR_NAMES,
} from '../../src/charset/index.js';
import { BASIC_EQUIVALENTS } from '../../src/charset/replacements.js';
import { DEFAULT_DELIMITERS } from '../../src/model/delimiters.js';

const README = readFileSync(new URL('../../src/charset/README.md', import.meta.url), 'utf8');
const TABLES = README.slice(README.indexOf('### Tables'), README.indexOf('## Examples'));
const EXAMPLES = [...README.matchAll(/^\| `(.+?)` \| (\w+) \| ([\w, ]+) \| `(.+?)` \| ([\w+ ]+) \|$/gmu)].map((match) =>
  match.slice(1),
);

describe("charset's README", () => {
  it.each(EXAMPLES)('%s for %s, %s', (value = '', setName = '', repairs = '', result = '', left = '') => {
    // The README names built-in sets; another name is refused.
    const set = characterSet(setName as CharacterSetName);
    const every: readonly string[] = repairs === 'all' ? REPAIR_NAMES : repairs.split(', ');
    const names = repairs === 'none' ? [] : every;
    const switches = Object.fromEntries(names.map((name) => [name, true]));
    const repairer = createRepairer(switches, { set, delimiters: DEFAULT_DELIMITERS });
    const { text } = repairer.repairText(value, 'text');
    const offending = checkCharacters(text, set, DEFAULT_DELIMITERS).map(({ name }) => name);
    expect({ text, left: [...new Set(offending)].join(' ') || 'nothing' }).toEqual({
      text: result.replaceAll('\\|', '|'),
      left,
    });
  });

  it('shows the names that were promised, and every repair', () => {
    expect(EXAMPLES.length).toBeGreaterThan(15);
    for (const value of ['Peña–Núñez Ⅻ “quoted” naïve', 'Сара Мосс', '山田 太郎']) {
      expect(EXAMPLES.filter(([example]) => example === value)).not.toEqual([]);
    }
    for (const name of REPAIR_NAMES) expect(README).toContain(`| \`${name}\` |`);
  });

  it('has the short table as the code has it', () => {
    const rows = [...TABLES.matchAll(/^\| (`[^|]*(?:\\\|)?[^|]*`|grave accent) \| ([^|]+) \|/gmu)];
    const stated = new Map<string, string>();
    for (const [, signs = '', equivalents = ''] of rows) {
      const from = signs === 'grave accent' ? ['`'] : signs.replaceAll('`', '').replaceAll('\\|', '|').split(' ');
      const to = equivalents.startsWith('blank') ? [' '] : equivalents.trim().replaceAll('`', '').split(' ');
      for (const [index, sign] of from.entries()) {
        if (sign.length === 1) stated.set(sign, to[index] ?? to[0] ?? '');
      }
    }
    expect(Object.fromEntries(stated)).toEqual(BASIC_EQUIVALENTS);
  });
});
