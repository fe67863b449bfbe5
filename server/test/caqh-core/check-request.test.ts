import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../src/caqh-core/check-request.js';
import { CORE_ERRORS } from '../../src/caqh-core/errors.js';
import { readEnvelope } from '../../src/caqh-core/read-envelope.js';
import { elements, FORM_TYPE, form, INQUIRY, PAYLOAD_ID, REQUEST, SOAP_TYPE, soap } from './fixtures.js';

type Changed = Readonly<Record<string, string | undefined>>;

const codesOf = (changed: Changed): readonly string[] =>
  [
    readEnvelope(Buffer.from(soap(elements(REQUEST, changed))), SOAP_TYPE),
    readEnvelope(Buffer.from(form(REQUEST, changed)), FORM_TYPE),
  ].map((read) => {
    if ('code' in read) throw new Error('a fault');
    const checked = checkRequest(read);
    return 'error' in checked ? checked.error.code : 'Success';
  });

describe('an envelope of a request', () => {
  it('gives the inquiry and the names of both parties', () => {
    const read = readEnvelope(Buffer.from(soap(elements(REQUEST))), SOAP_TYPE);
    if ('code' in read) throw new Error('a fault');
    expect(checkRequest(read)).toEqual({
      request: {
        interaction: 'realTime',
        payloadId: PAYLOAD_ID,
        senderId: 'SENDER',
        receiverId: 'RECEIVER',
        x12: Buffer.from(INQUIRY),
      },
    });
  });

  const required = [
    'PayloadType',
    'ProcessingMode',
    'PayloadID',
    'TimeStamp',
    'SenderID',
    'ReceiverID',
    'CORERuleVersion',
    'Payload',
  ];
  it.each(required)('must have %s', (name) => {
    expect(codesOf({ [name]: undefined })).toEqual([`${name}Required`, `${name}Required`]);
    expect(codesOf({ [name]: ' ' })).toEqual([`${name}Required`, `${name}Required`]);
  });

  it.each<readonly [string, Changed]>([
    ['Success', { TimeStamp: '2026-01-02T03:04:05', CORERuleVersion: 'C2.2.0' }],
    ['Success', { CheckSum: createHash('sha1').update(INQUIRY).digest('hex').toUpperCase() }],
    ['PayloadTypeIllegal', { PayloadType: 'eligibility' }],
    ['ProcessingModeIllegal', { ProcessingMode: 'Realtime' }],
    ['PayloadIDIllegal', { PayloadID: '1' }],
    ['TimeStampIllegal', { TimeStamp: '2026-13-02T03:04:05Z' }],
    ['TimeStampIllegal', { TimeStamp: 'now' }],
    ['SenderIDIllegal', { SenderID: 'x'.repeat(51) }],
    ['ReceiverIDIllegal', { ReceiverID: 'caf\u00e9' }],
    ['PayloadIllegal', { Payload: 'UNA' }],
    ['PayloadLengthIllegal', { PayloadLength: 'long' }],
    ['ChecksumMismatched', { CheckSum: 'ff' }],
    ['VersionMismatch', { CORERuleVersion: '4.0.0' }],
    ['NotSupported', { ProcessingMode: 'Batch' }],
    ['NotSupported', { PayloadType: 'X12_276_Request_005010X212' }],
    ['PayloadidNotUnderstood', { Payloadid: PAYLOAD_ID }],
    ['ElementNotUnderstood', { a_b: 'x' }],
  ])('is answered %s', (code, changed) => {
    expect(codesOf(changed)).toEqual([code, code]);
  });

  it('has each element once', () => {
    const twice = soap(elements(REQUEST) + elements({ SenderID: 'OTHER' }));
    const read = readEnvelope(Buffer.from(twice), SOAP_TYPE);
    expect('code' in read ? undefined : checkRequest(read)).toMatchObject({ error: { code: 'SenderIDIllegal' } });
  });

  it('is not taken as another structure of the rule', () => {
    const batch = soap(elements(REQUEST), { structure: 'BatchSubmission' });
    const read = readEnvelope(Buffer.from(batch), SOAP_TYPE);
    expect('code' in read ? undefined : checkRequest(read)).toMatchObject({ error: { code: 'NotSupported' } });
  });

  it('is answered by every code of the table that envelopes are judged by', () => {
    const judged = Object.entries(CORE_ERRORS).filter(([, { status }]) => status === 'taken');
    expect(judged.map(([kind]) => kind).sort()).toEqual(
      ['checksum', 'illegal', 'notSupported', 'notUnderstood', 'required', 'success', 'versionMismatch'].sort(),
    );
  });
});
