import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Identity } from '../../../../src/transports/as2/certificates/certificate.js';
import { DISPOSITIONS, type DispositionReason } from '../../../../src/transports/as2/mdn/dispositions.js';
import { type ExpectedMdn, judgeMdn } from '../../../../src/transports/as2/mdn/judge-mdn.js';
import { isMdn, type MdnReading, readMdn } from '../../../../src/transports/as2/mdn/read-mdn.js';
import { type OutboundMdn, type WrittenMdn, writeMdn } from '../../../../src/transports/as2/mdn/write-mdn.js';
import { readEntity } from '../../../../src/transports/as2/mime/entity.js';
import type { Mic } from '../../../../src/transports/as2/signed/mic.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import { newIdentity } from '../identities.js';
import { cutOctets, latin1 } from '../octets-cut.js';

const mic: Mic = { algorithm: 'sha256', value: createHash('sha256').update('x').digest() };
const OUTBOUND: OutboundMdn = {
  reason: 'processed',
  from: 'THEM',
  to: 'US',
  originalMessageId: '<1@us>',
  mic,
  reportingUa: 'ediloom',
  messageId: '<2@them>',
  moment: new Date('2026-03-04T05:06:07Z'),
  unique: 'u-1',
};
const EXPECTED = { messageId: '<1@us>', mics: [mic], signed: true };

let them: Identity;
let other: Identity;
beforeAll(async () => {
  [them, other] = await Promise.all([newIdentity(), newIdentity()]);
});

