import { describe, expect, it } from 'vitest';
import { checkCharacters, createRepairer } from '../src/charset/index.js';
import { claimStatuses, createClaimCodec, matchAnswers, submittedClaims } from '../src/claims/index.js';
import { createMemoryJournal } from '../src/delivery/memory-journal.js';
import { createRequestCodec } from '../src/eligibility/index.js';
import { loadGuide } from '../src/guides/catalogue.js';
import { createEngine, describeFinding } from '../src/index.js';
import { finding } from '../src/model/finding.js';
import { remittance } from '../src/remittance/index.js';
import { createDirectoryTransport } from '../src/transports/directory.js';

const [order, advice] = [await loadGuide('850-004010'), await loadGuide('835-005010X221A1')];
const engine = createEngine({ guides: [order] });
const claims = createClaimCodec('professional', await loadGuide('837P-005010X222A1'));
const checks = createRequestCodec(await loadGuide('270-005010X279A1'));
const identity = { qualifier: 'ZZ', id: 'A' };
const envelope = { sender: identity, receiver: identity, transactionId: '1', now: 0 };
const wrong = (value: unknown) => value as never; // as from JavaScript

function locked(): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>();
  stream.getReader();
  return stream;
}

async function used(): Promise<Response> {
  const response = new Response('ISA');
  await response.text();
  return response;
}

describe('what was a raw error of ours', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'describeFinding',
      () => describeFinding(finding('iea-missing', { interchange: 1 }), wrong(null)),
      /options of desc/,
    ],
    ['loops', () => engine.loops('', order, wrong(undefined)).next(), /loop of loops must be text/],
    ['matchAnswers', () => matchAnswers(wrong([null]), {}), /sent\[0\] of matchAnswers must be an object/],
    ['statuses', () => matchAnswers([], wrong({ statuses: 5 })), /statuses of matchAnswers must be an iterable/],
    ['a status', () => matchAnswers([], wrong({ statuses: [{}] })), /an object with claims and refusals/],
    ['remittance: []', () => matchAnswers([], wrong({ remittance: [] })), /Did you mean remittances\?/],
    ['remittance', () => remittance(advice, {}, wrong(null)), /options of remittance are no object/],
    ['send', () => engine.send({ interchanges: [] }, wrong(undefined)), /send needs \{ transport, id, name \}/],
    ['receive', () => engine.receive(wrong({})).next(), /transport of receive must be a transport/],
    ['a locked stream', () => engine.parse(locked()), /it is locked/],
    ['a used response', async () => engine.parse(await used()), /clone\(\)|it is locked/],
    [
      'createRepairer',
      () => createRepairer({}, wrong({ set: 'Basic' })),
      /set of createRepairer must be a character set/,
    ],
    ['checkCharacters', () => checkCharacters('a', wrong('Basic')), /characterSet\('Extended'\)/],
    [
      'describeFinding of a form',
      () => describeFinding(finding('iea-missing', { interchange: 1 }), wrong({ form: 'jsn' })),
      /'json' or 'x12'/,
    ],
    [
      'describeFinding of a slip',
      () => describeFinding(finding('iea-missing', { interchange: 1 }), wrong({ gude: order })),
      /Did you mean guide\?/,
    ],
    [
      'a codec without options',
      () => claims.encode({}, wrong(undefined)),
      /encode needs \{ sender, receiver, transactionId, now \}/,
    ],
    [
      'a slip that would make a file of production',
      () => claims.encode({}, wrong({ ...envelope, usge: 'T' })),
      /Did you mean usage\?/,
    ],
    ['a usage that is none', () => checks.encode(wrong({}), wrong({ ...envelope, usage: 'test' })), /'P', 'T' or 'I'/],
    [
      'a sender that is text',
      () => checks.encode(wrong({}), wrong({ ...envelope, sender: 'ZZ:A' })),
      /sender of encode must be an object with qualifier, id/,
    ],
    [
      'a depth without end',
      () => createEngine({ guides: [order], limits: { depth: Number.POSITIVE_INFINITY } }),
      /from 1 to 1000/,
    ],
    ['select', () => engine.select('', wrong(5)).next(), /path of select must be text/],
  ])('is told in words: %s', async (_, call, message) => {
    const error = await (async () => call())().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'X12_OPTION_INVALID', message: expect.stringMatching(message) });
  });

  it('tells which guide a reader of facts wants', () => {
    expect(() => claimStatuses(advice, {})).toThrow(/of set 835: it has no 2200D\/STC. Give 277CA-005010X214/);
    expect(() => submittedClaims(advice, {})).toThrow(/of set 835: it has no 2300\/CLM. Give an 837/);
  });

  it.each<[object, RegExp]>([
    [
      { outbound: { directory: '/out', exsting: 'overwrite' } },
      /outbound of the directory transport.*Did you mean existing\?/,
    ],
    [{ outbound: { directory: '/out', existing: 'x' } }, /must be 'refuse', 'suffix' or 'overwrite'/],
    [{ outbound: {} }, /outbound.directory is missing.*Write outbound.directory: '\/out'/],
    [
      { inbound: { directory: '/in', stableMs: '5' } },
      /inbound.stableMs of the directory transport must be a number from 0/,
    ],
    [{ journal: {} }, /journal of the directory transport must be a journal, such as createMemoryJournal\(\)/],
    [{ sessions: { max: 0 } }, /sessions.max of the directory transport must be a whole number from 1 to 1000/],
  ])('tells a slip in the settings of a transport: %j', (own, message) => {
    const options = { root: '/nowhere', connection: 'a', journal: createMemoryJournal(), ...own };
    expect(() => createDirectoryTransport(wrong(options))).toThrow(message);
  });
});
