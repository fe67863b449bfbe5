import { mkdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const ORDER = fixture('purchase-order-850');
const text = readFileSync(ORDER, 'latin1');
const READING: readonly (readonly string[])[] = [
  ['parse'],
  ['parse', '--ndjson'],
  ['validate'],
  ['validate', '--ack', 'auto'],
  ['acknowledgments'],
  ['format'],
  ['inspect'],
  ['select', 'BEG03'],
];
const noise = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 7919 + (index >> 3)) % 256);

describe('input that is not X12', () => {
  const inputs: readonly (readonly [string, string | Uint8Array])[] = [
    ['empty', ''],
    ['noise', noise],
    ['json', '{"name":"CANARYVALUE"}'],
    ['text', 'CANARYVALUE, and nothing of an interchange'],
    ['gzip of noise', gzipSync(noise)],
    ['utf-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['isa-only', 'ISA*00*CANARYVALUE'],
  ];
  const cases = inputs.flatMap(([name, content]) => {
    const file = folder.file(name, content);
    return READING.map((command) => ({ name, file, command: command.join(' '), args: [...command, file] }));
  });

  it.each(cases)('$command refuses $name with 3 and one line', async ({ args }) => {
    const { code, out, err } = await runHere(args);
    expect([code, out]).toEqual([3, '']);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
    expect(err).not.toMatch(/CANARY|internal fault/);
  });
});

describe('files that cannot be read', () => {
  it.each(['parse', 'generate', 'validate', 'acknowledgments', 'format', 'inspect'])(
    '%s refuses a missing file with 2',
    async (name) => {
      expect(await runHere([name, folder.at('nowhere.edi')])).toMatchObject({
        code: 2,
        out: '',
        err: /* one line */ expect.stringMatching(/^ediloom: .*nowhere.edi does not exist\.\n$/),
      });
      expect(await runHere([name, `${ORDER}/below`])).toMatchObject({ code: 2, out: '' });
    },
  );
});

describe('a value that begins with a dash', () => {
  it('is told how it is written, in one line', async () => {
    for (const args of [
      ['validate', ORDER, '--limit', '-1'],
      ['parse', ORDER, '-g', '-x'],
    ]) {
      const { code, out, err } = await runHere(args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(
        /^ediloom: --(limit|guide) needs a value\. One that begins with - is written behind =, as in --\w+=-1\.\n$/,
      );
    }
  });
});

describe('a folder', () => {
  it.each([
    ['format', 'is a directory'],
    ['generate', 'is a directory'],
    ['parse', 'Use --ndjson for a set a line'],
  ])('is refused by %s, which reads one file', async (name, text) => {
    const { code, out, err } = await runHere([name, folder.path]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
  });
});

describe('a folder that parse cannot make one JSON text of', () => {
  const told = async (name: string): Promise<string> => (await runHere(['parse', folder.at(name)])).err;

  it('holds no file, one, or several: each is said', async () => {
    mkdirSync(folder.at('box'));
    expect(await told('box')).toBe(`ediloom: ${folder.at('box')} is a directory without files.\n`);
    folder.file('box/a.edi', text);
    expect(await told('box')).toBe(`ediloom: ${folder.at('box')} is a directory. Name the file in it.\n`);
    folder.file('box/b.edi', text);
    expect(await told('box')).toContain('Several files do not fit one JSON text');
  });
});

describe('an option of one value', () => {
  it.each([
    [['parse', ORDER, '-o', 'a', '-o', 'b'], 'output'],
    [['validate', ORDER, '--limit', '3', '--limit=3'], 'limit'],
    [['generate', 'x.json', '-g', '850', '--guide', '855'], 'guide'],
  ])('%j is refused when it is given twice', async (args, name) => {
    expect(await runHere(args)).toMatchObject({
      code: 2,
      out: '',
      err: `ediloom: --${name} takes one value, and is given more than once. Give it once.\n`,
    });
  });

  it('is no switch, and no list: these may be repeated', async () => {
    expect((await runHere(['parse', '-c', '-c', ORDER])).code).toBe(0);
    const statements = ['--set', 'BEG/03 max 10', '--set', 'DTM repeat 2'];
    const made = await runHere(['guides', 'init', folder.at('mill.json'), '--base', '850-004010', ...statements]);
    expect(made.code).toBe(0);
  });
});

describe('wrong usage', () => {
  it.each([
    [['nonsense']],
    [['help', 'nonsense']],
    [['parse']],
    [['parse', ORDER, ORDER]],
    [['parse', ORDER, '--nonsense']],
    [['parse', ORDER, '--guide']],
    [['parse', ORDER, '--guide', 'nonsense']],
    [['validate', ORDER, '--snip', '9']],
    [['validate', ORDER, '--limit', '0']],
    [['select', 'BEG03']],
    [['example']],
    [['example', 'nonsense']],
    [['guides', 'nonsense']],
  ])('%j ends with 2 and one line', async (args) => {
    const { code, out, err } = await runHere(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
    expect(err).not.toContain('internal fault');
  });
});

describe('a misspelt word', () => {
  it.each([
    [['valdate'], 'There is no command "valdate". Did you mean "validate"? See: ediloom --help'],
    [['help', 'pares'], 'There is no command "pares". Did you mean "parse"? See: ediloom --help'],
    [['xyzzy'], 'There is no command "xyzzy". See: ediloom --help'],
    [['parse', '--chraset', 'x'], "Unknown option '--chraset'. Did you mean --charset? See: ediloom parse --help"],
    [['parse', '--xyzzy'], "Unknown option '--xyzzy'. See: ediloom parse --help"],
    [['guides', '--html'], '--html shows one guide: ediloom guides ID --html'],
    [['guides', '--types'], '--types shows one guide: ediloom guides ID --types'],
    [['guides', 'diff', '850', '855', '--markdown'], '--markdown shows one guide: ediloom guides ID --markdown'],
    [['parse', ORDER, '-l', 'PO'], 'No guide that was asked has a loop PO. Did you mean PO1?'],
    [
      ['guides', 'check', '850-004010'],
      'check takes a file, and 850-004010 is no file but a guide of the package, which is sound. To see it: ediloom guides 850-004010',
    ],
    [['select', ORDER, 'BEG03'], 'The path comes first, then files: ediloom select BEG03 FILE'],
    [['generate', 'x.json', '-f'], "Unknown option '-f'. See: ediloom generate --help"],
    [['parse', '-x'], "Unknown option '-x'. See: ediloom parse --help"],
    [['guides', '850-00401O'], 'There is no guide 850-00401O. Did you mean 850-004010? See: ediloom guides'],
    [['parse', ORDER, '-g', '837p'], 'There is no guide 837p. Did you mean 837P-005010X222A1? See: ediloom guides'],
    [['guides', 'xyzzyxyzzy'], 'There is no guide xyzzyxyzzy. See: ediloom guides'],
    [
      ['parse', ORDER, '--charset', 'extendet'],
      '--charset takes one of Basic, Extended, ExtendedHipaa, none. Did you mean Extended?',
    ],
  ])('%j is told, with the word that was meant', async (args, text) => {
    expect(await runHere(args)).toMatchObject({ code: 2, out: '', err: `ediloom: ${text}\n` });
  });
});

describe('help', () => {
  it('lists the commands; each explains all its options', async () => {
    const overview = await runHere(['--help']);
    expect(overview.code).toBe(0);
    for (const command of COMMANDS) {
      expect(overview.out).toContain(`ediloom ${command.name} `);
      const help = await runHere([command.name, '--help']);
      expect(help).toMatchObject({ code: 0, err: '' });
      for (const option of Object.keys(command.options)) expect(help.out).toContain(`--${option}`);
      expect((await runHere(['help', command.name])).out).toBe(help.out);
    }
  });

  it('prints the version', async () => {
    expect((await runHere(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
