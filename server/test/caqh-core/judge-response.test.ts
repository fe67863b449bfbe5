import { describe, expect, it } from 'vitest';
import { CORE_ERRORS } from '../../src/caqh-core/errors.js';
import { judgeResponse } from '../../src/caqh-core/judge-response.js';
import { readEnvelope } from '../../src/caqh-core/read-envelope.js';
import { ANSWER, elements, FORM_TYPE, form, PAYLOAD_ID, RESPONSE, SOAP_TYPE, soap } from './fixtures.js';

type Changed = Readonly<Record<string, string | undefined>>;

const judge = (changed: Changed, echoesPayloadId = false) => {
  const options = { versions: 'both' } as const;
  const expected = { payloadId: PAYLOAD_ID, echoesPayloadId };
  const asSoap = soap(elements(ANSWER, changed), { structure: 'RealTimeResponse' });
  const judged = judgeResponse(readEnvelope(Buffer.from(asSoap), SOAP_TYPE, options), expected);
  expect(judgeResponse(readEnvelope(Buffer.from(form(ANSWER, changed)), FORM_TYPE), expected)).toEqual(judged);
  return judged;
};

describe('an envelope of an answer', () => {
  it.each([
    'X12_271_Response_005010X279A1',
    'X12_999_Response_005010X231A1',
    'X12_TA1_Response_00501X231A1',
    'X12_TA1_Response_005010X231A1',
  ])('is an answer as %s', (PayloadType) => {
    expect(judge({ PayloadType })).toEqual({ kind: 'answer', x12: Buffer.from(RESPONSE) });
    expect(judge({ PayloadType, ErrorCode: undefined, ErrorMessage: undefined }).kind).toBe('answer');
  });

  it('may come under a PayloadID of its own, unless the payer is known to echo', () => {
    const PayloadID = '00000000-0000-4000-8000-000000000000';
    expect(judge({ PayloadID }).kind).toBe('answer');
    expect(judge({ PayloadID }, true)).toEqual({ kind: 'envelope', detail: 'PayloadIDIllegal' });
    expect(judge({ PayloadID: undefined }, true)).toEqual({ kind: 'envelope', detail: 'PayloadIDRequired' });
    expect(judge({ PayloadID: PAYLOAD_ID.toUpperCase() }, true).kind).toBe('answer');
  });

  it.each([
    ['envelope', 'PayloadTypeIllegal', { PayloadType: 'X12_277_Response_005010X212' }],
    ['envelope', 'PayloadTypeIllegal', { PayloadType: 'X12_270_Request_005010X279A1' }],
    ['envelope', 'PayloadTypeRequired', { PayloadType: undefined }],
    ['envelope', 'CoreEnvelopeError', { PayloadType: 'CoreEnvelopeError', ErrorCode: undefined, Payload: undefined }],
    ['not-x12', 'PayloadRequired', { Payload: '' }],
    ['not-x12', 'PayloadRequired', { Payload: undefined }],
    ['not-x12', 'PayloadIllegal', { Payload: 'DOE JANE' }],
    ['envelope', 'ErrorCode', { ErrorCode: 'DOE JANE' }],
    ['refused', 'UnAuthorized', { ErrorCode: 'Unauthorized' }],
  ] as const)('is %s with %s', (kind, detail, changed) => {
    expect(judge(changed)).toEqual({ kind, detail });
  });

  const codes = Object.values(CORE_ERRORS)
    .map(({ code }) => code.replace('<Name>', 'PayloadID'))
    .filter((code) => code !== 'Success' && code !== 'UnAuthorized');
  it.each(codes)('with the error %s is no answer', (ErrorCode) => {
    expect(judge({ ErrorCode, PayloadType: 'CoreEnvelopeError', Payload: undefined })).toEqual({
      kind: 'envelope',
      detail: ErrorCode,
    });
  });

  it.each([
    [
      '1.2',
      '<soapenv:Code><soapenv:Value>soapenv:Receiver</soapenv:Value></soapenv:Code><soapenv:Reason><soapenv:Text xml:lang="en">DOE JANE</soapenv:Text></soapenv:Reason>',
      'Receiver',
    ],
    ['1.1', '<faultcode>soapenv:Server</faultcode><faultstring>DOE JANE</faultstring>', 'Server'],
    ['1.2', '<soapenv:Code><soapenv:Value>DOE JANE</soapenv:Value></soapenv:Code>', 'Fault'],
  ])('is a fault of SOAP %s, told by its code alone', (version, content, detail) => {
    const namespace =
      version === '1.1' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope';
    const fault = `<soapenv:Envelope xmlns:soapenv="${namespace}"><soapenv:Body><soapenv:Fault>${content}</soapenv:Fault></soapenv:Body></soapenv:Envelope>`;
    const read = readEnvelope(Buffer.from(fault), 'text/xml', { versions: 'both' });
    expect(judgeResponse(read, { payloadId: PAYLOAD_ID, echoesPayloadId: false })).toEqual({
      kind: 'envelope',
      detail,
    });
  });

  it('of a request is none', () => {
    const read = readEnvelope(Buffer.from(soap(elements(ANSWER))), SOAP_TYPE);
    expect(judgeResponse(read, { payloadId: PAYLOAD_ID, echoesPayloadId: false }).kind).toBe('envelope');
  });
});
