import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config.js';
import { openCountryData } from '../../src/start/open-country-data.js';

describe('COUNTRY_DATA', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ediloom-countries-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is refused at the start where it is no such file', () => {
    const text = join(folder, 'text.mmdb');
    writeFileSync(text, 'country,US\n'.repeat(30_000));
    const empty = join(folder, 'empty.mmdb');
    writeFileSync(empty, '');
    for (const path of [text, empty, folder, join(folder, 'nothing')]) {
      expect(() => openCountryData(path)).toThrow(ConfigError);
      expect(() => openCountryData(path)).toThrow(/COUNTRY_DATA must be/);
    }
  });
});