const signing = (algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512' = 'sha256') => ({ identity: them, algorithm });

async function read(
  { headers, body }: WrittenMdn,
  trusted = [them.certificate],
  chunkBytes = 1000,
): Promise<MdnReading> {
  const octets = cutOctets(body, chunkBytes);
  return readMdn({ headers, body: octets, whole: octets }, { trusted, spool: createMemorySpool() });
}

async function readText(text: string): Promise<MdnReading> {
  const entity = await readEntity(cutOctets(latin1(text), 1000));
  return readMdn(entity, { trusted: [them.certificate], spool: createMemorySpool() });
}

// The keys of the table, which `Object.keys` gives as plain strings.
const REASONS = Object.keys(DISPOSITIONS) as readonly DispositionReason[];

describe('receipts', () => {
  it.each(REASONS)('%s comes back, signed or not, in any chunks', async (reason) => {
    for (const sign of [undefined, signing()]) {
      const written = await writeMdn({ ...OUTBOUND, reason, signing: sign });
      for (const chunkBytes of [1, 17, 100_000]) {
        const reading = await read(written, [them.certificate], chunkBytes);
        expect(reading).toMatchObject({
          kind: 'mdn',
          mdn: {
            disposition: { reason },
            originalMessageId: '1@us',
            finalRecipient: 'THEM',
            reportingUa: 'ediloom',
            mic,
          },
          signature: { state: sign === undefined ? 'none' : 'verified' },
        });
        expect(reading.kind === 'mdn' && reading.mdn.text).toContain(DISPOSITIONS[reason].text);
      }
    }
  });

  it('say over HTTP who, when and what, on one line each', async () => {
    const { headers, body } = await writeMdn({ ...OUTBOUND, from: 'A "B"', contentTransferEncoding: 'binary' });
    const said = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    expect(said).toMatchObject({
      'AS2-From': '"A \\"B\\""',
      'AS2-To': 'US',
      'Message-ID': '<2@them>',
      Date: 'Wed, 04 Mar 2026 05:06:07 GMT',
      'Content-Transfer-Encoding': 'binary',
    });
    expect(said['Content-Type']).toBe(
      'multipart/report; report-type=disposition-notification; boundary="=_report-u-1"',
    );
    expect(Buffer.from(body).toString()).toContain('\r\nFinal-Recipient: rfc822; "A \\"B\\""\r\n');
    expect(headers.some(({ value }) => /[\r\n]/.test(value))).toBe(false);
  });

  it.each(['sha1', 'sha256', 'sha384', 'sha512'] as const)('are signed by %s', async (algorithm) => {
    const written = await writeMdn({ ...OUTBOUND, signing: signing(algorithm) });
    expect(await read(written)).toMatchObject({ signature: { state: 'verified', signer: them.certificate } });
  });

  it('are untrusted where the signature is of another, expired where the certificate is', async () => {
    const written = await writeMdn({ ...OUTBOUND, signing: signing() });
    expect(await read(written, [other.certificate])).toMatchObject({ signature: { state: 'wrong' } });
    const body = cutOctets(written.body, 1000);
    const entity = { headers: written.headers, body, whole: body };
    const options = { trusted: [], inactive: [them.certificate], spool: createMemorySpool() };
    expect(await readMdn(entity, options)).toMatchObject({ signature: { state: 'expired' } });
    const forged = {
      ...written,
      body: latin1(Buffer.from(written.body).toString('latin1').replace('<1@us>', '<9@us>')),
    };
    expect(await read(forged)).toMatchObject({ mdn: { originalMessageId: '9@us' }, signature: { state: 'wrong' } });
  });

  it('are recognised, signed or not, and nothing else is', async () => {
    for (const sign of [undefined, signing()]) {
      const { headers, body } = await writeMdn({ ...OUTBOUND, signing: sign });
      const octets = cutOctets(body, 50);
      expect(await isMdn({ headers, body: octets, whole: octets })).toBe(true);
    }
    for (const text of [
      'Content-Type: application/edi-x12\r\n\r\nISA',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\n--b--',
      'Content-Type: multipart/signed\r\n\r\n',
      'Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--',
      'Content-Type: x\r\nContent-Type: y\r\n\r\n',
    ]) {
      expect(await isMdn(await readEntity(cutOctets(latin1(text), 1000))), text).toBe(false);
    }
  });

  it('are read as partners write them', async () => {
    const lines = (disposition: string) =>
      `reporting-ua:Partner\nFINAL-RECIPIENT:rfc822;"THEM"\noriginal-message-id:<1@us>\n\ndisposition:${disposition}\nreceived-content-mic:${mic.value.toString()}`;
    const base64 = Buffer.from(mic.value).toString('base64');
    const report = (inner: string) =>
      `Content-Type: Multipart/Report; Boundary=b; Report-Type="Disposition-Notification"\n\n--b\nContent-Type: TEXT/PLAIN\n\nhello\n--b\nContent-Type: Message/Disposition-Notification\n${inner}\n--b--`;
    expect(
      await readText(
        report(`\nDisposition:x;failed/Failure:Unsupported Format\nReceived-Content-MIC:${base64},SHA256\n`),
      ),
    ).toMatchObject({
      mdn: {
        disposition: { reason: 'unsupported-format', received: false },
        mic,
        text: 'hello',
        originalMessageId: undefined,
      },
    });
    expect(await readText(report(`\n${lines('a/b;processed')}`))).toMatchObject({
      mdn: { disposition: { received: true }, originalMessageId: '1@us', finalRecipient: '"THEM"', mic: undefined },
    });
    const encoded = Buffer.from('Disposition: a/b; processed/error\r\nError: decryption-failed\r\n').toString('base64');
    expect(await readText(report(`Content-Transfer-Encoding: base64\n\n${encoded}`))).toMatchObject({
      mdn: { disposition: { reason: 'decryption-failed' } },
    });
    expect(
      await readText('Content-Type: message/disposition-notification\n\nDisposition: a/b; processed\n'),
    ).toMatchObject({
      mdn: { disposition: { reason: 'processed' } },
    });
  });

  it('are unreadable where they are none', async () => {
    for (const text of [
      '',
      'Content-Type: text/html\r\n\r\n<html>',
      'Content-Type: multipart/report\r\n\r\n',
      'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--',
      'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/disposition-notification\r\n\r\nX: 1\r\n--b--',
      'Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b\r\nContent-Type: application/pkcs7-signature\r\n\r\nMIIx\r\n--b--',
      `Content-Type: message/disposition-notification\r\n\r\nDisposition: processed\r\n${'x'.repeat(2_000_000)}`,
    ]) {
      expect(await readText(text), text.slice(0, 80)).toMatchObject({ kind: 'unreadable' });
    }
  });
});

describe('what a receipt means', () => {
  const judge = async (
    changes: Partial<OutboundMdn>,
    expected: Partial<ExpectedMdn> = {},
    trusted = [them.certificate],
  ) =>
    judgeMdn(await read(await writeMdn({ ...OUTBOUND, signing: signing(), ...changes }), trusted), {
      ...EXPECTED,
      ...expected,
    });

  it('delivered: processed, or a duplicate, with the MIC sent', async () => {
    expect(await judge({})).toEqual({ delivered: true, disposition: 'processed' });
    expect(await judge({ reason: 'duplicate-document' })).toMatchObject({ delivered: true });
    expect(await judge({ reason: 'duplicate-document', mic: undefined })).toMatchObject({ delivered: true });
    expect(await judge({ signing: undefined, mic: undefined }, { signed: false })).toMatchObject({ delivered: true });
  });

  it('not delivered: every other disposition', async () => {
    for (const reason of REASONS.filter((name) => name !== 'processed' && name !== 'duplicate-document')) {
      const { modifier, type, words } = DISPOSITIONS[reason];
      const text = `${type}/${modifier}: ${words}`;
      expect(await judge({ reason })).toMatchObject({ delivered: false, reason: 'mdn-failure', at: text });
      expect(await judge({ reason, signing: undefined })).toMatchObject({ delivered: false, reason: 'mdn-failure' });
    }
  });

  it('unknown: wrong MIC, wrong signature, none, for another, unreadable', async () => {
    const value = createHash('sha256').update('y').digest();
    const sha1: Mic = { algorithm: 'sha1', value: createHash('sha1').update('x').digest() };
    expect(await judge({ mic: { algorithm: 'sha256', value } })).toMatchObject({ reason: 'mic-differs' });
    expect(await judge({ mic: sha1 })).toMatchObject({ reason: 'mic-differs', details: { micAlgorithm: 'sha1' } });
    expect(await judge({ mic: sha1 }, { mics: [mic, sha1] })).toMatchObject({ delivered: true });
    expect(await judge({ mic: undefined })).toMatchObject({ reason: 'mdn-unreadable' });
    expect(await judge({ mic: undefined }, { requireMic: false })).toMatchObject({ delivered: true });
    expect(await judge({ mic: undefined, signing: undefined }, { requireMic: false })).toMatchObject({
      reason: 'mdn-untrusted',
    });
    expect(await judge({ mic: { algorithm: 'sha256', value } }, { requireMic: false })).toMatchObject({
      reason: 'mic-differs',
    });
    expect(await judge({}, {}, [other.certificate])).toMatchObject({ reason: 'mdn-untrusted' });
    expect(await judge({ signing: undefined })).toMatchObject({ reason: 'mdn-untrusted' });
    expect(await judge({ originalMessageId: '<other@us>' })).toMatchObject({ reason: 'mdn-unreadable' });
    expect(judgeMdn({ kind: 'unreadable', text: 'No.' }, EXPECTED)).toMatchObject({ reason: 'mdn-unreadable' });
  });
});
