import { describe, expect, it } from 'vitest';
import type { ReceivedEnvelope } from '../../src/caqh-core/envelope.js';
import { readEnvelope, readEnvelopeInSteps } from '../../src/caqh-core/read-envelope.js';
import { UnreadableEnvelope } from '../../src/caqh-core/unreadable.js';
import { elements, FORM_TYPE, form, INQUIRY, ISA, REQUEST, SOAP_TYPE, soap, token } from './fixtures.js';

const read = (body: string | Uint8Array, type = SOAP_TYPE): ReceivedEnvelope => {
  const read = readEnvelope(Buffer.from(body as string), type);
  if ('code' in read) throw new Error(`a fault: ${read.code}`);
  return read;
};
const payloadOf = ({ payload = new Uint8Array() }: ReceivedEnvelope): string => Buffer.from(payload).toString('latin1');
const reasonOf = (body: string | Uint8Array, type = SOAP_TYPE): string => {
  try {
    readEnvelope(Buffer.from(body as string), type);
  } catch (error) {
    if (error instanceof UnreadableEnvelope) return error.reason;
    throw error;
  }
  return 'read';
};

describe('a SOAP envelope', () => {
  it('is read piece by piece where it is long, and is the same', () => {
    const Payload = `${INQUIRY}${'&#42;X'.repeat(200_000)}`;
    const body = Buffer.from(soap(elements(REQUEST, { Payload })));
    const steps = readEnvelopeInSteps(body, SOAP_TYPE);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).toBeGreaterThan(body.length / 100_000);
    if ('code' in step.value) throw new Error('a fault');
    expect(payloadOf(step.value)).toBe(`${INQUIRY}${'*X'.repeat(200_000)}`);
  });

  it('is read in the shape that the rule publishes', () => {
    const envelope = read(soap(elements(REQUEST), { header: token('account', 'secret') }));
    const { Payload, ...texts } = REQUEST;
    expect(envelope).toMatchObject({ form: 'soap', structure: 'RealTimeRequest', unknown: [] });
    expect(envelope.texts).toEqual(texts);
    expect(payloadOf(envelope)).toBe(Payload);
    expect(envelope.credentials).toEqual({ kind: 'text', username: 'account', password: 'secret' });
  });

  it.each([
    ['CDATA behind a line end', `\n<![CDATA[${INQUIRY}]]>\n`],
    ['two pieces of CDATA', `<![CDATA[${INQUIRY.slice(0, 50)}]]><![CDATA[${INQUIRY.slice(50)}]]>`],
    ['references', INQUIRY.replace(/\*/g, '&#42;')],
    ['base64', Buffer.from(INQUIRY).toString('base64')],
    ['base64 in lines', Buffer.from(INQUIRY).toString('base64').replace(/.{76}/g, '$&\n')],
  ])('has its payload as %s', (_, Payload) => {
    expect(payloadOf(read(soap(elements(REQUEST, { Payload })))).trimEnd()).toBe(INQUIRY);
  });

  it.each([
    ['something behind its padding', `${Buffer.from(INQUIRY).toString('base64').replace(/=*$/, '==')}QQ==`],
    ['three signs of padding', `${Buffer.from(INQUIRY).toString('base64').replace(/=*$/, '===')}`],
    ['a character of the other alphabet', `${Buffer.from(INQUIRY).toString('base64').replace(/=*$/, '')}-A`],
  ])('has a payload that is no base64 as it came, with %s', (_, Payload) => {
    expect(payloadOf(read(soap(elements(REQUEST, { Payload }))))).toBe(Payload);
  });

  it('is read whatever its prefixes, with elements in the namespace or in none', () => {
    const qualified = soap(elements(REQUEST).replace(/<(\/?)(?=[A-Z])/g, '<$1ns1:'));
    expect(read(qualified.replaceAll('soapenv', 'S').replaceAll('ns1', 'x')).texts).toMatchObject({
      SenderID: 'SENDER',
    });
    const byDefault = soap(elements(REQUEST)).replaceAll('ns1:', '').replace('xmlns:ns1', 'xmlns');
    expect(payloadOf(read(byDefault))).toBe(INQUIRY);
    const ofTheWsdl = soap(elements(REQUEST)).replace('CORERule2.2.0.xsd', '');
    expect(payloadOf(read(ofTheWsdl))).toBe(INQUIRY);
  });

  it.each([
    ['utf-8 with a mark', Buffer.from(`\ufeff${soap(elements(REQUEST))}`)],
    ['utf-16le with a mark', Buffer.from(`\ufeff${soap(elements(REQUEST)).replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['utf-16be', Buffer.from(soap(elements(REQUEST)).replace('UTF-8', 'UTF-16'), 'utf16le').swap16()],
    ['latin 1', Buffer.from(soap(elements(REQUEST)).replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ])('is read in %s', (_, body) => {
    expect(payloadOf(read(body, 'application/soap+xml'))).toBe(INQUIRY);
  });

  it('is read with its payload attached (MTOM)', () => {
    const include = '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:p%40x"/>';
    const root = soap(elements(REQUEST, { Payload: include }));
    const body = [
      ...['--b', 'Content-Type: application/octet-stream', 'Content-ID: <p@x>', '', INQUIRY],
      ...['--b', 'Content-Type: application/xop+xml; charset=UTF-8', 'Content-ID: <root@x>', '', root, '--b--', ''],
    ].join('\r\n');
    const type = 'multipart/related; boundary=b; type="application/xop+xml"; start="<root@x>"';
    expect(payloadOf(read(body, type))).toBe(INQUIRY);
    expect(reasonOf(body.replace('<p@x>', '<q@x>'), type)).toBe('attachment');
    expect(reasonOf(root)).toBe('attachment');
  });

  it('has a digest that is told from a text, and no header at all where there is none', () => {
    expect(read(soap(elements(REQUEST), { header: token('a', 'x', 'PasswordDigest') })).credentials).toEqual({
      kind: 'digest',
    });
    expect(read(soap(elements(REQUEST))).credentials).toBeUndefined();
  });

  it.each([
    ['not-soap', ''],
    ['not-soap', '{"a":1}'],
    ['not-soap', '<html><body>Hello</body></html>'],
    ['not-soap', soap('').slice(0, -5)],
    ['not-soap', soap(elements(REQUEST, { Payload: 'A & B' }))],
    ['not-soap', soap(elements(REQUEST)).replace('http://www.caqh.org', 'http://example.org')],
    ['not-soap', `${soap(elements(REQUEST))}<a/>`],
    ['not-soap', soap('</ns1:COREEnvelopeRealTimeRequest><a/><ns1:COREEnvelopeRealTimeRequest>')],
    ['not-soap', soap(elements(REQUEST)).replace('<soapenv:Env', '<!DOCTYPE a [<!ENTITY x "y">]><soapenv:Env')],
    ['not-soap', soap(elements(REQUEST, { SenderID: '&x;' }))],
    [
      'soap-version',
      soap(elements(REQUEST)).replace(
        'http://www.w3.org/2003/05/soap-envelope',
        'http://schemas.xmlsoap.org/soap/envelope/',
      ),
    ],
    ['header', soap(elements(REQUEST), { header: '<a:b xmlns:a="urn:a" soapenv:mustUnderstand="1"/>' })],
    ['too-large', soap('<a>'.repeat(40) + '</a>'.repeat(40))],
    ['too-large', soap('<a/>'.repeat(1001))],
    // Refused before its end, which is not well-formed, is looked at.
    ['too-large', soap(`<a ${Array.from({ length: 4001 }, (_, place) => `b${place}=""`).join(' ')} <`)],
    ['encoding', Buffer.from(soap(elements(REQUEST, { SenderID: '\u00e9' })), 'latin1')],
    ['encoding', soap(elements(REQUEST)).replace('UTF-8', 'EBCDIC-US')],
    // Names that every object of the language has.
    ['encoding', soap(elements(REQUEST)).replace('UTF-8', 'constructor')],
    ['encoding', soap(elements(REQUEST)).replace('UTF-8', '__proto__')],
  ])('is refused as %s', (reason, body) => {
    expect(reasonOf(body, 'application/soap+xml')).toBe(reason);
  });

  it('lets a header pass that need not be understood', () => {
    expect(reasonOf(soap(elements(REQUEST), { header: '<a:b xmlns:a="urn:a"/>' }))).toBe('read');
  });
});

describe('a form', () => {
  it('is read in the shape that the rule publishes', () => {
    const envelope = read(form(REQUEST, { UserName: 'account', Password: 'secret' }), FORM_TYPE);
    const { Payload, ...texts } = REQUEST;
    expect(envelope.texts).toEqual(texts);
    expect(payloadOf(envelope)).toBe(Payload);
    expect(envelope.credentials).toEqual({ kind: 'text', username: 'account', password: 'secret' });
  });

  it.each(['constructor', '__proto__', 'toString', 'Passwort'])('has parts that are not known: %s', (name) => {
    const { unknown, credentials } = read(form({ ...REQUEST, Other: 'x' }).replace('"Other"', `"${name}"`), FORM_TYPE);
    expect([unknown, credentials]).toEqual([[name], undefined]);
  });

  it.each([
    ['lines that end by LF', form(REQUEST, {}, { end: '\n' }), FORM_TYPE],
    ['no line end at its end', form(REQUEST).trimEnd(), FORM_TYPE],
    ['a preamble', `This is MIME.\r\n${form(REQUEST)}`, FORM_TYPE],
    ['a quoted boundary', form(REQUEST, {}, { boundary: 'a b;c' }), 'multipart/form-data; boundary="a b;c"'],
    ['a boundary in front of others', form(REQUEST), 'Multipart/Form-Data; charset=utf-8; Boundary=Part_1; a=b'],
  ])('is read with %s', (_, body, type) => {
    expect(payloadOf(read(body, type))).toBe(INQUIRY);
  });

  it.each([
    ['base64', Buffer.from(INQUIRY).toString('base64').replace(/.{76}/g, '$&\r\n')],
    ['quoted-printable', INQUIRY.replace(/[*]/g, '=2A').replace(/.{60}/g, '$&=\r\n')],
    ['8bit', INQUIRY],
  ])('has parts in %s', (encoding, content) => {
    const part = `--Part_1\r\ncontent-disposition: form-data;\r\n name=Payload\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n--Part_1--`;
    expect(payloadOf(read(part, FORM_TYPE))).toBe(INQUIRY);
  });

  it('has a payload with the boundary inside of its lines', () => {
    const Payload = `${ISA}NTE*--Part_1~\n--Part_10~`;
    expect(payloadOf(read(form(REQUEST, { Payload }), FORM_TYPE))).toBe(Payload);
  });

  it.each([
    ['another boundary', form(REQUEST), 'multipart/form-data; boundary=other'],
    ['no boundary', form(REQUEST), 'multipart/form-data'],
    ['no end', form(REQUEST).slice(0, -12), FORM_TYPE],
    ['nothing at all', '', FORM_TYPE],
    ['a part without an empty line', '--Part_1\r\nContent-Disposition: x\r\n--Part_1--', FORM_TYPE],
  ])('is refused with %s', (_, body, type) => {
    expect(reasonOf(body, type)).toBe('not-mime');
  });

  it('is refused with more parts than an envelope has', () => {
    const parts = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`a${index}`, 'x']));
    expect(reasonOf(form(parts), FORM_TYPE)).toBe('too-large');
  });
});
