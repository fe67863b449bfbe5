import { beforeAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../../../inspector/worker/inspection.js';
import { readJson } from '../../../inspector/worker/read-json.js';
import { inquiry } from '../support/made-files.js';
import { openedInspection, repositoryShelf } from '../support/opened.js';

const FILE = inquiry([
  'HL*1**20*1',
  'NM1*PR*2*PLAN*****PI*12345',
  'HL*2*1*21*1',
  'NM1*1P*2*CLINIC*****XX*1555001019',
  'HL*3*2*22*0',
  'TRN*1*TRACE*9877281234',
  'NM1*IL*1*SMITH*JANE****MI*A1',
  'DMG*D8*19800115*F',
  'EQ*30',
]);

describe('JSON of which something would be missing in the X12', () => {
  let inspection: Inspection;
  let json: string;
  beforeAll(async () => {
    inspection = await openedInspection(new TextEncoder().encode(FILE), repositoryShelf());
    json = new TextDecoder().decode((await inspection.editing.json(3))?.bytes);
  });

  const write = async (text: string) => {
    const { set = -1, revision = -1 } = (await inspection.editing.json(3)) ?? {};
    const { trouble } = await inspection.editing.writeJson({ set, revision, text });
    return { trouble, file: new TextDecoder().decode(inspection.reading.bytes) };
  };
  const unknownKeys = Object.fromEntries(Array.from({ length: 101_000 }, (_, i) => [`k${i}`, 1]));

  it.each([
    ['an element separator', (text: string) => text.replace('"SMITH"', '"SMITH*JONES"'), 'contains a delimiter'],
    ['all delimiters', (text: string) => text.replace('"SMITH"', '"A~B*C:D^E"'), 'contains a delimiter'],
    ['segments inside of a value', (text: string) => text.replace('"SMITH"', '"~SE*1*1~ISA*"'), 'contains a delimiter'],
    ['delimiters in a date', (text: string) => text.replace('"2026-03-01"', '"1980*01~15"'), ''],
    ['half a character', (text: string) => text.replace('"SMITH"', '"SM\\ud800ITH"'), ''],
    ['half a character in a date', (text: string) => text.replace('"2026-03-01"', '"198\\udc00"'), ''],
    ['a key that the guide does not know', (text: string) => text.replace('"heading"', '"headin"'), 'headin'],
    ['the same key twice', (text: string) => text.replace('"heading"', '"heading": {}, "heading"'), 'twice'],
    ['an object for a value', (text: string) => text.replace('"SMITH"', '{ "a": [] }'), ''],
    ['a number that no number can be', (text: string) => text.replace('"SMITH"', '1e999'), 'number'],
    ['a number of too many digits', (text: string) => text.replace('"A1"', '12345678901234567890'), 'number'],
    [
      'another count in SE',
      (text: string) => text.replace(/("transaction_segment_count_01": )12/, '$113'),
      'changes nothing',
    ],
    ['null for a value', (text: string) => text.replace('"SMITH"', 'null'), ''],
    ['a list for a value', (text: string) => text.replace('"SMITH"', '["SMITH", "~"]'), ''],
    ['null', () => 'null', ''],
    ['a list', () => '[]', ''],
    ['a text', () => '"x"', ''],
    ['a number', () => '1e3', ''],
    ['very many unknown keys', () => JSON.stringify(unknownKeys), 'k0'],
  ])('is refused, and the file stays as it was: %s', async (_, spoil, said) => {
    expect(spoil(json)).not.toBe(json);
    const { trouble, file } = await write(spoil(json));
    expect(trouble?.text).toContain(said);
    expect(trouble?.text).toMatch(/[.?]$| At \/\S*$/);
    expect(trouble?.text).not.toMatch(/interchange 1|JONES|limits|write with delimiters/);
    expect(file).toBe(FILE);
  });

  it.each([
    ['a text that is too long', (text: string) => text.replace('SMITH', 'S'.repeat(90)), 'S'.repeat(90)],
    ['a code that is not allowed', (text: string) => text.replace('"MI"', '"QQ"'), '*QQ*A1'],
    ['no date', (text: string) => text.replace('"2026-03-01"', '"next week"'), 'next week'],
    ['a value less', (text: string) => text.replace(/"[^"]*": "SMITH",\s*/, ''), 'NM1*IL*1**JANE'],
  ])('is written where all of it can be, whatever is wrong: %s', async (_, spoil, there) => {
    expect(spoil(json)).not.toBe(json);
    const { trouble, file } = await write(spoil(json));
    expect(trouble).toBeUndefined();
    expect(file).toContain(there);
    await inspection.editing.go('back');
    expect(new TextDecoder().decode(inspection.reading.bytes)).toBe(FILE);
  });
});

describe('JSON of a set that has no SE', () => {
  it('is written as a set, and brings no envelope with it', async () => {
    const cut = FILE.replace(/SE\*[^~]*~\n/, '');
    const inspection = await openedInspection(new TextEncoder().encode(cut), repositoryShelf());
    const { set = -1, revision = -1, bytes } = (await inspection.editing.json(3)) ?? {};
    const text = new TextDecoder().decode(bytes).replace('SMITH', 'JONES');
    const { trouble } = await inspection.editing.writeJson({ set, revision, text });
    const file = new TextDecoder().decode(inspection.reading.bytes);
    expect(trouble).toBeUndefined();
    expect(file.match(/ISA|GS\*|GE\*|IEA/g)).toEqual(['ISA', 'GS*', 'GE*', 'IEA']);
    expect(file).toContain('JONES');
  });
});

describe('readJson', () => {
  it('reads what JSON.parse reads', () => {
    const text =
      '{"a\\"b": [1, -0.5, 1.50, 0, -0, 1e3, 1E-7, 120], "c:": {"__proto__": {"a": ": 12345678901234567890"}}, "": []}';
    expect(readJson(text)).toEqual(JSON.parse(text));
    expect(readJson(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toBeDefined();
  });

  it.each(['{"a":1,"a":1}', '[{"a":{"b":1,"b":2}}]', '[12345678901234567890]', '[0.12345678901234567890]', '-1e999'])(
    'refuses %s, of which something would be lost',
    (text) => expect(() => readJson(text)).toThrow(/Give each key once|between quotes/),
  );

  it('leaves what is no JSON to be told as that', () => {
    for (const text of ['', '{', '{"a":}', 'nul', '01']) expect(() => readJson(text)).toThrow(SyntaxError);
  });
});
