import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listGuides } from '../../src/guides/catalogue.js';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const README = readFileSync(new URL('../../guides/README.md', import.meta.url), 'utf8');
const [, HARBOR = ''] = /## Narrow a guide[\s\S]*?```json\n([\s\S]*?)```/.exec(README) ?? [];
const harbor = folder.file('harbor.json', HARBOR);
const DIFFERENCES = [
  ['narrowed', 'heading/BEG/BEG02', 'Purchase Order Type Code: only SA, RL'],
  ['narrowed', 'heading/BEG/BEG03', 'Purchase Order Number: characters at most: 10, was 22'],
  ['removed', 'heading/BEG/BEG06', 'Contract Number: not used'],
  ['narrowed', 'heading/DTM', 'times at most: 2, was 10'],
  ['narrowed', 'detail/PO1/PO1', '07 or 09 must be present. (buyer-item)'],
];

describe('the overlay of guides/README.md', () => {
  it('generates from its own example', async () => {
    const { out } = await runHere(['example', harbor]);
    const written = await runHere(['generate', folder.file('example.json', out), '-g', harbor]);
    expect(written).toMatchObject({ code: 0, err: '' });
    const read = await runHere(['validate', folder.file('example.edi', written.out), '-g', harbor]);
    expect(read).toMatchObject({ code: 0, out: expect.stringContaining('No findings') });
  });

  it('differs from its base in what it says', async () => {
    const { code, out } = await runHere(['guides', 'diff', '850', harbor, '--json']);
    expect(code).toBe(1);
    const { before, after, differences } = JSON.parse(out);
    expect([before, after]).toEqual(['850-004010', '850-004010+north-harbor']);
    expect(differences.map((one: Record<string, string>) => [one.kind, one.place, one.text])).toEqual(DIFFERENCES);
    const text = (await runHere(['guides', 'diff', '850', harbor])).out;
    expect(text).toMatch(/\n1 removed, 4 narrowed: 850-004010\+north-harbor beside 850-004010\.\n$/);
    const back = JSON.parse((await runHere(['guides', 'diff', harbor, '850', '--json'])).out).differences;
    expect(back.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'added',
      'widened',
      'widened',
      'widened',
      'widened',
    ]);
    expect(await runHere(['guides', 'diff', '850', '850'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^No differences/),
    });
  });
});

describe('guides init', () => {
  it('builds by paths what narrows as the overlay of the README does', async () => {
    const file = folder.at('north-harbor.json');
    const set = ['BEG/02 codes SA,RL', 'BEG/03 max 10', 'BEG/06 unused', 'heading/DTM repeat 2'].flatMap((one) => [
      '--set',
      one,
    ]);
    const made = await runHere(['guides', 'init', file, '--base', '850', ...set]);
    expect(made).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...JSON.parse(HARBOR),
      confidence: undefined,
      rules: undefined,
    });
    expect((await runHere(['guides', 'check', file])).out).toBe('The overlay is sound.\n');
    expect((await runHere(['guides', 'init', file, '--base', '850', ...set])).err).toContain('exists already');
  });

  it('reaches shared loops, variants and components', async () => {
    const file = folder.at('claims.json');
    const set = [
      '2300/CLM/05-1 codes 11,12',
      '2400/SV1/04 max 2',
      '2300/REF[01=G1] required',
      '2010AA/N3/01 pattern ^[0-9]',
    ];
    const made = await runHere([
      'guides',
      'init',
      file,
      '--base',
      '837P',
      '--name',
      'lake',
      ...set.flatMap((one) => ['-s', one]),
    ]);
    expect(made.err).not.toContain('ediloom:');
    expect(made.code).toBe(0);
    const { differences } = JSON.parse((await runHere(['guides', 'diff', '837P', file, '--json'])).out);
    const places = differences.map(
      ({ place, kind }: Record<string, string>) => `${kind} ${place?.split('/').slice(-2).join('/')}`,
    );
    expect([...new Set(places)].sort()).toEqual(['narrowed 2300/REF', 'narrowed CLM/CLM05-1', 'narrowed SV1/SV104']);
  });

  it.each([
    ['BEG/03 max 100', 'The base has max 22: it may only fall.'],
    ['BEG/02 codes SA,QQQ', 'The base does not allow QQQ.'],
    ['ST unused', 'The base requires this; an overlay cannot take it out.'],
    ['BEG/03 mx 10', 'Did you mean max?'],
    ['BEG/03 max ten', 'is not of the form: PATH max 10'],
    ['BEG max 10', 'and BEG is a segment'],
    ['BEG repeat 2', 'is about what occurs once at most anyway'],
    ['XYZ/03 max 10', 'names no place of the guide'],
    ['PER[03=TE] required', 'names no place of the guide'],
    ['BEG[2]/03 max 10', 'Of filters a guide knows'],
    ['BEG/0 max', 'The element path is wrong'],
  ])('refuses %s, and writes nothing', async (statement, text) => {
    const file = folder.at('refused.json');
    const { code, out, err } = await runHere(['guides', 'init', file, '--base', '850-004010', '--set', statement]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(folder.names).not.toContain('refused.json');
  });

  it.each([
    [['CUR/01 max 2', 'CUR unused']],
    [['CUR unused', 'CUR/01 max 2']],
    [['BEG/02 codes SA,RL', 'BEG/02 codes SA']],
  ])('refuses %s, of which one would be lost', async (statements) => {
    const set = statements.flatMap((one) => ['--set', one]);
    const file = folder.at('refused.json');
    const { code, err } = await runHere(['guides', 'init', file, '--base', '850-004010', ...set]);
    expect(code).toBe(2);
    expect(err).toContain(`"${statements[1]}" says of a place what another statement says otherwise`);
  });
});

