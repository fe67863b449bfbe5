import { beforeAll, describe, expect, it } from 'vitest';
import type { InboundAgreement, OutboundAgreement } from '../../../../src/transports/as2/agreement/partnership.js';
import { compress } from '../../../../src/transports/as2/cms/compress.js';
import { envelope } from '../../../../src/transports/as2/cms/envelope.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import type { Octets, Spool } from '../../../../src/transports/as2/spool/octets.js';
import { octetsOf } from '../../../../src/transports/as2/spool/octets.js';
import {
  type OpenTransmissionLimits,
  openTransmission,
} from '../../../../src/transports/as2/transmission/open-transmission.js';
import { readTransmissionHead } from '../../../../src/transports/as2/transmission/transmission-head.js';
import { newIdentity } from '../identities.js';
import { bytesOf, cutOctets, latin1, textOf } from '../octets-cut.js';
import { byHand, LENIENT, MOMENT, newPartners, type Partners, type Received, receive, send } from './partners.js';

const CANARY = 'CANARY-7781';
const PAYLOAD = `ISA*00*${CANARY}~`;

let partners: Partners;
beforeAll(async () => {
  partners = await newPartners();
});

const sent = (outbound: Partial<OutboundAgreement> = {}) =>
  send({ octets: octetsOf(latin1(PAYLOAD)), name: 'a.edi' }, partners.sending({ outbound }));

/** Why it was refused; what is told holds nothing of the payload. */
async function refusal(
  received: Received,
  inbound?: Partial<InboundAgreement>,
  limits?: Partial<OpenTransmissionLimits>,
): Promise<string> {
  const opened = await receive(received, partners.receiving(inbound && { inbound }), limits);
  if (opened.kind !== 'failure') return opened.kind;
  expect(JSON.stringify(opened)).not.toContain(CANARY);
  return opened.reason;
}

async function changed(received: Received, change: (text: string) => string): Promise<Received> {
  return { headers: received.headers, body: cutOctets(latin1(change(await textOf(received.body))), 1000) };
}

async function compressedTimes(times: number, inner: Uint8Array): Promise<Uint8Array> {
  let bytes = inner;
  for (let at = 0; at < times; at++) {
    const der = await bytesOf(await compress(octetsOf(bytes), { spool: createMemorySpool() }));
    bytes = Buffer.concat([latin1('Content-Type: application/pkcs7-mime; smime-type=compressed-data\r\n\r\n'), der]);
  }
  return bytes;
}

async function envelopedTimes(times: number, inner: Uint8Array): Promise<Uint8Array> {
  const recipients = [partners.them.certificate];
  let bytes = inner;
  for (let at = 0; at < times; at++) {
    const der = await bytesOf(
      envelope(octetsOf(bytes), { recipients, cipher: 'aes128-cbc', keyTransport: 'rsa-pkcs1' }),
    );
    bytes = Buffer.concat([latin1('Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\n'), der]);
  }
  return bytes;
}

/** Of a whole entity, by hand. */
async function entityByHand(entity: Uint8Array): Promise<Received> {
  const text = Buffer.from(entity).toString('latin1');
  const end = text.indexOf('\r\n\r\n') + 2;
  return byHand(text.slice(0, end), entity.subarray(end + 2));
}

