import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DocumentInput, InterchangeInput, TransactionInput } from '../../src/engine/document.js';
import type { WriteItem } from '../../src/engine/document-items.js';
import { createMemoryControlNumbers } from '../../src/envelope/memory-control-numbers.js';
import { isX12Error, type X12Error } from '../../src/model/error.js';
import { fullEngine } from './guides.js';

const engine = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 30), timeZone: 'America/Chicago' });
const INQUIRY = readFileSync(new URL('../../fixtures/eligibility-inquiry-270/input.edi', import.meta.url), 'utf8');
const header = { senderQualifier: 'ZZ', senderId: 'CLINIC01', receiverQualifier: 'ZZ', receiverId: 'PAYER01' };

async function inquiry(): Promise<TransactionInput> {
  const set = (await engine.parse(INQUIRY)).interchanges[0]?.groups[0]?.transactions[0];
  if (set === undefined) throw new Error('the fixture has a set');
  return set;
}

/** The set without ST and SE, as somebody would write it. */
async function handmade(): Promise<TransactionInput> {
  const { guide, data } = structuredClone(await inquiry());
  const { heading } = data as { heading: Record<string, unknown> }; // guide JSON of the fixture
  delete heading.transaction_set_header_ST;
  return { guide, data };
}

function document(transactions: readonly TransactionInput[], more: Partial<InterchangeInput> = {}): DocumentInput {
  return { interchanges: [{ header, groups: [{ transactions }], ...more }] };
}

function text(input: DocumentInput): string {
  return new TextDecoder().decode(engine.generate(input).bytes);
}

function errorOf(run: () => unknown): X12Error {
  try {
    run();
  } catch (error) {
    if (isX12Error(error)) return error;
  }
  throw new Error('no X12Error was thrown');
}

