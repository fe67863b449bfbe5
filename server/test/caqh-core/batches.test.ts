import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeError, writeReceipt, writeResponse } from '../../src/caqh-core/answer.js';
import { checkRequest } from '../../src/caqh-core/check-request.js';
import type { CoreEnvelope, ReceivedEnvelope } from '../../src/caqh-core/envelope.js';
import { coreError } from '../../src/caqh-core/errors.js';
import { INTERACTIONS, type Interaction } from '../../src/caqh-core/interactions.js';
import { judgeBatchResponse } from '../../src/caqh-core/judge-response.js';
import { PAYLOAD_TYPES } from '../../src/caqh-core/payload-types.js';
import { readEnvelope } from '../../src/caqh-core/read-envelope.js';
import { type WrittenEnvelope, writeEnvelope } from '../../src/caqh-core/write-envelope.js';
import { elements, FORM_TYPE, form, INQUIRY, ISA, PAYLOAD_ID, REQUEST, RESPONSE, SOAP_TYPE, soap } from './fixtures.js';
import { readBatchSoap } from './foreign-batches.js';

type Texts = Readonly<Record<string, string>>;
type Changed = Readonly<Record<string, string | undefined>>;

const BATCH = ['submission', 'acknowledgmentRetrieval', 'resultsRetrieval', 'resultsAcknowledgment'] as const;
const ACKNOWLEDGMENT = RESPONSE.replace('GS*HB', 'GS*FA').replace('ST*271', 'ST*999');
const sha1 = (text: string) => createHash('sha1').update(text, 'latin1').digest('hex');

const { Payload: _, ...NO_PAYLOAD } = REQUEST;
const withPayload = (PayloadType: string, Payload: string): Texts => ({
  ...NO_PAYLOAD,
  ...{ PayloadType, ProcessingMode: 'Batch', PayloadLength: String(Payload.length), CheckSum: sha1(Payload), Payload },
});
const without = (PayloadType: string): Texts => ({ ...NO_PAYLOAD, PayloadType, ProcessingMode: 'Batch' });

/** Sound requests of a batch, by hand. */
const REQUESTS: Readonly<Record<(typeof BATCH)[number], Texts>> = {
  submission: withPayload('X12_270_Request_005010X279A1', INQUIRY),
  acknowledgmentRetrieval: without('X12_999_RetrievalRequest_005010X231A1'),
  resultsRetrieval: without('X12_005010_Request_Batch_Results_271'),
  resultsAcknowledgment: withPayload('X12_999_SubmissionRequest_005010X231A1', ACKNOWLEDGMENT),
};

const read = (bytes: Uint8Array, type: string): ReceivedEnvelope => {
  const envelope = readEnvelope(bytes, type);
  if ('code' in envelope) throw new Error('a fault');
  return envelope;
};

const codesOf = (interaction: (typeof BATCH)[number], changed: Changed): readonly string[] => {
  const structure = INTERACTIONS[interaction].request;
  const bodies = [
    read(Buffer.from(soap(elements(REQUESTS[interaction], changed), { structure })), SOAP_TYPE),
    read(Buffer.from(form(REQUESTS[interaction], changed)), FORM_TYPE),
  ];
  return bodies.map((envelope) => {
    const checked = checkRequest(envelope, [...BATCH, 'realTime']);
    return 'error' in checked ? checked.error.code : checked.request.interaction;
  });
};

