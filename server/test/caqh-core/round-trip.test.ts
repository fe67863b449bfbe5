import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../src/caqh-core/check-request.js';
import type { CoreEnvelope } from '../../src/caqh-core/envelope.js';
import { writeForm } from '../../src/caqh-core/mime/write-form.js';
import { answerTypeOf, PAYLOAD_TYPES } from '../../src/caqh-core/payload-types.js';
import { readEnvelope } from '../../src/caqh-core/read-envelope.js';
import { soapType, writeSoap } from '../../src/caqh-core/soap/write-soap.js';
import { UnreadableEnvelope } from '../../src/caqh-core/unreadable.js';
import { elements, FORM_TYPE, form, INQUIRY, ISA, REQUEST, RESPONSE, SOAP_TYPE, soap } from './fixtures.js';

const PRINTABLE = fc.stringMatching(/^[!-~](?:[ -~]{0,48}[!-~])?$/);
const BYTES = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from('ISA'), bytes]));
const TEXT = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(`ISA${text}`));

const envelopes = fc.record({
  payloadId: fc.uuid(),
  senderId: PRINTABLE,
  receiverId: PRINTABLE,
  payload: fc.oneof(BYTES, TEXT),
  username: PRINTABLE,
  password: PRINTABLE,
});

describe('what is written is read', () => {
  it('in SOAP and in MIME, whatever its bytes', () => {
    fc.assert(
      fc.property(envelopes, ({ username, password, payload, ...parties }) => {
        const sentAt = new Date(0);
        const type = { structure: 'RealTimeRequest', payloadType: PAYLOAD_TYPES.inquiry270 } as const;
        const envelope: CoreEnvelope = { ...parties, ...type, payload, sentAt };
        const credentials = { username, password };
        const written = writeForm(envelope, { boundary: 'a'.repeat(60), credentials });
        const forms = [
          readEnvelope(writeSoap(envelope, { credentials }), soapType(envelope)),
          readEnvelope(written.bytes, written.contentType),
        ];
        for (const read of forms) {
          if ('code' in read) throw new Error('a fault');
          expect(checkRequest(read)).toEqual({
            request: { interaction: 'realTime', ...parties, x12: Buffer.from(payload) },
          });
          expect(read.credentials).toEqual({ kind: 'text', ...credentials });
        }
      }),
    );
  });
});

describe('what is spoilt', () => {
  const sound = [
    [Buffer.from(soap(elements(REQUEST))), SOAP_TYPE],
    [Buffer.from(form(REQUEST)), FORM_TYPE],
  ] as const;

  it('is read, or refused by a reason: nothing else is thrown', () => {
    const cuts = fc.record({
      which: fc.nat(1),
      at: fc.nat(1500),
      length: fc.nat(80),
      put: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(cuts, ({ which, at, length, put }) => {
        const [body, type] = sound[which] ?? sound[0];
        const spoilt = Buffer.concat([body.subarray(0, at), put, body.subarray(at + length)]);
        try {
          const read = readEnvelope(spoilt, type);
          if (!('code' in read)) checkRequest(read);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableEnvelope);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes time that grows with its size alone', () => {
    const hostile: readonly (readonly [string, string])[] = [
      ['<a '.repeat(100_000), SOAP_TYPE],
      [`<a ${'b="" '.repeat(50_000)}/>`, SOAP_TYPE],
      ['&#65;'.repeat(100_000), SOAP_TYPE],
      ['--Part_1\r\n'.repeat(50_000), FORM_TYPE],
      [`--Part_1\r\n${'a:\r\n b'.repeat(50_000)}`, FORM_TYPE],
      [`--Part_1${' '.repeat(300_000)}`, FORM_TYPE],
      ['x', `multipart/form-data${'; a="'.repeat(10_000)}`],
      [
        `--Part_1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${' \t'.repeat(150_000)}x\r\n--Part_1--`,
        FORM_TYPE,
      ],
    ];
    for (const [body, type] of hostile) {
      const before = process.cpuUsage();
      try {
        readEnvelope(Buffer.from(body), type);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableEnvelope);
      }
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000, body.slice(0, 20)).toBeLessThan(2000);
    }
  });
});

describe('an interchange of answers', () => {
  it('is called by what is in it', () => {
    const types = [
      RESPONSE,
      RESPONSE.replace('ST*271', 'ST*999'),
      `${ISA}TA1*000000001*260102*0304*R*024~IEA*0*000000001~`,
    ];
    expect(types.map((x12) => answerTypeOf(Buffer.from(x12)))).toEqual([
      'X12_271_Response_005010X279A1',
      'X12_999_Response_005010X231A1',
      'X12_TA1_Response_00501X231A1',
    ]);
    expect(answerTypeOf(Buffer.from(INQUIRY.replace(/~/g, '~\r\n').replace('ST*270', 'ST*999')))).toBe(
      PAYLOAD_TYPES.acknowledgment999,
    );
  });
});
