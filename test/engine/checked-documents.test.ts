import { describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/engine/document.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';

const guide = await loadGuide('850-004010');
const engine = createEngine({ guides: [guide], clock: () => Date.UTC(2026, 0, 31) });
const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
const data = {};

const around = (own: object, set: object = { guide: '850-004010', data }) => ({
  interchanges: [{ header, ...own, groups: [{ transactions: [set] }] }],
});

/** As JSON from a file, which no compiler has seen. */
const write = (document: unknown) => () => engine.generate(document as DocumentInput, { findings: 'report' });

describe('a document whose members are slips', () => {
  it.each([
    ['newLine', around({ newLine: '\n' }), '/interchanges/0 has no newLine. Did you mean newline?'],
    ['heder', { interchanges: [{ heder: header, header }] }, '/interchanges/0 has no heder. Did you mean header?'],
    [
      'interchange',
      { interchange: [], interchanges: [] },
      'The document has no interchange. Did you mean interchanges?',
    ],
    [
      'heder',
      { interchanges: [{ header, groups: [{ heder: {}, transactions: [] }] }] },
      '/interchanges/0/groups/0 has no heder. Did you mean header?',
    ],
    ['dat', around({}, { guide: '850-004010', dat: data }), 'transactions/0 has no dat. Did you mean data?'],
  ])('is refused with what was meant: %s', (name, document, message) => {
    expect(write(document)).toThrow(
      expect.objectContaining({
        code: 'X12_DOCUMENT_INVALID',
        message: expect.stringContaining(message),
        details: expect.objectContaining({ name }),
      }),
    );
  });

  it.each<[unknown, RegExp]>([
    ['ISA*00~', /document of the call must be an object\./],
    [new Uint8Array(3), /The document has no 0\./],
    [Promise.resolve({ interchanges: [] }), /document of the call is a promise\. Await it\./],
    [undefined, /document of the call must be an object\./],
    [[], /document of the call must be an object\./],
  ])('is refused where it is none, with what to give: %#', (document, message) => {
    expect(write(document)).toThrow(expect.objectContaining({ code: 'X12_DOCUMENT_INVALID' }));
    expect(write(document)).toThrow(message);
  });

  it.each<[object, RegExp]>([
    [around({}, { guide: '850-004010' }), /needs an object at \/interchanges\/0\/groups\/0\/transactions\/0\/data/],
    [around({ newline: 'lf' }), /newline of an interchange must be '', '\\n', '\\r\\n' or '\\r'/],
    [around({ delimiters: { element: '|' } }), /delimiters.component is missing/],
    [around({ delimiters: '*:~' }), /delimiters of an interchange must be an object/],
    [around({ delimiters: { element: '*', component: ':', segment: '~', repetiton: '^' } }), /Did you mean repetition/],
  ])('is refused by what is missing or cannot be: %j', (document, message) => {
    expect(write(document)).toThrow(expect.objectContaining({ code: 'X12_DOCUMENT_INVALID' }));
    expect(write(document)).toThrow(message);
  });

  it.each<[object, string]>([
    [around({ other: ['ISB*x'] }), '/interchanges/0/other/0'],
    [around({ other: [{ segment: 5 }] }), '/interchanges/0/other/0'],
    [around({ acknowledgments: [null] }), '/interchanges/0/acknowledgments/0'],
    ...[
      ['ZZ*1'],
      [null],
      [{ segment: 'ZZ*1' }],
      [{ segment: 'ZZ*1', after: 0 }],
      [{ segment: 5, after: 2 }],
      'ZZ*1',
    ].map((unplaced): [object, string] => [
      around({}, { guide: '850-004010', data, unplaced }),
      `/interchanges/0/groups/0/transactions/0/unplaced${Array.isArray(unplaced) ? '/0' : ''}`,
    ]),
  ])('is refused for what cannot be put back: %j', (document, pointer) => {
    const refused = { code: 'X12_DOCUMENT_INVALID', details: expect.objectContaining({ pointer }) };
    expect(write(document)).toThrow(expect.objectContaining(refused));
  });

  it('may hold all that reading adds', async () => {
    const { bytes } = write(around({}))();
    const read = await engine.parse(bytes);
    expect(engine.generate(read, { findings: 'report' }).bytes).toEqual(bytes);
  });

  it.each([
    ['date', '01/31/2026', /ISA09 .* Write the date of the header as CCYY-MM-DD, such as 2026-01-31/],
    ['time', '1:05 pm', /ISA10 .* Write the time of the header as HH:MM, such as 13:05/],
  ])('has a %s as JSON has it', (name, value, message) => {
    expect(write({ interchanges: [{ header: { ...header, [name]: value } }] })).toThrow(message);
  });

  it('names a guide that is near, and how another is passed', () => {
    expect(write(around({}, { guide: '850-00410', data }))).toThrow(/no guide 850-00410\. Did you mean 850-004010\?/);
    expect(write(around({}, { guide: '277CA-005010X214', data }))).toThrow(
      "Pass it in the option guides: import { guide } from 'ediloom/guides/277CA-005010X214'.",
    );
    expect(write(around({}, { guide, data }))).toThrow(/Give its id: guide\.x12\.id/);
  });
});

describe('items of a stream', () => {
  const wrongSet = [
    { kind: 'interchange', header },
    { kind: 'group' },
    { kind: 'transaction', guide: '850-004010', data },
  ] as const;

  async function written(items: unknown, options: object = {}): Promise<number> {
    let length = 0;
    for await (const chunk of engine.generateStream(items as [], options)) length += chunk.length;
    return length;
  }

  it.each<[unknown, string]>([
    [null, 'X12_OPTION_INVALID'],
    [[null], 'X12_DOCUMENT_INVALID'],
    [[{ kind: 'transacton' }], 'X12_DOCUMENT_INVALID'],
    [[{ kind: 'interchange', heder: header, header }], 'X12_DOCUMENT_INVALID'],
    [[wrongSet[0], wrongSet[1], { kind: 'transaction', guide: '850-004010' }], 'X12_DOCUMENT_INVALID'],
  ])('are refused where they are none: %j', async (items, code) => {
    await expect(written(items)).rejects.toMatchObject({ name: 'X12Error', code });
  });

  it('with errors are not written because somebody listens, but where they are to be reported', async () => {
    const heard: string[] = [];
    const onFinding = ({ reason }: { reason: string }) => heard.push(reason);
    await expect(written(wrongSet, { onFinding })).rejects.toMatchObject({ code: 'X12_DATA_INVALID' });
    expect(heard.length).toBeGreaterThan(0);
    const { length } = heard;
    expect(await written(wrongSet, { onFinding, findings: 'report' })).toBeGreaterThan(100);
    expect(heard).toHaveLength(2 * length);
  });

  it('are refused for what only their end shows', async () => {
    const empty = [{ kind: 'interchange', header }];
    await expect(written(empty)).rejects.toMatchObject({ code: 'X12_DATA_INVALID' });
  });
});