describe('a transmission that is not taken', () => {
  it('insufficient-message-security: not signed, not encrypted, SHA-1', async () => {
    expect(await refusal(await sent({ sign: 'none' }))).toBe('insufficient-message-security');
    expect(await refusal(await sent({ encrypt: 'none' }))).toBe('insufficient-message-security');
    expect(await refusal(await sent({ sign: 'sha1' }))).toBe('insufficient-message-security');
    expect(await refusal(await sent({ sign: 'sha1' }), { acceptSha1: true })).toBe('payload');
    expect(await refusal(await sent({ encrypt: 'none' }), { requireEncrypted: false })).toBe('payload');
  });

  it('authentication-failed: signed by another, by an expired certificate, by nonsense', async () => {
    const open = { requireEncrypted: false };
    const other = await newIdentity();
    const foreign = partners.receiving({ certificates: [{ certificate: other.certificate }] });
    expect(await receive(await sent(), foreign)).toMatchObject({
      reason: 'authentication-failed',
      mic: { algorithm: 'sha256' },
    });
    const past = partners.receiving({
      certificates: [{ certificate: partners.us.certificate, activeUntil: new Date(0) }],
    });
    expect(await receive(await sent(), past)).toMatchObject({
      reason: 'authentication-failed',
      text: 'Signed by a certificate of the partner that is not active now.',
    });
    const cut = await changed(await sent({ encrypt: 'none' }), (text) =>
      text.replace(/\r\n\r\nM[\s\S]{40}/, `\r\n\r\nMII${'A'.repeat(38)}`),
    );
    expect(await refusal(cut, open)).toBe('authentication-failed');
  });

  it('integrity-check-failed: changed after signing', async () => {
    const bent = await changed(await sent({ encrypt: 'none' }), (text) => text.replace(CANARY, 'CANARY-7782'));
    expect(await refusal(bent, { requireEncrypted: false })).toBe('integrity-check-failed');
  });

  it('decryption-failed: for another, changed, or nonsense inside; all told apart by nothing', async () => {
    const other = partners.receiving({ identities: [{ identity: await newIdentity() }] });
    const texts = new Set<string>();
    const note = async (received: Received, partnership = partners.receiving()): Promise<void> => {
      const opened = await receive(received, partnership);
      expect(opened).toMatchObject({ kind: 'failure', reason: 'decryption-failed' });
      if (opened.kind === 'failure') texts.add(opened.text);
    };
    await note(await sent(), other);
    const gcm = await sent({ encrypt: 'aes256-gcm' });
    const bytes = await bytesOf(gcm.body);
    bytes[bytes.length - 30] = (bytes[bytes.length - 30] ?? 0) ^ 1;
    await note({ headers: gcm.headers, body: octetsOf(bytes) });
    const options = {
      recipients: [partners.them.certificate],
      cipher: 'aes128-cbc',
      keyTransport: 'rsa-pkcs1',
    } as const;
    const nonsense = await bytesOf(envelope(octetsOf(latin1('\0\xff no MIME')), options));
    await note(byHand('Content-Type: application/pkcs7-mime\r\n', nonsense));
    const shortened = await bytesOf((await sent()).body);
    await note({ headers: gcm.headers, body: octetsOf(shortened.subarray(0, shortened.length - 20)) });
    expect(texts.size).toBe(1);
  });

  it('decompression-failed: damaged, or a bomb', async () => {
    const small = await sent({ sign: 'none', encrypt: 'none', compress: 'before-signing' });
    const bytes = await bytesOf(small.body);
    bytes.fill(0x55, bytes.length - 20);
    expect(await refusal({ headers: small.headers, body: octetsOf(bytes) }, LENIENT.inbound)).toBe(
      'decompression-failed',
    );
    const spool = createMemorySpool();
    const zeros: Octets = {
      size: 300_000_000,
      async *open() {
        const zero = new Uint8Array(1_000_000);
        for (let at = 0; at < 300; at++) yield zero;
      },
    };
    const bomb = await bytesOf(await compress(zeros, { spool }));
    expect(bomb.length).toBeLessThan(400_000);
    const received = byHand('Content-Type: application/pkcs7-mime; smime-type=compressed-data\r\n', bomb);
    expect(await refusal(received, LENIENT.inbound)).toBe('decompression-failed');
    expect(await refusal(received, LENIENT.inbound, { maxBytes: 1_000_000 })).toBe('decompression-failed');
  });

  it('is not unpacked where nothing behind the compression can satisfy the agreement', async () => {
    const bomb = await entityByHand(await compressedTimes(1, new Uint8Array(20_000_000)));
    expect(await refusal(bomb)).toBe('insufficient-message-security');
    expect(await refusal(bomb, { requireSigned: false })).toBe('insufficient-message-security');
    // A signature may be behind it.
    expect(await refusal(bomb, { requireEncrypted: false })).toBe('decompression-failed');
  });

  it('is unpacked up to the ratio of the partnership, and once', async () => {
    const large = latin1(`Content-Type: application/edi-x12\r\n\r\n${' '.repeat(11 * 1024 * 1024)}`);
    const once = await entityByHand(await compressedTimes(1, large));
    expect(await refusal(once, LENIENT.inbound)).toBe('decompression-failed');
    expect(await refusal(once, { ...LENIENT.inbound, maxCompressionRatio: 1032 })).toBe('payload');
    const entity = latin1(`Content-Type: application/edi-x12\r\n\r\n${PAYLOAD}`);
    expect(await refusal(await entityByHand(await compressedTimes(2, entity)), LENIENT.inbound)).toBe(
      'unsupported-format',
    );
  });

  it('unexpected-processing-error: larger than allowed behind encryption', async () => {
    const large = await send({ octets: octetsOf(new Uint8Array(100_000)) }, partners.sending());
    expect(await refusal(large, {}, { maxBytes: 50_000 })).toBe('unexpected-processing-error');
  });

  it('sender-equals-receiver', async () => {
    const received = byHand('Content-Type: a/b\r\n', PAYLOAD);
    const headers = received.headers.map(({ name, value }) => ({
      name,
      value: name === 'AS2-From' ? '"THEM"' : value,
    }));
    expect(await refusal({ ...received, headers }, LENIENT.inbound)).toBe('sender-equals-receiver');
  });

  it('unsupported-mic-algorithms and unsupported-format: receipts that cannot be written', async () => {
    const asks = (options: string) =>
      byHand(
        `Content-Type: a/b\r\nDisposition-Notification-To: x\r\nDisposition-Notification-Options: ${options}\r\n`,
        PAYLOAD,
      );
    expect(await refusal(asks('signed-receipt-micalg=required, md5'), LENIENT.inbound)).toBe(
      'unsupported-mic-algorithms',
    );
    expect(await refusal(asks('signed-receipt-protocol=required, pgp'), LENIENT.inbound)).toBe('unsupported-format');
    const mail = byHand(
      'Content-Type: a/b\r\nDisposition-Notification-To: x\r\nReceipt-Delivery-Option: mailto:a@b\r\n',
      PAYLOAD,
    );
    expect(await refusal(mail, LENIENT.inbound)).toBe('unsupported-format');
  });

  it('unsupported-format: several payloads, unknown encodings, too many layers', async () => {
    const open = LENIENT.inbound;
    expect(
      await refusal(byHand('Content-Type: multipart/related; boundary=b\r\n', '--b\r\n\r\nx\r\n--b--'), open),
    ).toBe('unsupported-format');
    let nested = 'x';
    for (let at = 0; at < 1000; at++)
      nested = `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n${nested}\r\n--b${at}--`;
    expect(await refusal(await entityByHand(latin1(nested)), open)).toBe('unsupported-format');
    expect(await refusal(byHand('Content-Type: application/pkcs7-mime\r\n', 'no CMS'), open)).toBe(
      'unsupported-format',
    );
    expect(await refusal(byHand('Content-Type: a/b\r\nContent-Transfer-Encoding: x-own\r\n', 'x'), open)).toBe(
      'unsupported-format',
    );
    const entity = latin1(`Content-Type: application/edi-x12\r\n\r\n${PAYLOAD}`);
    expect(await refusal(await entityByHand(await envelopedTimes(6, entity)), open)).toBe('payload');
    expect(await refusal(await entityByHand(await envelopedTimes(7, entity)), open)).toBe('unsupported-format');
  });

  it('unexpected-processing-error: broken MIME, header bombs, boundaries that are none', async () => {
    const inner = async (entity: string): Promise<Received> => entityByHand(await compressedTimes(1, latin1(entity)));
    const wrong = [
      byHand('Content-Type: multipart/signed\r\n', '--b--'),
      byHand('Content-Type: multipart/signed; boundary=b\r\n', '--b\r\n\r\nx\r\n'),
      byHand('Content-Type: multipart/signed; boundary=b\r\n', '--b\r\n\r\nx\r\n--b--'),
      byHand('Content-Type: nonsense\r\n', 'x'),
      byHand('Content-Type: a/b\r\nContent-Type: c/d\r\n', 'x'),
      byHand('Content-Type: multipart/signed; boundary=a; boundary=b\r\n', 'x'),
      byHand('Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n', '***'),
      await inner(`X: ${'y'.repeat(70_000)}\r\n\r\n`),
      await inner(`${'X: y\r\n'.repeat(300)}\r\n`),
      await inner('no header\r\n\r\n'),
    ];
    for (const received of wrong) expect(await refusal(received, LENIENT.inbound)).toBe('unexpected-processing-error');
  });

  it('throws what is no fault of the transmission', async () => {
    const { headers, body } = await sent();
    const reading = readTransmissionHead(headers);
    if (!reading.ok) throw new Error(reading.text);
    const input = { head: reading.head, body, partnership: partners.receiving(), moment: MOMENT };
    const full: Spool = { create: () => Promise.reject(new Error('disk full')) };
    await expect(openTransmission({ ...input, spool: full })).rejects.toThrowError('disk full');
  });

  it('leaves nothing in the spool, and a payload only until it is discarded', async () => {
    for (const certificate of [partners.us.certificate, partners.them.certificate]) {
      const { headers, body } = await sent({ compress: 'before-signing' });
      const reading = readTransmissionHead(headers);
      if (!reading.ok) throw new Error(reading.text);
      let kept = 0;
      const spool: Spool = {
        async create() {
          const writer = await createMemorySpool().create();
          kept += 1;
          let gone = false;
          const discard = async (): Promise<void> => {
            if (!gone) kept -= 1;
            gone = true;
            await writer.discard();
          };
          return { write: writer.write, finish: writer.finish, discard };
        },
      };
      const partnership = partners.receiving({ certificates: [{ certificate }] });
      const opened = await openTransmission({ head: reading.head, body, partnership, moment: MOMENT, spool });
      if (opened.kind === 'payload') {
        expect(kept).toBeGreaterThan(0);
        expect(await textOf(opened.payload.octets)).toBe(PAYLOAD);
        await opened.discard();
      } else {
        expect(opened).toMatchObject({ reason: 'authentication-failed' });
      }
      expect(kept).toBe(0);
    }
  });
});

