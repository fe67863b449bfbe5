import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReceivedEnvelope } from '../../src/caqh-core/envelope.js';
import { readEnvelope, readEnvelopeHead, readEnvelopeInSteps } from '../../src/caqh-core/read-envelope.js';
import { elements, FORM_TYPE, form, REQUEST, SOAP_TYPE, soap, token } from './fixtures.js';

const RELATED_TYPE = 'multipart/related; boundary=b; type="application/xop+xml"';
const HEADER = token('account', 'secret');

const head = (body: string | Uint8Array, type: string): ReceivedEnvelope => {
  const read = readEnvelopeHead(Buffer.from(body as string), type);
  if ('code' in read) throw new Error(`a fault: ${read.code}`);
  return read;
};

/** What comes before a payload, in each form. */
function bodies(texts: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const root = soap(elements(texts), { header: HEADER });
  const attached = ['--b', 'Content-Type: application/xop+xml; charset=UTF-8', '', root, '--b--', ''].join('\r\n');
  return [
    [root, SOAP_TYPE],
    [attached, RELATED_TYPE],
    [form(texts, { UserName: 'account', Password: 'secret' }), FORM_TYPE],
  ];
}

describe('the head of an envelope', () => {
  it('is the envelope without its payload', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9]{1,60}$/);
    fc.assert(
      fc.property(name, name, name, (SenderID, ReceiverID, PayloadID) => {
        for (const [body, type] of bodies({ ...REQUEST, SenderID, ReceiverID, PayloadID })) {
          const whole = readEnvelope(Buffer.from(body), type);
          expect(head(body, type)).toEqual({ ...whole, payload: undefined });
        }
      }),
    );
  });

  it('is read however long the payload is, and whatever it is', () => {
    const Payload = `${REQUEST.Payload}${'~'.repeat(100_000)}<<&]]>`;
    for (const [body, type] of bodies({ ...REQUEST, Payload })) {
      const { texts, payload, credentials } = head(body, type);
      expect(texts).toMatchObject({ SenderID: 'SENDER', CORERuleVersion: '2.2.0' });
      expect(credentials).toEqual({ kind: 'text', username: 'account', password: 'secret' });
      expect(payload).toBeUndefined();
    }
  });

  it('is read where a character of many bytes, or an escape of MIME, is cut by its end', () => {
    for (const before of ['', 'x', 'xy']) {
      const root = soap(elements({ ...REQUEST, Payload: `${before}${'\u20ac'.repeat(300_000)}` }), { header: HEADER });
      const quoted = root.replace(/=/g, '=3D').replace(/\u20ac/g, '=E2=82=AC');
      const attached = `--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quoted}\r\n--b--`;
      expect(head(root, SOAP_TYPE).credentials).toMatchObject({ username: 'account' });
      expect(head(attached, RELATED_TYPE).credentials).toMatchObject({ username: 'account' });
    }
  });

  it('has an element of a header by the name of the payload in it', () => {
    const header = `<a:Payload xmlns:a="urn:a">x</a:Payload>${HEADER}`;
    expect(head(soap(elements(REQUEST), { header }), SOAP_TYPE).credentials).toMatchObject({ username: 'account' });
  });

  it('ends after 64,000 characters', () => {
    const header = `<!--${'x'.repeat(70_000)}-->${HEADER}`;
    const read = (): unknown => readEnvelopeHead(Buffer.from(soap(elements(REQUEST), { header })), SOAP_TYPE);
    expect(read).toThrow(expect.objectContaining({ reason: 'too-large' }));
    const long = form(REQUEST, { UserName: 'x'.repeat(70_000) });
    expect(() => readEnvelopeHead(Buffer.from(long), FORM_TYPE)).toThrow('64 KB');
  });
});

describe('a long payload in quoted-printable', () => {
  const quoted = '=41\n'.repeat(500_000);
  const inForm = `--b\r\nContent-Disposition: form-data; name="Payload"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quoted}\r\n--b--`;
  const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:file"/>';
  const root = soap(elements({ ...REQUEST, Payload: include }), { header: HEADER });
  const attached = `--b\r\n\r\n${root}\r\n--b\r\nContent-ID: <file>\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quoted}\r\n--b--`;

  it.each([
    ['of a form', inForm, 'multipart/form-data; boundary=b'],
    ['that is attached', attached, RELATED_TYPE],
  ])('%s is undone in steps: others have their turn between', (_, body, type) => {
    const steps = readEnvelopeInSteps(Buffer.from(body), type);
    let rests = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) rests++;
    expect(rests).toBeGreaterThan(5);
    const read = step.value;
    const text = 'payload' in read ? Buffer.from(read.payload ?? []).toString() : '';
    expect(text === 'A\r\n'.repeat(500_000)).toBe(true);
  });
});