describe('generate', () => {
  it('fills in everything but the ids: numbers from 1, the clock, the guide', async () => {
    const set = await handmade();
    const lines = text(document([set, set], { newline: '\n' })).split('\n');
    expect(lines[0]).toBe(
      'ISA*00*          *00*          *ZZ*CLINIC01       *ZZ*PAYER01        *260401*0430*^*00501*000000001*0*P*>~',
    );
    expect(lines[1]).toBe('GS*HS*CLINIC01*PAYER01*20260401*0430*1*X*005010X279A1~');
    expect(lines[2]).toBe('ST*270*0001*005010X279A1~');
    expect(lines.slice(-5, -1)).toEqual(['EQ*30~', 'SE*13*0002~', 'GE*2*1~', 'IEA*1*000000001~']);
  });

  it('names the sets it wrote and their numbers, given or counted', async () => {
    const set = await handmade();
    const given = { ...set, header: { transactionSet: '270', controlNumber: 7 } };
    const numbers = engine.generate(document([given, set])).transactions;
    expect(numbers.map(({ transaction, controlNumber }) => [transaction, controlNumber])).toEqual([
      [1, '0007'],
      [2, '0002'],
    ]);
  });

  it('takes control numbers from the document, numbers or text', async () => {
    const set = { ...(await handmade()), header: { transactionSet: '270', controlNumber: 77 } };
    const input: DocumentInput = {
      interchanges: [
        {
          header: { ...header, controlNumber: 4711 },
          groups: [{ header: { controlNumber: '0042' }, transactions: [set] }],
        },
      ],
    };
    const written = text(input);
    expect(written).toContain('*000004711*');
    expect(written).toContain('GE*1*0042~IEA*1*000004711~');
    expect(written).toContain('SE*13*0077~');
  });

  it('gives further groups and interchanges numbers of their own', async () => {
    const set = await handmade();
    const interchange = { header, groups: [{ transactions: [set] }, { transactions: [set] }] };
    const read = await engine.parse(engine.generate({ interchanges: [interchange, interchange] }).bytes);
    expect(read.interchanges.map((one) => one.header.controlNumber)).toEqual(['000000001', '000000002']);
    expect(read.interchanges[0]?.groups.map((group) => group.header?.controlNumber)).toEqual(['1', '2']);
    expect(read.interchanges.flatMap((one) => one.findings)).toEqual([]);
  });

  it('chooses the guide by the header of the set and the release of its group', async () => {
    const { data } = await handmade();
    const set = { data, header: { transactionSet: '270', controlNumber: '0001' } };
    const group = { header: { functionalIdentifierCode: 'HS', release: '005010X279A1' }, transactions: [set] };
    expect(text({ interchanges: [{ header, groups: [group] }] })).toContain('ST*270*0001*005010X279A1~BHT*');
  });

  it('writes no bytes of wrong data: the error carries the findings, places and no values', async () => {
    const set = structuredClone(await inquiry());
    const { heading } = set.data as { heading: Record<string, unknown> }; // guide JSON of the fixture
    heading.canary = 'CANARY-VALUE';
    const error = errorOf(() => engine.generate(document([set])));
    expect(error.code).toBe('X12_DATA_INVALID');
    expect(error.details.findings).toMatchObject([
      { reason: 'property-unknown', at: { pointer: '/interchanges/0/groups/0/transactions/0/data/heading/canary' } },
    ]);
    expect(error.message + JSON.stringify(error.details)).not.toContain('CANARY-VALUE');
    const reported = engine.generate(document([set]), { findings: 'report' });
    expect(reported.findings).toHaveLength(1);
    expect(reported.bytes.length).toBeGreaterThan(100);
  });

  it.each<[string, object, string, number]>([
    ['longer than its width', { senderId: 'CANARYCHARACTERS' }, 'X12_DATA_INVALID', 6],
    ['with a delimiter', { receiverId: 'CANARY*1' }, 'X12_DELIMITER_IN_DATA', 8],
    ['a number too long', { controlNumber: 12_345_678_901 }, 'X12_DATA_INVALID', 13],
  ])('refuses an ISA value %s even when findings are reported, naming it', async (_, more, code, element) => {
    const input = document([await handmade()]);
    const second = { ...input.interchanges[0], header: { ...header, ...more } };
    const two = { interchanges: [...input.interchanges, second] };
    for (const findings of ['throw', 'report'] as const) {
      const error = errorOf(() => engine.generate(two, { findings }));
      expect(error).toMatchObject({ code, details: { element, interchange: 2 } });
      expect(error.message).toMatch(
        new RegExp(`^ISA${String(element).padStart(2, '0')} .*\\. (Shorten|Choose) .*\\.$`),
      );
      expect(error.message).not.toContain('CANARY');
    }
  });

  it('refuses a delimiter in data with the place of the element, and chooses others when asked', async () => {
    const set = structuredClone(await inquiry());
    const json = JSON.stringify(set).replace('"ACME HEALTH"', '"ACME*HEALTH~^>"');
    const input = document([JSON.parse(json)]);
    const error = errorOf(() => engine.generate(input));
    expect(error.details.findings).toMatchObject([
      { reason: 'delimiter-in-data', at: { segmentId: 'NM1', element: 3, segment: 4 } },
    ]);
    const { bytes } = engine.generate(input, { delimiters: 'choose' });
    const read = await engine.parse(bytes);
    expect(read.interchanges[0]?.delimiters).not.toMatchObject({ element: '*' });
    expect(JSON.stringify(read)).toContain('ACME*HEALTH~^>');
  });

  it('keeps preferred delimiters that do not occur in the data', async () => {
    const { bytes } = engine.generate(document([await inquiry()]), { delimiters: 'choose' });
    expect((await engine.parse(bytes)).interchanges[0]?.delimiters).toEqual({
      element: '*',
      component: '>',
      repetition: '^',
      segment: '~',
    });
  });

  it('rewrites raw segments in the delimiters that are asked for', async () => {
    const damaged = INQUIRY.replace('EQ*30~', 'EQ*30~\nZZZ*A:B^C*D~')
      .replace('SE*13', 'SE*14')
      .replace('GS*HS', 'ISX*!~\nGS*HS');
    const read = await engine.parse(damaged);
    const other = { element: '|', component: '>', repetition: '!', segment: "'" };
    const { bytes } = engine.generate(read, { delimiters: { ...other, repetition: '\\' } });
    expect(new TextDecoder().decode(bytes)).toContain("ZZZ|A>B\\C|D'");
    const clash = engine.generate(read, { delimiters: other, findings: 'report' });
    expect(clash.findings.map((found) => found.reason)).toContain('delimiter-in-data');
  });

  it('puts segments without a place back where they stood', async () => {
    const damaged = INQUIRY.replace('TRN*1', 'ZZZ*1~\nTRN*1').replace('SE*13', 'SE*14');
    expect(text(await engine.parse(damaged))).toBe(damaged);
  });

  it.each<[string, unknown]>([
    ['/interchanges', {}],
    ['/interchanges/0', { interchanges: [null] }],
    ['/interchanges/0/header', { interchanges: [{}] }],
    ['/interchanges/0/groups', { interchanges: [{ header, groups: 1 }] }],
    ['/interchanges/0/groups/0/transactions', { interchanges: [{ header, groups: [{}] }] }],
    [
      '/interchanges/0/groups/0/transactions/0/unplaced',
      { interchanges: [{ header, groups: [{ transactions: [{ unplaced: 7 }] }] }] },
    ],
  ])('names the place where a document is none: %s', (pointer, input) => {
    const error = errorOf(() => engine.generate(input as DocumentInput)); // wrong on purpose
    expect(error).toMatchObject({ code: 'X12_DOCUMENT_INVALID', details: { pointer } });
  });

  it.each([
    ['interchange', 'acknowledgmentRequestedCode', 1],
    ['interchange', 'date', 20260131],
    ['interchange', 'senderId', 12345],
    ['interchange', 'usageIndicatorCode', ['T']],
    ['group', 'release', 5010],
    ['group', 'applicationSenderCode', true],
    ['group', 'controlNumber', {}],
  ])('names what is no text in the %s header: %s', (kind, name, value) => {
    const [own, groups] = kind === 'group' ? [{}, { [name]: value }] : [{ [name]: value }, {}];
    const input = { interchanges: [{ header: { ...header, ...own }, groups: [{ header: groups, transactions: [] }] }] };
    const error = errorOf(() => engine.generate(input as unknown as DocumentInput)); // wrong on purpose
    expect(error).toMatchObject({ code: 'X12_DOCUMENT_INVALID', details: { header: kind, name } });
  });

  it.each([
    ['interchange', 'usageIndicator', 'The interchange header has no usageIndicator. Did you mean usageIndicatorCode?'],
    ['group', 'applicationSender', 'The group header has no applicationSender. Did you mean applicationSenderCode?'],
    [
      'transaction',
      'colour',
      'The transaction header has no colour. Known are: transactionSet, controlNumber, implementation.',
    ],
  ])('refuses a member that the %s header has not, and says which was meant', async (kind, name, message) => {
    const own = { [name]: 'T' };
    const set = { ...(await handmade()), ...(kind === 'transaction' ? { header: own } : {}) };
    const groups = [{ header: kind === 'group' ? own : {}, transactions: [set] }];
    const input = { interchanges: [{ header: { ...header, ...(kind === 'interchange' ? own : {}) }, groups }] };
    const error = errorOf(() => engine.generate(input as unknown as DocumentInput)); // wrong on purpose
    expect(error).toMatchObject({ code: 'X12_DOCUMENT_INVALID', message, details: { header: kind, name } });
  });

  it('spends no control number on a header that is refused', async () => {
    const controlNumbers = createMemoryControlNumbers();
    const counted = fullEngine({ controlNumbers });
    const wrong = { interchanges: [{ header: { ...header, usageIndicator: 'T' }, groups: [] }] };
    const code = 'X12_DOCUMENT_INVALID';
    await expect(counted.number(wrong as unknown as DocumentInput)).rejects.toMatchObject({ code });
    const numbered = await counted.number({ interchanges: [{ header }] });
    expect(numbered.interchanges[0]?.header.controlNumber).toBe(1);
  });

  it.each(['before', 'newline', 'trailing'])('refuses %s that is no text', (name) => {
    const own = { [name]: 7 };
    const input = name === 'trailing' ? { ...own, interchanges: [{ header }] } : { interchanges: [{ header, ...own }] };
    const error = errorOf(() => engine.generate(input as unknown as DocumentInput, { findings: 'report' }));
    expect(error).toMatchObject({ code: 'X12_DOCUMENT_INVALID' });
    if (name === 'trailing') expect(error.details).toEqual({ name });
  });

  it('writes text behind an interchange in its encoding, else in UTF-8', () => {
    const written = (trailing: string) =>
      engine.generate({ interchanges: [{ header, encoding: 'iso-8859-1' }], trailing }, { findings: 'report' }).bytes;
    expect(written('\u00c9').at(-1)).toBe(0xc9);
    expect([...written('\u20ac').slice(-3)]).toEqual([0xe2, 0x82, 0xac]);
  });

  it.each(['before', 'trailing'])('refuses half a character %s an interchange, which would be lost', (name) => {
    const half = { [name]: 'x\ud800' };
    const isBefore = name === 'before';
    const input = { interchanges: [{ header, ...(isBefore ? half : {}) }], ...(isBefore ? {} : half) };
    expect(errorOf(() => engine.generate(input, { findings: 'report' }))).toMatchObject({ code: 'X12_DATA_INVALID' });
  });

  it('tells an interchange without groups, and a group without sets', () => {
    const input = {
      interchanges: [
        { header },
        { header, groups: [{ header: { release: '005010X279A1', functionalIdentifierCode: 'HS' }, transactions: [] }] },
      ],
    };
    const { findings } = engine.generate(input, { findings: 'report' });
    expect(findings.map(({ reason, severity, at }) => [reason, severity, at])).toEqual([
      ['interchange-empty', 'error', { interchange: 1, segmentId: 'IEA' }],
      ['group-empty', 'warning', { interchange: 2, group: 1, segmentId: 'GE' }],
    ]);
    const acknowledgment = {
      interchangeControlNumber: '000000007',
      interchangeDate: '2026-04-01',
      interchangeTime: '09:30',
    };
    const answer = { header, acknowledgments: [{ ...acknowledgment, acknowledgmentCode: 'A', noteCode: '000' }] };
    expect(engine.generate({ interchanges: [answer] }).findings).toEqual([]);
  });

  it.each([[7], [[]], ['GS']])('refuses a group header that is no object: %j', (own) => {
    const input = { interchanges: [{ header, groups: [{ header: own, transactions: [] }] }] };
    const error = errorOf(() => engine.generate(input as unknown as DocumentInput)); // wrong on purpose
    expect(error).toMatchObject({ code: 'X12_DOCUMENT_INVALID', details: { header: 'group' } });
  });

  it('refuses unknown guides and encodings by code', async () => {
    const set = await handmade();
    expect(errorOf(() => engine.generate(document([{ ...set, guide: 'nothing' }]))).code).toBe('X12_GUIDE_UNKNOWN');
    expect(errorOf(() => engine.generate(document([{ data: {} }]))).code).toBe('X12_GUIDE_UNKNOWN');
    expect(errorOf(() => engine.generate(document([set], { encoding: 'ebcdic' }))).code).toBe(
      'X12_ENCODING_UNSUPPORTED',
    );
  });

  it('writes an interchange in the encoding it was read in', async () => {
    const latin = Buffer.from(INQUIRY.replace('DOE*JANE', 'D\u00d6E*JAN\u00c9'), 'latin1');
    const read = await engine.parse(latin);
    expect(read.interchanges[0]?.encoding).toBe('iso-8859-1');
    expect(Buffer.from(engine.generate(read).bytes).equals(latin)).toBe(true);
  });
});

describe('generateStream', () => {
  async function stream(items: Iterable<WriteItem>): Promise<string> {
    let all = '';
    for await (const chunk of engine.generateStream(items)) all += new TextDecoder().decode(chunk);
    return all;
  }

  it('writes what generate writes', async () => {
    const set = await handmade();
    const items: WriteItem[] = [
      { kind: 'interchange', header, newline: '\n' },
      { kind: 'group' },
      { ...set, kind: 'transaction' },
    ];
    expect(await stream(items)).toBe(text(document([set], { newline: '\n' })));
  });

  it('throws at the first set with an error', async () => {
    const items: WriteItem[] = [
      { kind: 'interchange', header },
      { kind: 'group' },
      { kind: 'transaction', guide: '270-005010X279A1', data: {} },
    ];
    await expect(stream(items)).rejects.toMatchObject({ code: 'X12_DATA_INVALID' });
  });

  it('refuses a set before its interchange', async () => {
    await expect(stream([{ ...(await handmade()), kind: 'transaction' }])).rejects.toMatchObject({
      code: 'X12_DOCUMENT_INVALID',
    });
  });
});