describe('a request of a batch', () => {
  it.each(BATCH)('is taken as %s', (interaction) => {
    expect(codesOf(interaction, {})).toEqual([interaction, interaction]);
  });

  it('may pick up a TA1 in place of a 999, and send one', () => {
    const PayloadType = 'X12_TA1_RetrievalRequest_00501X231A1';
    expect(codesOf('acknowledgmentRetrieval', { PayloadType })[0]).toBe('acknowledgmentRetrieval');
    const Sent = 'X12_TA1_SubmissionRequest_00501X231A1';
    expect(codesOf('resultsAcknowledgment', { PayloadType: Sent })[1]).toBe('resultsAcknowledgment');
  });

  it.each<readonly [(typeof BATCH)[number], string, Changed]>([
    ['submission', 'CheckSumRequired', { CheckSum: undefined }],
    ['submission', 'ChecksumMismatched', { CheckSum: sha1('other') }],
    ['submission', 'PayloadRequired', { Payload: undefined }],
    ['submission', 'PayloadIllegal', { Payload: 'UNA' }],
    ['submission', 'PayloadLengthIllegal', { PayloadLength: 'long' }],
    ['submission', 'NotSupported', { PayloadType: 'X12_276_Request_005010X212' }],
    ['submission', 'PayloadTypeIllegal', { PayloadType: 'eligibility' }],
    ['submission', 'ProcessingModeIllegal', { ProcessingMode: 'batch' }],
    ['submission', 'VersionMismatch', { CORERuleVersion: '4.0.0' }],
    ['submission', 'PaysumNotUnderstood', { Paysum: 'x' }],
    ['resultsRetrieval', 'PayloadIllegal', { Payload: INQUIRY }],
    ['resultsRetrieval', 'PayloadIDIllegal', { PayloadID: 'latest' }],
    ['resultsRetrieval', 'PayloadIDRequired', { PayloadID: undefined }],
    ['resultsAcknowledgment', 'CheckSumRequired', { CheckSum: ' ' }],
  ])('as %s is answered %s', (interaction, code, changed) => {
    expect(codesOf(interaction, changed)).toEqual([code, code]);
  });

  it('says by its elements what the name of its envelope says', () => {
    const checked = (base: Texts, structure: string) => {
      const result = checkRequest(read(Buffer.from(soap(elements(base), { structure })), SOAP_TYPE), [
        ...BATCH,
        'realTime',
      ]);
      return 'error' in result ? result.error.code : 'taken';
    };
    expect(checked(REQUESTS.resultsRetrieval, 'BatchSubmissionAckRetrievalRequest')).toBe('PayloadTypeIllegal');
    expect(checked(REQUESTS.submission, 'RealTimeRequest')).toBe('ProcessingModeIllegal');
    expect(checked(REQUEST, 'BatchSubmission')).toBe('ProcessingModeIllegal');
    expect(checked(REQUESTS.submission, 'GenericBatchSubmission')).toBe('NotSupported');
  });

  it('is not taken where only some of them are', () => {
    const submission = read(Buffer.from(form(REQUESTS.submission)), FORM_TYPE);
    expect(checkRequest(submission, ['resultsRetrieval'])).toMatchObject({ error: { code: 'NotSupported' } });
  });
});

describe('what is written for a batch', () => {
  const envelope: CoreEnvelope = {
    structure: 'BatchSubmission',
    ...{ payloadType: PAYLOAD_TYPES.inquiry270, payloadId: PAYLOAD_ID, sentAt: new Date(0) },
    ...{ senderId: 'SENDER', receiverId: 'RECEIVER', payload: Buffer.from(INQUIRY) },
  };

  it('has its payload attached in SOAP, as a partner reads it', () => {
    const { bytes, contentType } = writeEnvelope('soap', envelope, { username: 'a', password: 'b' });
    expect(contentType).toMatch(/^multipart\/related; .*action="BatchSubmitTransaction"/);
    const foreign = readBatchSoap(bytes, contentType);
    expect(foreign).toMatchObject({ name: 'COREEnvelopeBatchSubmission', payload: INQUIRY, parts: 2 });
    expect(foreign.texts).toEqual({
      ...withPayload('X12_270_Request_005010X279A1', INQUIRY),
      TimeStamp: '1970-01-01T00:00:00Z',
      Payload: undefined,
    });
    expect(Object.keys(foreign.texts)).toEqual([
      ...['PayloadType', 'ProcessingMode', 'PayloadID', 'PayloadLength', 'TimeStamp', 'SenderID', 'ReceiverID'],
      ...['CORERuleVersion', 'CheckSum'],
    ]);
  });

  it('is a part an element in a form', async () => {
    const { bytes, contentType } = writeEnvelope('mime', envelope);
    const data = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData();
    expect([data.get('ProcessingMode'), data.get('CheckSum'), data.get('Payload')]).toEqual([
      'Batch',
      sha1(INQUIRY),
      INQUIRY,
    ]);
  });

  it('is read as it was, whatever its bytes', () => {
    const payloads = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([Buffer.from('ISA'), bytes]));
    fc.assert(
      fc.property(payloads, fc.constantFrom('soap', 'mime'), (payload, form) => {
        const { bytes, contentType } = writeEnvelope(form, { ...envelope, payload });
        const checked = checkRequest(read(bytes, contentType), ['submission']);
        expect(checked).toMatchObject({ request: { interaction: 'submission', x12: payload } });
      }),
    );
  });
});

describe('an attachment', () => {
  const related = (include: string, changed: Changed = {}): ReceivedEnvelope => {
    const root = soap(elements(REQUESTS.submission, { Payload: include, ...changed }), {
      structure: 'BatchSubmission',
    });
    const parts = ['--b', 'Content-ID: <root>', '', root, '--b', 'Content-ID: <p>', '', INQUIRY, '--b--', ''];
    return read(Buffer.from(parts.join('\r\n')), 'multipart/related; boundary=b; start="<root>"');
  };
  const include = (href: string) => `<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="${href}"/>`;
  const codeOf = (envelope: ReceivedEnvelope) => {
    const checked = checkRequest(envelope, ['submission']);
    return 'error' in checked ? checked.error.code : 'taken';
  };

  it('is a payload and nothing else, and none but of the same body', () => {
    expect(codeOf(related(include('cid:p')))).toBe('taken');
    expect(codeOf(related(include('cid:p') + include('cid:root')))).toBe('taken');
    expect(codeOf(related(include('cid:root')))).toBe('PayloadIllegal');
    expect(codeOf(related(include('cid:p'), { SenderID: include('cid:p') }))).toBe('SenderIDRequired');
    expect(() => related(include('cid:q'))).toThrow('Content-ID');
    expect(() => related(include('file:///etc/passwd'))).toThrow('Content-ID');
  });
});