describe('guides as documents', () => {
  it('tell of an overlay what differs, its codes by name, its rules and an example', async () => {
    const markdown = (await runHere(['guides', harbor, '--markdown'])).out;
    expect(markdown).toContain('## What differs from 850-004010\n');
    for (const [kind, place] of DIFFERENCES) expect(markdown).toContain(`| ${place} | ${kind} | `);
    expect(markdown).toContain('| BEG03 | Purchase Order Number | required | AN 1 to 10 |');
    expect(markdown).toContain('BEG*00*');
    const html = (await runHere(['guides', '270', '--html'])).out;
    expect(html.includes('<li><b>13</b> Request</li>')).toBe(true);
    expect(html).toContain('Loop 2110C');
    expect(html).toContain('ISA*00*');
  });

  it('are pages of their own, without scripts, whatever a guide says', async () => {
    const hostile = JSON.parse(HARBOR);
    hostile.patch.title = '<script>alert(1)</script> | `x` [a](javascript:b)';
    const file = folder.file('hostile.json', hostile);
    const target = folder.at('hostile.html');
    expect(await runHere(['guides', file, '--html', '-o', target])).toMatchObject({ code: 0, out: '', err: '' });
    const html = readFileSync(target, 'utf8');
    expect(html).not.toMatch(/<script|src=|href="[^#]|<link|url\(/);
    expect(html).toContain('<h1>&lt;script&gt;alert(1)&lt;/script&gt;');
    const links = [...html.matchAll(/href="#(p\d+)"/g)].map(([, id]) => id);
    expect(links).toEqual([...html.matchAll(/ id="(p\d+)"/g)].map(([, id]) => id));
    const markdown = (await runHere(['guides', file, '--markdown'])).out;
    expect(markdown.split('\n')[0]).toBe('# \\<script\\>alert(1)\\</script\\> \\| \\`x\\` \\[a\\](javascript:b)');
    expect(await runHere(['guides', file, '--html', '--json'])).toMatchObject({ code: 2, out: '' });
  });

  it('are there of every guide', async () => {
    for (const { id } of await listGuides()) {
      const { code, out } = await runHere(['guides', id, '--html']);
      expect(code, id).toBe(0);
      expect(out, id).not.toMatch(/undefined|NaN|Infinity/);
      expect(out.length, id).toBeLessThan(3_000_000);
    }
  });

  it('go to files, as types do', async () => {
    const file = folder.at('types.ts');
    expect(await runHere(['guides', '850', '--types', '-o', file])).toMatchObject({ code: 0, out: '', err: '' });
    expect(readFileSync(file, 'utf8')).toBe((await runHere(['guides', '850', '--types'])).out);
  });
});
