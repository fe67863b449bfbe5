import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentCipher, DigestAlgorithm } from '../../../../src/transports/as2/agreement/algorithms.js';
import type { OutboundAgreement } from '../../../../src/transports/as2/agreement/partnership.js';
import { judgeMdn } from '../../../../src/transports/as2/mdn/judge-mdn.js';
import { writeMdn } from '../../../../src/transports/as2/mdn/write-mdn.js';
import { sameMic } from '../../../../src/transports/as2/signed/mic.js';
import { octetsOf } from '../../../../src/transports/as2/spool/octets.js';
import { bytesOf, cutOctets, latin1, textOf } from '../octets-cut.js';
import { inChunks, LENIENT, MOMENT, newPartners, type Partners, receive, send } from './partners.js';

const DIGESTS: readonly (DigestAlgorithm | 'none')[] = ['none', 'sha1', 'sha256', 'sha384', 'sha512'];
const CIPHERS: readonly (ContentCipher | 'none')[] = [
  'none',
  '3des',
  'aes128-cbc',
  'aes192-cbc',
  'aes256-cbc',
  'aes128-gcm',
  'aes192-gcm',
  'aes256-gcm',
];
const ORDERS = ['none', 'before-signing', 'after-signing'] as const;
const ENCODINGS = ['7bit', '8bit', 'binary', 'base64'] as const;

let partners: Partners;
beforeAll(async () => {
  partners = await newPartners();
});

/** Sends, receives in chunks, and compares: octets, name, MIC, what was seen of the layers. */
async function roundTrip(bytes: Uint8Array, outbound: Partial<OutboundAgreement>, chunkBytes: number): Promise<void> {
  const payload = { octets: cutOctets(bytes, chunkBytes), name: 'a b.edi', contentType: 'application/edi-x12' };
  const transmission = await send(payload, partners.sending({ outbound }));
  const written = await bytesOf(transmission.body);
  expect(written.length).toBe(transmission.body.size);
  const opened = await receive(await inChunks(transmission, chunkBytes * 3), partners.receiving(LENIENT));
  if (opened.kind !== 'payload') throw new Error(JSON.stringify(opened));
  expect((await bytesOf(opened.payload.octets)).equals(bytes)).toBe(true);
  expect(opened.payload).toMatchObject({ name: 'a b.edi', contentType: 'application/edi-x12' });
  expect(transmission.mics.some((mic) => sameMic(mic, opened.mic))).toBe(true);
  expect(opened.cipher).toBe(outbound.encrypt === 'none' ? undefined : outbound.encrypt);
  expect(opened.signedBy?.fingerprint).toBe(outbound.sign === 'none' ? undefined : partners.us.certificate.fingerprint);
  expect(opened.compressed).toBe(outbound.compress !== 'none');
  await opened.discard();
}

const PAYLOADS = [
  '',
  'ISA~',
  'ISA~\r\n',
  'ISA~\r\n\r\n\r\n',
  'a\nb\n\n',
  '\n',
  '--=_signed-u-1x\r\n',
  'A'.repeat(5000),
  '\0\xff\r\r\n.\r\n',
];

