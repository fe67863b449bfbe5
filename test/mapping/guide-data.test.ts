import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { createRequestCodec } from '../../src/eligibility/request/request-codec.js';
import { createResponseCodec } from '../../src/eligibility/response-codec.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';

// Codecs are given what a program has at hand, which is not always the data of a set.

const order = await loadGuide('850-004010');
const engine = createEngine({ guides: [order] });
const text = [
  'ISA*00*          *00*          *ZZ*BUYER          *ZZ*SELLER         *260131*0905*U*00401*000000001*0*P*>',
  'GS*PO*BUYER*SELLER*20260131*0905*1*X*004010',
  'ST*850*0001',
  'BEG*00*NE*PO-1**20260131',
  'PO1**1*EA',
  'CTT*1',
  'SE*5*0001',
  'GE*1*1',
  'IEA*1*000000001~',
].join('~');
const bytes = new TextEncoder().encode(text);
const document = await engine.parse(bytes);
const set = document.interchanges[0]?.groups[0]?.transactions[0];

const requests = createRequestCodec(await loadGuide('270-005010X279A1'));
const responses = createResponseCodec(await loadGuide('271-005010X279A1'));
const claims = createClaimCodec('professional', await loadGuide('837P-005010X222A1'));
const CLOCK = { now: Date.UTC(2026, 0, 31) };

/** As from JavaScript. */
type Take = (given: never) => unknown;
const DECODERS: readonly (readonly [string, Take])[] = [
  ['decode of a request codec', (data) => requests.decode(data)],
  ['decodeTransaction of a response codec', (data) => responses.decodeTransaction(data)],
  ['decode of a claim codec', (data) => claims.decode(data)],
  ['judge of a claim codec', (data) => claims.judge(data, CLOCK)],
];

const PLACE = /interchanges\[0\]\.groups\[0\]\.transactions\[0\]\.data/;
const WRONG: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing', undefined, /is no object\. Give that of a set/],
  ['null', null, PLACE],
  ['text', 'ISA*00*CANARY~', PLACE],
  ['bytes', bytes, PLACE],
  ['a list', [], PLACE],
  ['a promise', Promise.resolve(set?.data), /is a promise\. Await it\./],
  ['a document', document, PLACE],
  ['a set', set, /is a set\. Give its data: set\.data\./],
];

describe.each(DECODERS)('%s', (_, take) => {
  it.each(WRONG)('refuses %s, and says what to give', (_, given, message) => {
    const call = () => take(given as never);
    expect(call).toThrow(expect.objectContaining({ name: 'X12Error', code: 'X12_DATA_INVALID' }));
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ message: expect.not.stringContaining('CANARY') }));
  });

  it('takes data of which parts are missing, that has what the guide has not, or is of another set', () => {
    const beginning = { beginning_of_hierarchical_transaction_BHT: {} };
    for (const data of [
      { heading: {}, detail: {} },
      { heading: { transaction_set_header_ST: {} }, detail: { transaction_set_trailer_SE: {} } },
      { heading: { ...beginning, note_of_a_partner_NTE: {} } },
      { heading: beginning, detail: null },
      set?.data,
      { segments: [] },
      {},
    ])
      expect(() => take(data as never)).not.toThrow();
  });
});

describe('decode of a response codec', () => {
  const decode = (given: unknown) => () => responses.decode(given as never);

  it.each<readonly [string, unknown, RegExp]>([
    ['nothing', undefined, /There is no document\. Give what await engine\.parse/],
    ['null', null, /There is no document\./],
    ['text', 'ISA*00*CANARY~', /There is no document\./],
    ['bytes', bytes, /There is no document\./],
    ['a promise', Promise.resolve(document), /is a promise\. Await it\./],
    ['a set', set, /is a set\. Give the document that engine\.parse gave, or the data of a set to decodeTransaction\./],
    ['data', set?.data, /is the data of a set\./],
    ['a list', [document], /There is no document\./],
  ])('refuses %s, and says what to give', (_, given, message) => {
    expect(decode(given)).toThrow(expect.objectContaining({ name: 'X12Error', code: 'X12_DOCUMENT_INVALID' }));
    expect(decode(given)).toThrow(message);
    expect(decode(given)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('CANARY') }));
  });

  it('takes a document without an answer', () => {
    expect(responses.decode({ interchanges: [] })).toEqual([]);
    expect(responses.decode(document)).toMatchObject([{ status: 'ERROR' }]);
  });
});

describe.each<readonly [string, (guide: never) => unknown, RegExp]>([
  ['createRequestCodec', createRequestCodec, /is of set 850: .* Give 270-005010X279A1/],
  ['createResponseCodec', createResponseCodec, /is of set 850: .* Give 271-005010X279A1/],
  ['createClaimCodec', (guide) => createClaimCodec('professional', guide), /give one of the 837P/],
])('%s', (verb, create, message) => {
  it('says which guide to give', async () => {
    expect(() => create(order as never)).toThrow(expect.objectContaining({ code: 'X12_PATH_INVALID' }));
    expect(() => create(order as never)).toThrow(message);
    const promise = loadGuide('850-004010');
    expect(() => create(promise as never)).toThrow(`guide of ${verb} is a promise. Await it.`);
    await promise;
    expect(() => create('270' as never)).toThrow(/must be a guide, with its \$id/);
    expect(() => create('270' as never)).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
  });
});