describe('a transmission that is taken', () => {
  const open = async (received: Received) => {
    const opened = await receive(received, partners.receiving(LENIENT));
    if (opened.kind !== 'payload') throw new Error(JSON.stringify(opened));
    return opened.payload;
  };

  it('has type and name in the headers of HTTP only (trap e), or nowhere', async () => {
    const named = byHand(
      'Content-Type: application/edi-x12; name="b.edi"\r\nContent-Disposition: attachment; filename="../../etc/passwd"\r\n',
      'x',
    );
    expect(await open(named)).toMatchObject({ name: 'passwd', contentType: 'application/edi-x12; name="b.edi"' });
    expect(await open(byHand('Content-Type: application/edi-x12; name=b.edi\r\n', 'x'))).toMatchObject({
      name: 'b.edi',
    });
    expect(await open(byHand('', 'x'))).toMatchObject({ name: undefined, contentType: undefined });
    expect(await open(byHand('Content-Disposition: attachment; filename=".."\r\n', 'x'))).toMatchObject({
      name: undefined,
    });
  });

  it('is decrypted by any of our keys, and verified by any active certificate', async () => {
    const [oldKey, oldSigner] = await Promise.all([newIdentity(), newIdentity()]);
    const partnership = partners.receiving({
      identities: [{ identity: oldKey, activeUntil: new Date(0) }, { identity: partners.them }],
      certificates: [{ certificate: oldSigner.certificate }, { certificate: partners.us.certificate }],
    });
    expect(await receive(await sent(), partnership)).toMatchObject({ kind: 'payload' });
    const toOld = await send(
      { octets: octetsOf(latin1(PAYLOAD)) },
      partners.sending({ certificates: [{ certificate: oldKey.certificate }] }),
    );
    expect(await receive(toOld, partnership)).toMatchObject({ kind: 'payload' });
  });
});

describe('the head', () => {
  const head = (headers: string) => readTransmissionHead(byHand(headers, '').headers);

  it('says who, what, and which receipt', () => {
    const asks = 'Disposition-Notification-To: x\r\nReceipt-Delivery-Option: https://us/mdn\r\nSubject: caf\xe9\r\n';
    expect(head(asks)).toMatchObject({
      ok: true,
      head: {
        from: 'US',
        to: 'THEM',
        messageId: '<1@us>',
        subject: 'caf?',
        mdnRequest: { asyncUrl: 'https://us/mdn', supported: true },
      },
    });
    const plain = head('');
    expect(plain.ok && plain.head.mdnRequest).toBeUndefined();
  });

  it('is none where who or which is missing, or said twice differently', () => {
    expect(readTransmissionHead([])).toMatchObject({ ok: false });
    expect(head('AS2-From: OTHER\r\n')).toMatchObject({ ok: false });
    expect(head('Message-ID: <2@us>\r\n')).toMatchObject({ ok: false });
    expect(
      readTransmissionHead([
        { name: 'as2-from', value: 'A' },
        { name: 'as2-to', value: 'B' },
      ]),
    ).toMatchObject({ ok: false });
  });
});
