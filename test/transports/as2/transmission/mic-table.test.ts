import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OutboundAgreement } from '../../../../src/transports/as2/agreement/partnership.js';
import { compress } from '../../../../src/transports/as2/cms/compress.js';
import { context, readDer } from '../../../../src/transports/as2/cms/der.js';
import { envelope } from '../../../../src/transports/as2/cms/envelope.js';
import { OID } from '../../../../src/transports/as2/cms/oids.js';
import { signDigest } from '../../../../src/transports/as2/cms/sign.js';
import { der, derOctetString, derOid, derSequence } from '../../../../src/transports/as2/cms/write-der.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import { octetsOf } from '../../../../src/transports/as2/spool/octets.js';
import { bytesOf, latin1, textOf } from '../octets-cut.js';
import { byHand, LENIENT, MOMENT, newPartners, type Partners, type Received, receive, send } from './partners.js';

/** RFC 4130 7.3.1 and RFC 5402 4.1, row by row; every digest is of literal octets, by node:crypto alone. */
const PAYLOAD = 'ISA*00*~\r\nIEA*1*1~\r\n\r\n';
const ENTITY = `Content-Type: application/edi-x12\r\nContent-Transfer-Encoding: binary\r\nContent-Disposition: attachment; filename="a.edi"\r\n\r\n${PAYLOAD}`;
const digest = (text: string, algorithm = 'sha256'): Buffer => createHash(algorithm).update(text, 'latin1').digest();

let partners: Partners;
beforeAll(async () => {
  partners = await newPartners();
});

async function sent(outbound: Partial<OutboundAgreement>) {
  const partnership = partners.sending({ outbound: { sign: 'none', encrypt: 'none', ...outbound } });
  return send({ octets: octetsOf(latin1(PAYLOAD)), name: 'a.edi' }, partnership);
}

async function micAtReceiver(received: Received): Promise<Buffer> {
  const inbound = { ...LENIENT.inbound, unnamedMicAlgorithm: 'sha256' } as const;
  const opened = await receive(received, partners.receiving({ inbound }));
  if (opened.kind !== 'payload') throw new Error(JSON.stringify(opened));
  expect(await textOf(opened.payload.octets)).toBe(PAYLOAD);
  expect(opened.mic.algorithm).toBe('sha256');
  return Buffer.from(opened.mic.value);
}

async function expectMic(outbound: Partial<OutboundAgreement>, wanted: Buffer): Promise<void> {
  const transmission = await sent(outbound);
  expect(transmission.mics).toHaveLength(1);
  expect(Buffer.from(transmission.mics[0]?.value ?? [])).toEqual(wanted);
  expect(await micAtReceiver(transmission)).toEqual(wanted);
}

/** What stands between the first two boundary lines of a transmission that is not encrypted. */
async function firstPart({ body }: Received): Promise<string> {
  const text = await textOf(body);
  const begin = text.indexOf('\r\n') + 2;
  return text.slice(begin, text.indexOf(`\r\n${text.slice(0, begin - 2)}`, begin));
}

describe('MIC table', () => {
  it('signed, encrypted or not: the signed part with its headers', async () => {
    await expectMic({ sign: 'sha256' }, digest(ENTITY));
    await expectMic({ sign: 'sha256', encrypt: 'aes128-cbc' }, digest(ENTITY));
  });

  it('compressed, then signed: the compressed part with its headers', async () => {
    const transmission = await sent({ sign: 'sha256', compress: 'before-signing' });
    const part = await firstPart(transmission);
    expect(part).toMatch(/^Content-Type: application\/pkcs7-mime; smime-type=compressed-data/);
    expect(Buffer.from(transmission.mics[0]?.value ?? [])).toEqual(digest(part));
    expect(await micAtReceiver(transmission)).toEqual(digest(part));
    const encrypted = await sent({ sign: 'sha256', compress: 'before-signing', encrypt: 'aes256-gcm' });
    expect(await micAtReceiver(encrypted)).toEqual(Buffer.from(encrypted.mics[0]?.value ?? []));
  });

  it('signed, then compressed: the signed part inside', async () => {
    await expectMic({ sign: 'sha256', compress: 'after-signing' }, digest(ENTITY));
    await expectMic({ sign: 'sha256', compress: 'after-signing', encrypt: '3des' }, digest(ENTITY));
  });

  it('encrypted, not signed, compressed or not: the entity after both', async () => {
    await expectMic({ encrypt: 'aes256-cbc' }, digest(ENTITY));
    await expectMic({ encrypt: 'aes256-cbc', compress: 'before-signing' }, digest(ENTITY));
  });

  it('compressed only: the entity with its headers', async () => {
    await expectMic({ compress: 'before-signing' }, digest(ENTITY));
  });

  it('plain: the body alone', async () => {
    await expectMic({}, digest(PAYLOAD));
  });

  it('transfer encoding: digested as it is transferred', async () => {
    const encoded = ENTITY.replace('binary', 'base64').replace(PAYLOAD, Buffer.from(PAYLOAD).toString('base64'));
    await expectMic({ encrypt: 'aes256-cbc', contentTransferEncoding: 'base64' }, digest(encoded));
    await expectMic({ sign: 'sha256', contentTransferEncoding: 'base64' }, digest(encoded));
  });

  it('algorithm: of the signature; unsigned the first known one asked for; else as agreed', async () => {
    const signed = await sent({ sign: 'sha384' });
    expect(signed.mics[0]).toEqual({ algorithm: 'sha384', value: digest(ENTITY, 'sha384') });
    const asks = 'Disposition-Notification-To: x\r\nDisposition-Notification-Options: ';
    const mic = async (headers: string) => {
      const opened = await receive(byHand(`Content-Type: a/b\r\n${headers}`, PAYLOAD), partners.receiving(LENIENT));
      return opened.kind === 'payload' ? opened.mic : opened;
    };
    const list = 'signed-receipt-protocol=optional, pkcs7-signature; signed-receipt-micalg=optional, md5, SHA512, sha1';
    expect(await mic(`${asks}${list}\r\n`)).toEqual({ algorithm: 'sha512', value: digest(PAYLOAD, 'sha512') });
    expect(await mic('')).toEqual({ algorithm: 'sha1', value: digest(PAYLOAD, 'sha1') });
    const agreed = partners.receiving({ inbound: { ...LENIENT.inbound, unnamedMicAlgorithm: 'sha256' } });
    expect(await receive(byHand('Content-Type: a/b\r\n', PAYLOAD), agreed)).toMatchObject({
      mic: { algorithm: 'sha256' },
    });
  });
});

