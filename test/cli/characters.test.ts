import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPAIR_NAMES } from '../../src/charset/repairs.js';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const FLAGS = ['--guide', '850', '--sender', 'ZZ:BUYER', '--receiver', '01:SELLER', '--newline', 'lf'];
const DATA = new URL('../../fixtures/demo/850-purchase-order.json', import.meta.url).pathname;
const order = readFileSync(DATA, 'utf8');

function named(name: string, file = 'named.json'): string {
  return folder.file(file, order.replace('HARBOR WAREHOUSE', name));
}

describe('generate --charset', () => {
  it('refuses characters outside the set, value by value, each with its place', async () => {
    const { code, out, err } = await runHere(['generate', named('Peña–Núñez'), ...FLAGS, '--charset', 'extendedhipaa']);
    expect([code, out]).toEqual([1, '']);
    expect(err.match(/^error IK403 6/gm)).toHaveLength(1);
    expect(err).toContain('/name_N1/name_02');
    expect(err).toContain('name_02: U+00F1 at 3, U+2013 at 5, U+00FA at 7, U+00F1 at 8. ');
    expect(err).not.toContain('Pe');
  });

  it('does not list more characters of a value than help', async () => {
    const { err } = await runHere(['generate', named('é'.repeat(20)), ...FLAGS, '--charset', 'Basic']);
    expect(err).toContain('U+00E9 at 8 and 12 more');
  });
});

describe('generate --repair', () => {
  it('lists each change with place and characters, and the number of all', async () => {
    const file = named('Peña–Wo');
    const { code, out, err } = await runHere(['generate', file, ...FLAGS, '--charset', 'Basic', '--repair', 'ALL']);
    expect(code).toBe(0);
    expect(out).toContain('\nN1*ST*PENA-WO*');
    expect(err).toContain(`repaired  /heading/`);
    expect(err).toContain('\n    removeDiacritical  U+00F1 → N at 3\n');
    expect(err).toContain('\n    replaceConfusable  U+2013 → - at 5\n');
    expect(err).toMatch(/\n\d changes by repairs\.\n$/);
  });

  it('makes only the repairs asked for, in any case and order of their names', async () => {
    const repair = ['--repair', 'UPPERCASE, removediacritical'];
    const { out, err } = await runHere(['generate', named('Núñez  '), ...FLAGS, ...repair]);
    expect(out).toContain('*NUNEZ  *');
    expect(err).not.toMatch(/trim/);
    expect(await runHere(['generate', DATA, ...FLAGS, '--repair', 'uppercase'])).toMatchObject({ code: 0, err: '' });
  });

  it('stops listing where the list would bury all else', async () => {
    const { err } = await runHere([
      'generate',
      named('ñ*'.repeat(15)),
      ...FLAGS,
      '--repair',
      'all',
      '--charset',
      'Basic',
    ]);
    expect(err.match(/^ {4}\w+ {2}/gm)).toHaveLength(20);
    expect(err).toMatch(/\n\d+ changes by repairs, of which 20 are listed\.\n$/);
  });

  it('repairs documents and lines alike', async () => {
    const repair = ['--charset', 'Basic', '--repair', 'all'];
    const text = readFileSync(fixture('purchase-order-850'), 'latin1').replace('GREEN MUG', 'Gr\xfcn Mug');
    const file = folder.file('letters.edi', Buffer.from(text, 'latin1'));
    const outs: string[] = [];
    for (const how of [[], ['--ndjson']]) {
      const json = folder.file('read.json', (await runHere(['parse', file, ...how])).out);
      const { code, out, err } = await runHere(['generate', json, ...repair]);
      expect(code).toBe(0);
      expect(err).toContain('U+00FC → U at 3');
      expect(err.match(/changes by repairs\.$/gm)).toHaveLength(1);
      outs.push(out);
    }
    expect(outs[0]).toContain('GRUN MUG');
    expect(outs[1]).toBe(outs[0]);
  });

  it.each([
    [['--repair', 'uppercase,nonsense'], /There is no repair nonsense\. Name some of .*trimTrailingZeroes, or: all/],
    [['--repair', 'constructor'], /There is no repair constructor/],
    [['--repair', ''], /--repair holds an empty name/],
    [['--repair', 'uppercase,'], /--repair holds an empty name/],
    [['--repair', 'all,uppercase'], /There is no repair all/],
    [['--charset', 'latin1'], /--charset takes one of Basic, Extended, ExtendedHipaa, none\./],
    [['--time-zone', 'Nowhere/Land'], /--time-zone takes an IANA name/],
    [['--group-time', 'HH'], /--group-time takes HHMM or HHMMSS/],
  ])('refuses %j in one line', async (args, words) => {
    const { code, out, err } = await runHere(['generate', DATA, ...FLAGS, ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(words);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
  });

  it('names all repairs in its help', async () => {
    const { out } = await runHere(['generate', '--help']);
    for (const name of REPAIR_NAMES) expect(out).toContain(name);
  });
});

describe('dates and times', () => {
  it('are those of the zone, with seconds in GS05 if asked for', async () => {
    const hour = async (zone: string) => {
      const { out } = await runHere(['generate', DATA, ...FLAGS, '--time-zone', zone, '--group-time', 'HHMMSS']);
      expect(out).toMatch(/\nGS\*PO\*BUYER\*SELLER\*\d{8}\*\d{6}\*1\*/);
      return out.slice(70, 81);
    };
    // Twenty-six hours apart: never the same day.
    expect((await hour('Pacific/Kiritimati')).slice(0, 6)).not.toBe((await hour('Etc/GMT+12')).slice(0, 6));
  });
});

describe('reading --charset', () => {
  const letters = readFileSync(fixture('purchase-order-850'), 'latin1').replace('GREEN MUG', 'GR\u00dcN M\u03a9G');
  const file = folder.file('greek.edi', letters);

  it.each([['validate'], ['parse'], ['parse', '--ndjson']])('%s %s: warning, error or nothing', async (...command) => {
    expect((await runHere([...command, file])).code).toBe(0);
    expect((await runHere([...command, file])).out).toContain('warning');
    expect((await runHere([...command, file, '--charset', 'Extended'])).code).toBe(1);
    const none = await runHere([...command, file, '--charset', 'none']);
    expect(none.code).toBe(0);
    expect(none.out).not.toContain('warning');
    expect(await runHere([...command, file, '--charset', 'x'])).toMatchObject({ code: 2, out: '' });
  });

  it('names the characters of a value together', async () => {
    const { out } = await runHere(['validate', file, '--charset', 'ExtendedHipaa']);
    expect(out).toContain('PID05: U+00DC at 3, U+03A9 at 7. ');
    expect(out).toContain('2 errors in');
  });
});