describe('an answer in a batch', () => {
  const ask = (interaction: (typeof BATCH)[number], kind: 'soap' | 'mime'): ReceivedEnvelope => {
    const base = REQUESTS[interaction];
    if (kind === 'mime') return read(Buffer.from(form(base)), FORM_TYPE);
    return read(Buffer.from(soap(elements(base), { structure: INTERACTIONS[interaction].request })), SOAP_TYPE);
  };
  const judged = ({ bytes, contentType }: WrittenEnvelope, interaction: Interaction) =>
    judgeBatchResponse(readEnvelope(bytes, contentType), { interaction, payloadId: PAYLOAD_ID });
  const each = BATCH.flatMap((interaction) => [[interaction, 'soap'] as const, [interaction, 'mime'] as const]);

  it.each(each)('without a payload is a receipt: %s in %s', (interaction, kind) => {
    for (const payloadType of INTERACTIONS[interaction].receipts) {
      const written = writeReceipt(ask(interaction, kind), payloadType, 0);
      expect(judged(written, interaction)).toEqual({ kind: 'receipt', payloadType });
    }
    const strange = writeReceipt(ask(interaction, kind), PAYLOAD_TYPES.inquiry270, 0);
    expect(judged(strange, interaction)).toEqual({ kind: 'envelope', detail: 'PayloadTypeIllegal' });
  });

  it.each(['soap', 'mime'] as const)('gives the acknowledgment and the results in %s', (kind) => {
    const ta1 = `${ISA}TA1*000000001*260102*0304*R*024~IEA*0*000000001~`;
    const given = [
      ['acknowledgmentRetrieval', ACKNOWLEDGMENT],
      ['acknowledgmentRetrieval', ta1],
      ['resultsRetrieval', RESPONSE],
    ] as const;
    for (const [interaction, x12] of given) {
      const written = writeResponse(ask(interaction, kind), Buffer.from(x12), 0);
      expect(judged(written, interaction)).toEqual({ kind: 'answer', x12: Buffer.from(x12) });
      if (kind === 'soap') {
        const { name, texts, payload } = readBatchSoap(written.bytes, written.contentType);
        expect([name, payload]).toEqual([`COREEnvelope${INTERACTIONS[interaction].response}`, x12]);
        expect(texts).toMatchObject({ ProcessingMode: 'Batch', CheckSum: sha1(x12), ErrorCode: 'Success' });
      }
    }
    const results = writeResponse(ask('acknowledgmentRetrieval', kind), Buffer.from(RESPONSE), 0);
    expect(judged(results, 'acknowledgmentRetrieval')).toMatchObject({ detail: 'PayloadTypeIllegal' });
  });

  it.each(each)('with an error of the rule says its code: %s in %s', (interaction, kind) => {
    const written = writeError(ask(interaction, kind), coreError('illegal', 'Not here.', 'PayloadID'), 0);
    expect(judged(written, interaction)).toEqual({ kind: 'envelope', detail: 'PayloadIDIllegal' });
    if (kind === 'soap') {
      expect(readBatchSoap(written.bytes, written.contentType).name).toBe(
        `COREEnvelope${INTERACTIONS[interaction].response}`,
      );
    }
  });

  it('belongs to the batch that was asked about, and arrives whole', () => {
    const written = writeResponse(ask('resultsRetrieval', 'mime'), Buffer.from(RESPONSE), 0);
    const of = (bytes: Uint8Array, payloadId = PAYLOAD_ID) =>
      judgeBatchResponse(readEnvelope(bytes, written.contentType), { interaction: 'resultsRetrieval', payloadId });
    expect(of(written.bytes, '00000000-0000-4000-8000-000000000000')).toMatchObject({ detail: 'PayloadIDIllegal' });
    const damaged = Buffer.from(Buffer.from(written.bytes).toString('latin1').replace('SE*2', 'SE*3'), 'latin1');
    expect(of(damaged)).toEqual({ kind: 'envelope', detail: 'ChecksumMismatched' });
    const soapOfAnother = writeReceipt(ask('submission', 'soap'), PAYLOAD_TYPES.noResults, 0);
    expect(judged(soapOfAnother, 'resultsRetrieval')).toEqual({ kind: 'envelope', detail: 'EnvelopeIllegal' });
  });
});