/** The same rows from a partner whose octets are not ours: LF, odd headers, no name. */
describe('MIC table for a partner that writes otherwise', () => {
  const entity = `content-TYPE:  application/EDI-X12 ;\n charset=us-ascii\nX-Own: 1\n\n${PAYLOAD}`;

  function signedByHand(part: string, signedOctets = part): string {
    const signature = signDigest({
      digest: { algorithm: 'sha256', value: digest(signedOctets) },
      identity: partners.us,
      signingTime: MOMENT,
    });
    const base64 = Buffer.from(signature).toString('base64');
    return `preamble\n--b\n${part}\n--b\nContent-Type: application/x-pkcs7-signature\nContent-Transfer-Encoding: base64\n\n${base64}\n--b--\nepilogue`;
  }
  const SIGNED =
    'Content-Type: multipart/signed; boundary=b; protocol="application/pkcs7-signature"; micalg=SHA256\r\n';

  it('signed', async () => {
    expect(await micAtReceiver(byHand(SIGNED, signedByHand(entity)))).toEqual(digest(entity));
  });

  it('signed with CRLF, sent with LF: tried once more (trap d), and the MIC is of what was signed', async () => {
    const canonical = entity.replace(/\r?\n/g, '\r\n');
    expect(await micAtReceiver(byHand(SIGNED, signedByHand(entity, canonical)))).toEqual(digest(canonical));
    const binary = `Content-Transfer-Encoding: binary\n${entity}`;
    const opened = await receive(
      byHand(SIGNED, signedByHand(binary, binary.replace(/\r?\n/g, '\r\n'))),
      partners.receiving(LENIENT),
    );
    expect(opened).toMatchObject({ kind: 'failure', reason: 'integrity-check-failed' });
  });

  it('bare LF that was signed so stays so', async () => {
    const bare = entity.replaceAll('\r\n', '\n');
    const opened = await receive(byHand(SIGNED, signedByHand(bare)), partners.receiving(LENIENT));
    expect(opened.kind === 'payload' && (await textOf(opened.payload.octets))).toBe(PAYLOAD.replaceAll('\r\n', '\n'));
    expect(opened.kind === 'payload' && Buffer.from(opened.mic.value)).toEqual(digest(bare));
  });

  it('signed, with the content inside the signature', async () => {
    const value = digest(entity);
    const signing = { digest: { algorithm: 'sha256', value }, identity: partners.us, signingTime: MOMENT } as const;
    const body = withContent(signDigest(signing), latin1(entity));
    expect(
      await micAtReceiver(byHand('Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n', body)),
    ).toEqual(value);
    body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1;
    const bent = await receive(byHand('Content-Type: application/pkcs7-mime\r\n', body), partners.receiving(LENIENT));
    expect(bent).toMatchObject({ reason: 'authentication-failed' });
  });

  it('encrypted, compressed within, unsigned; no smime-type, no transfer encoding', async () => {
    const spool = createMemorySpool();
    const inner = await bytesOf(await compress(octetsOf(latin1(entity)), { spool }));
    const part = Buffer.concat([latin1('Content-Type: application/x-pkcs7-mime\n\n'), inner]);
    const options = {
      recipients: [partners.them.certificate],
      cipher: 'aes192-cbc',
      keyTransport: 'rsa-oaep',
    } as const;
    const body = await bytesOf(envelope(octetsOf(part), options));
    expect(await micAtReceiver(byHand('Content-Type: application/pkcs7-mime\r\n', body))).toEqual(digest(entity));
    const base64 = body.toString('base64').replace(/.{76}/g, '$&\r\n');
    const headers = 'Content-Type: application/pkcs7-mime; smime-type=wrong\r\nContent-Transfer-Encoding: base64\r\n';
    expect(await micAtReceiver(byHand(headers, base64))).toEqual(digest(entity));
    expect(await micAtReceiver(byHand(headers, body))).toEqual(digest(entity));
  });
});

/** The same SignedData with the content in it. */
function withContent(detached: Uint8Array, content: Uint8Array): Uint8Array {
  const data = readDer(detached).children[1]?.children[0];
  const [version, digests, , ...rest] = (data?.children ?? []).map((node) => node.bytes);
  const inner = derSequence(derOid(OID.data), der(context(0), derOctetString(content)));
  const parts = [version, digests, inner, ...rest].filter((part) => part !== undefined);
  return derSequence(derOid(OID.signedData), der(context(0), derSequence(...parts)));
}
