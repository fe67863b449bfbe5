import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const DATA = new URL('../../fixtures/demo/850-purchase-order.json', import.meta.url).pathname;
const FLAGS = ['--guide', '850', '--sender', 'ZZ:BUYER', '--receiver', '01:SELLER', '--usage', 'T'];
const order = JSON.parse(readFileSync(DATA, 'utf8'));
const broken = structuredClone(order);
broken.detail.baseline_item_data_PO1_loop[0].baseline_item_data_PO1.unit_price_04 = 'CANARYVALUE';
const brokenFile = folder.file('broken.json', broken);

describe('generate from guide JSON', () => {
  it('writes the envelope that the flags give', async () => {
    const { code, out, err } = await runHere(['generate', DATA, ...FLAGS, '--newline', 'lf']);
    expect([code, err]).toEqual([0, '']);
    const [isa = '', gs, st] = out.split('\n');
    expect(isa).toMatch(
      /^ISA\*00\* {10}\*00\* {10}\*ZZ\*BUYER {10}\*01\*SELLER {9}\*\d{6}\*\d{4}\*U\*00401\*\d{9}\*0\*T\*>~$/,
    );
    expect(gs).toMatch(/^GS\*PO\*BUYER\*SELLER\*\d{8}\*\d{4,8}\*\d+\*X\*004010~$/);
    expect(st).toBe('ST*850*0001~');
  });

  it('takes an array of sets, and sets that name their guide', async () => {
    const sets = folder.file('sets.json', [order, { guide: '850-004010', data: order }]);
    const { out } = await runHere(['generate', sets, ...FLAGS]);
    expect(out.match(/~ST\*850\*/g)).toHaveLength(2);
  });

  it('uses the delimiters and line breaks asked for', async () => {
    const { out } = await runHere(['generate', DATA, ...FLAGS, '--delimiters', '|:^!', '--newline', 'crlf']);
    expect(out).toContain('!\r\nBEG|00|SA|PO-20417||20260401!\r\n');
    expect((await runHere(['generate', DATA, ...FLAGS, '--newline', 'none'])).out).not.toContain('\n');
  });

  it('refuses delimiters that occur in the data, unless it may choose', async () => {
    const data = structuredClone(order);
    data.heading.name_N1_loop[0].name_N1.name_02 = 'CANARY*VALUE';
    const file = folder.file('star.json', data);
    const refused = await runHere(['generate', file, ...FLAGS]);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/name_N1\/name_02/);
    expect(refused.err).not.toContain('CANARY');
    const chosen = await runHere(['generate', file, ...FLAGS, '--delimiters', 'choose']);
    expect(chosen.code).toBe(0);
    expect(chosen.out).toContain('CANARY*VALUE');
  });

  it.each([
    ['no guide', ['--sender', 'ZZ:A', '--receiver', 'ZZ:B'], /--guide/],
    ['no receiver', ['--guide', '850', '--sender', 'ZZ:A'], /--receiver/],
    ['a malformed sender', ['--guide', '850', '--sender', 'BUYER', '--receiver', 'ZZ:B'], /--sender takes/],
    ['a wrong usage', [...FLAGS.slice(0, -1), 'X'], /--usage takes/],
    ['three delimiters', [...FLAGS, '--delimiters', '*>~'], /--delimiters takes/],
    ['delimiters alike', [...FLAGS, '--delimiters', '**^~'], /[Dd]elimiters/],
    ['a wrong line break', [...FLAGS, '--newline', 'cr'], /--newline takes/],
    ['an unknown guide', ['--guide', '999999'], /no guide 999999/],
  ])('refuses %s', async (_, args, words) => {
    const { code, out, err } = await runHere(['generate', DATA, ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(words);
    expect(err.trimEnd()).not.toContain('\n');
  });
});

describe('generate from a document', () => {
  const document = {
    interchanges: [
      {
        header: { senderQualifier: 'ZZ', senderId: 'OWN', receiverQualifier: 'ZZ', receiverId: 'OTHER' },
        groups: [{ transactions: [{ data: order }] }],
      },
    ],
  };

  it('fills in only what the document leaves open', async () => {
    const { code, out } = await runHere(['generate', folder.file('document.json', document), ...FLAGS]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ISA.*\*ZZ\*OWN {12}\*ZZ\*OTHER {10}\*.*\*T\*>~/);
  });

  it('is told what is missing', async () => {
    const { code, out, err } = await runHere(['generate', folder.file('document.json', document)]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('guide');
  });

  it.each([
    ['no JSON', 'CANARYVALUE {'],
    ['a number', '5'],
    ['an interchange that is none', '{"interchanges":[null]}'],
    ['groups that are none', '{"interchanges":[{"header":{},"groups":5}]}'],
  ])('refuses %s in one line', async (_, text) => {
    const { code, out, err } = await runHere(['generate', folder.file('bad.json', text), '--guide', '850']);
    expect([code, out]).toEqual([3, '']);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
    expect(err).not.toMatch(/CANARY|internal fault/);
  });
});

describe('generate with flags that fill gaps', () => {
  const header = { senderQualifier: 'ZZ', senderId: 'OWN', receiverQualifier: 'ZZ', receiverId: 'OTHER' };
  const whole = { ...header, usageIndicatorCode: 'P', date: '2026-01-31', time: '12:30' };
  const sets = [{ guide: '850-004010', data: order }];
  const groups = [{ header: { date: '2026-01-31', time: '12:30' }, transactions: sets }];
  const document = folder.file('whole.json', { interchanges: [{ header: whole, groups }] });
  const OTHERS = [
    ...['--sender', 'ZZ:CANARY', '--receiver', 'ZZ:CANARY', '--usage', 'T', '--guide', '856-004010'],
    ...['--time-zone', 'America/Chicago', '--group-time', 'HHMMSS'],
  ];
  const TOLD = [
    ['sender', 'its own ISA05 or ISA06'],
    ['receiver', 'its own ISA07 or ISA08'],
    ['usage', 'its own ISA15'],
    ['guide', 'a guide of its own in each set'],
    ['time-zone', 'its own dates and times'],
    ['group-time', 'its own GS05'],
  ]
    .map(([flag, own]) => `--${flag} was not used: the input has ${own}. To use it, take that out of the input.\n`)
    .join('');

  it('names those that found none, of a document and of lines', async () => {
    const plain = await runHere(['generate', document]);
    expect(plain).toMatchObject({ code: 0, err: '' });
    const { code, out, err } = await runHere(['generate', document, ...OTHERS]);
    expect([code, out, err]).toEqual([0, plain.out, TOLD]);
    const parsed = await runHere(['parse', '--ndjson', folder.file('whole.edi', plain.out)]);
    const lines = await runHere(['generate', folder.file('whole.ndjson', parsed.out), ...OTHERS]);
    expect([lines.code, lines.out, lines.err]).toEqual([0, plain.out, TOLD]);
  });

  it('says nothing where they filled one, or say what the input has', async () => {
    const filled = folder.file('gaps.json', {
      interchanges: [{ header, groups: [{ transactions: [{ data: order }] }] }],
    });
    const flags = ['--sender', 'ZZ:OWN', '--receiver', 'ZZ:OTHER', '--usage', 'T', '--guide', '850'];
    const { code, err } = await runHere([
      ...['generate', filled, ...flags, '--time-zone', 'America/Chicago', '--group-time', 'HHMMSS'],
    ]);
    expect([code, err]).toEqual([0, '']);
  });

  it('says of X12 that it is written already', async () => {
    const { out } = await runHere(['generate', document]);
    expect(await runHere(['generate', folder.file('written.edi', out)])).toMatchObject({
      code: 3,
      out: '',
      err: 'ediloom: The file is X12 already. To read it to JSON: ediloom parse FILE\n',
    });
  });
});

describe('generate of invalid data', () => {
  it('writes nothing, tells the findings and no value', async () => {
    const { code, out, err } = await runHere(['generate', brokenFile, ...FLAGS, '-o', folder.at('never.edi')]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('/baseline_item_data_PO1/unit_price_04');
    expect(err).toContain('Nothing was written');
    expect(err).not.toContain('CANARY');
    expect(folder.names.filter((name) => name.startsWith('never'))).toEqual([]);
  });

  it('says what the ISA cannot hold, forced or not', async () => {
    const header = { senderQualifier: 'ZZ', senderId: 'CANARY CHARACTERS', receiverQualifier: 'ZZ', receiverId: 'B' };
    const groups = [{ transactions: [{ guide: '850-004010', data: order }] }];
    const file = folder.file('wide.json', { interchanges: [{ header, groups }] });
    for (const force of [[], ['--despite-findings']]) {
      const { code, out, err } = await runHere(['generate', file, ...force]);
      expect([code, out]).toEqual([1, '']);
      expect(err).toBe('ediloom: ISA06 is longer than its fixed width of 15 bytes. Shorten it.\n');
    }
  });

  it('writes all the same with --despite-findings', async () => {
    const { code, out, err } = await runHere(['generate', brokenFile, ...FLAGS, '--despite-findings']);
    expect(code).toBe(1);
    expect(out).toContain('CANARYVALUE');
    expect(err).toContain('/baseline_item_data_PO1/unit_price_04');
  });
});

describe('generate --output', () => {
  it('writes a new file, whole', async () => {
    expect(await runHere(['generate', DATA, ...FLAGS, '-o', folder.at('new.edi')])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(folder.at('new.edi'), 'utf8')).toMatch(/^ISA.*IEA\*1\*\d{9}~\s*$/s);
  });

  it('never replaces a file and leaves nothing behind', async () => {
    const file = folder.file('there.edi', 'keep me');
    const { code, err } = await runHere(['generate', DATA, ...FLAGS, '-o', file]);
    expect(code).toBe(2);
    expect(err).toContain('exists already');
    expect(readFileSync(file, 'utf8')).toBe('keep me');
    expect((await runHere(['generate', DATA, ...FLAGS, '-o', folder.at('none/x.edi')])).code).toBe(2);
    expect(folder.names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('generate from lines', () => {
  const fixture = (name: string): string => new URL(`../../fixtures/${name}/input.edi`, import.meta.url).pathname;
  const linesOf = async (file: string): Promise<string[]> =>
    (await runHere(['parse', '--ndjson', file])).out.trimEnd().split('\n');
  const PATH = fixture('claim-837p');

  it.each([
    'claim-837p',
    'eligibility-inquiry-270',
    'control-segments',
    'ta1-only',
    'mixed-interchanges',
    'binary-275',
  ])('gives back %s, byte for byte', async (name) => {
    const file = folder.file(`${name}.ndjson`, `${(await linesOf(fixture(name))).join('\r\n')}\n\n`);
    const { code, bytes } = await runHere(['generate', file]);
    expect(code).toBe(0);
    expect(Buffer.from(bytes).equals(readFileSync(fixture(name)))).toBe(true);
    const again = await runHere(['generate', file, '--output', folder.at(`${name}.edi`)]);
    expect([again.code, again.out]).toEqual([0, '']);
    expect(readFileSync(folder.at(`${name}.edi`)).equals(readFileSync(fixture(name)))).toBe(true);
  });

  it('fills in from the flags what lines leave open', async () => {
    const lines = [
      '{"kind":"interchange","header":{}}',
      '{"kind":"group"}',
      JSON.stringify({ kind: 'transaction', data: order }),
    ];
    const { code, out } = await runHere(['generate', folder.file('open.ndjson', lines.join('\n')), ...FLAGS]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ISA.*\*ZZ\*BUYER {10}\*01\*SELLER .*GS\*PO\*.*~ST\*850\*.*IEA\*1\*000000001~$/s);
  });

  it.each([
    ['no JSON', '{"kind":"transaction","data":CANARYVALUE}', /Line 3 is not JSON/],
    ['no line of parse', '{"kind":"canary"}', /Line 3 is no line of/],
    ['a kind that every object has', '{"kind":"constructor"}', /Line 3 is no line of/],
    ['a loop', '{"kind":"loop","data":{}}', /Line 3 is a loop.*without --loop/],
    ['a group of another form', '{"kind":"group","header":null}', /Line 3 lacks a part of the kind "group"/],
    ['a guide that is unknown', '{"kind":"transaction","guide":"999999","data":{}}', /Line 3: /],
  ])('refuses %s with the number of its line', async (_, bad, words) => {
    const [interchange, group] = await linesOf(PATH);
    const file = folder.file('bad.ndjson', [interchange, group, bad].join('\n'));
    const { code, err } = await runHere(['generate', file, '-o', folder.at('bad-lines.edi')]);
    expect(code).toBeGreaterThan(1);
    expect(err).toMatch(words);
    expect(err).toMatch(/^ediloom: [^\n]+\n$/);
    expect(err).not.toMatch(/CANARY|internal fault/);
    expect(folder.names.filter((name) => name.startsWith('bad-lines'))).toEqual([]);
  });

  it('stops in front of a set with an error, unless forced', async () => {
    const [interchange = '', group = '', first = '', second = ''] = await linesOf(PATH);
    const wrong = second.replace('"A-1002"', '"CANARY\u00b7VALUE THAT IS MUCH TOO LONG FOR ITS ELEMENT"');
    expect(wrong).not.toBe(second);
    const file = folder.file('wrong.ndjson', [interchange, group, first, wrong].join('\n'));
    const { code, out, err } = await runHere(['generate', file]);
    expect(code).toBe(1);
    expect(out).toContain('A-1001');
    expect(out).not.toContain('ST*837*0002');
    expect(err).toMatch(/set 2, .*patient_control_number_01[\s\S]*Line 4 was not written/);
    expect(err).not.toContain('CANARY');
    const forced = await runHere(['generate', file, '--despite-findings']);
    expect(forced.code).toBe(1);
    expect(forced.out).toMatch(/ST\*837\*0002.*IEA\*1\*/s);
  });

  it('cannot choose delimiters of what it has not seen', async () => {
    const file = folder.file('choose.ndjson', (await linesOf(PATH)).join('\n'));
    expect(await runHere(['generate', file, '-d', 'choose'])).toMatchObject({ code: 2, out: '' });
    expect(openFiles()).not.toContain(file);
  });
});

/** Paths that this process has open, where the system tells. */
function openFiles(): readonly (string | undefined)[] {
  const folder = '/proc/self/fd';
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(join(folder, fd));
    } catch {
      // The one by which the folder was read.
      return undefined;
    }
  });
}