describe('a transmission', () => {
  it('comes back the same for every digest, cipher, order of compression and transfer encoding', async () => {
    let at = 0;
    for (const sign of DIGESTS) {
      for (const encrypt of CIPHERS) {
        for (const compress of ORDERS) {
          const contentTransferEncoding = ENCODINGS[at % ENCODINGS.length] ?? 'binary';
          const keyTransport = at % 3 === 0 ? 'rsa-oaep' : 'rsa-pkcs1';
          const text = PAYLOADS[at % PAYLOADS.length] ?? '';
          await roundTrip(
            latin1(text),
            { sign, encrypt, compress, contentTransferEncoding, keyTransport },
            1 + (at % 50),
          );
          at += 1;
        }
      }
    }
    expect(at).toBe(120);
  });

  it('comes back the same for any payload, settings and cuts', async () => {
    const settings = fc.record({
      sign: fc.constantFrom(...DIGESTS),
      encrypt: fc.constantFrom(...CIPHERS),
      compress: fc.constantFrom(...ORDERS),
      contentTransferEncoding: fc.constantFrom(...ENCODINGS),
      digestNames: fc.constantFrom('new' as const, 'old' as const),
      includeCertificate: fc.boolean(),
      keyTransport: fc.constantFrom('rsa-pkcs1' as const, 'rsa-oaep' as const),
      fileName: fc.constantFrom('quoted' as const, 'plain' as const),
    });
    const textual = fc.array(fc.constantFrom('\r', '\n', '\r\n', '--', '=_signed-u-1', 'ISA*', '~', '=', '\0'), {
      maxLength: 40,
    });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      textual.map((all) => latin1(all.join(''))),
    );
    const isPayload = (all: Uint8Array): boolean =>
      !/(^|\n)--=_signed-u-1(--)?[ \t]*(\r?\n|\r?$)/.test(Buffer.from(all).toString('latin1'));
    await fc.assert(fc.asyncProperty(bytes.filter(isPayload), settings, fc.integer({ min: 1, max: 400 }), roundTrip), {
      numRuns: 120,
    });
  });

  it('gives the same octets in every reading, from anywhere', async () => {
    const { body } = await send({ octets: octetsOf(latin1('ISA~'.repeat(100))) }, partners.sending());
    const [once, again] = [await bytesOf(body), await bytesOf(body)];
    expect(once.equals(again)).toBe(true);
    const parts: Uint8Array[] = [];
    for await (const chunk of body.open(100, 300)) parts.push(chunk.slice());
    expect(Buffer.concat(parts).equals(once.subarray(100, 300))).toBe(true);
  });

  it('is answered by a receipt that says delivered', async () => {
    for (const sign of ['none', 'sha256'] as const) {
      for (const signed of [true, false]) {
        const transmission = await send(
          { octets: octetsOf(latin1('ISA~')) },
          partners.sending({ outbound: { sign }, mdn: { signed } }),
        );
        const opened = await receive(transmission, partners.receiving(LENIENT));
        if (opened.kind !== 'payload') throw new Error(JSON.stringify(opened));
        const written = await writeMdn({
          reason: 'processed',
          from: 'THEM',
          to: 'US',
          originalMessageId: '<1@us>',
          mic: opened.mic,
          reportingUa: 'x',
          messageId: '<2@them>',
          moment: MOMENT,
          unique: 'u-2',
          signing: signed ? { identity: partners.them, algorithm: opened.mic.algorithm } : undefined,
        });
        // The receipt comes in by itself, at the address of transmissions.
        const received = await receive(
          { headers: written.headers, body: octetsOf(written.body) },
          partners.sending(LENIENT),
        );
        if (received.kind !== 'mdn') throw new Error(JSON.stringify(received));
        // Unsigned, without options: sha1 by the RFC, sha256 by ours as receiver; the sender knows both.
        const verdict = judgeMdn(received.reading, { messageId: '<1@us>', mics: transmission.mics, signed });
        expect(verdict).toMatchObject({ delivered: true });
      }
    }
  });

  it('has headers that AS2 wants, one line each', async () => {
    const { headers } = await send(
      { octets: octetsOf(latin1('x')), name: 'a\r\nb"€.edi' },
      partners.sending({
        ourId: 'US "1"',
        outbound: {
          sign: 'none',
          encrypt: 'none',
          subject: '{name} for {to}',
          headers: { 'X-Own': '1' },
          digestNames: 'old',
        },
        mdn: { mode: 'async', url: 'https://us/mdn', micAlgorithms: ['sha512', 'sha1'] },
      }),
    );
    expect(headers.map(({ name, value }) => `${name}: ${value}`)).toEqual(
      [
        'AS2-Version: 1.2',
        'AS2-From: "US \\"1\\""',
        'AS2-To: THEM',
        'Message-ID: <1@us>',
        `Date: ${MOMENT.toUTCString()}`,
        'MIME-Version: 1.0',
        'Disposition-Notification-To: US "1"',
        'Disposition-Notification-Options: signed-receipt-protocol=optional, pkcs7-signature; signed-receipt-micalg=optional, sha512, sha1',
        'Receipt-Delivery-Option: https://us/mdn',
        'X-Own: 1',
        'Content-Type: application/edi-x12',
        'Content-Transfer-Encoding: binary',
        'Content-Disposition: attachment; filename="a__b\\"_.edi"; filename*=UTF-8\'\'a__b%22%E2%82%AC.edi',
      ].toSpliced(5, 0, `Subject: =?UTF-8?B?${Buffer.from('a b"€.edi for THEM').toString('base64')}?=`),
    );
  });

  it('asks for nothing where no receipt is wanted', async () => {
    const { headers } = await send({ octets: octetsOf(latin1('x')) }, partners.sending({ mdn: { mode: 'none' } }));
    expect(headers.some(({ name }) => /^(disposition|receipt)-/i.test(name))).toBe(false);
  });

  it('is not made without an active certificate', async () => {
    const payload = { octets: octetsOf(latin1('x')) };
    const until = new Date(MOMENT.getTime() - 1);
    const signing = partners.sending({ identities: [{ identity: partners.us, activeUntil: until }] });
    await expect(send(payload, signing)).rejects.toMatchObject({ details: { reason: 'certificate-expired' } });
    const missing = partners.sending({ certificates: [] });
    await expect(send(payload, missing)).rejects.toMatchObject({ details: { reason: 'certificate-missing' } });
  });

  it('gives its room in the spool back', async () => {
    const { body, discard } = await send(
      { octets: octetsOf(latin1('x'.repeat(1000))) },
      partners.sending({ outbound: { compress: 'before-signing' } }),
    );
    expect(await textOf(body)).not.toBe('');
    await discard();
  });
});
