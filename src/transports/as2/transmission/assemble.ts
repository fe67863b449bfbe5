import { transportError } from '../../../delivery/transport-error.js';
import type { ContentCipher, DigestAlgorithm } from '../agreement/algorithms.js';
import { formatAs2Id } from '../agreement/as2-id.js';
import type { Partnership } from '../agreement/partnership.js';
import { activeCertificates, activeIdentities, isFor } from '../certificates/certificate-windows.js';
import { compress } from '../cms/compress.js';
import { envelope } from '../cms/envelope.js';
import { formatNotificationOptions } from '../mdn/notification-options.js';
import { encodeBase64 } from '../mime/base64.js';
import { formatParameters } from '../mime/content-type.js';
import { formatContentDisposition } from '../mime/file-name.js';
import type { Header } from '../mime/headers.js';
import { digestOctets, type Mic, micOctets } from '../signed/mic.js';
import { entityOctets, type OutboundEntity, writeSigned } from '../signed/write-signed.js';
import type { Octets, Spool } from '../spool/octets.js';
import { trackedSpool } from '../spool/tracked-spool.js';
import { headerText } from './header-text.js';

/** What is to be sent, and all that randomness and the clock add to it. */
export interface TransmissionInput {
  readonly payload: OutboundOctets;
  readonly partnership: Partnership;
  /** With angle brackets, of `messageIdOf`; the same in every attempt. */
  readonly messageId: string;
  readonly moment: Date;
  /** Never given twice; the boundary is made of it. Letters, digits, `-`. */
  readonly unique: string;
  /** Used for compression only. */
  readonly spool: Spool;
}

export interface OutboundOctets {
  readonly octets: Octets;
  readonly name?: string | undefined;
  /** Default as the partnership says. */
  readonly contentType?: string | undefined;
}

/** A transmission ready for HTTP: the size of its body is known, and every reading gives the same octets. */
export interface Transmission {
  /** One line each, in order; without Host, Content-Length and credentials. */
  readonly headers: readonly Header[];
  readonly body: Octets;
  /** By every algorithm that the receipt may use; the one asked for first. */
  readonly mics: readonly Mic[];
  /** Gives back what the spool holds. */
  discard(): Promise<void>;
}

/**
 * Makes a transmission: compressed, signed, encrypted as the partnership says. The payload is read twice or more, and never
 * held in memory.
 * @throws X12Error of `transportError`: `certificate-missing`, `certificate-expired`.
 */
export async function assemble(input: TransmissionInput): Promise<Transmission> {
  const spool = trackedSpool(input.spool);
  try {
    const layers = await layersOf(input, spool);
    return { ...layers, headers: [...as2Headers(input), ...layers.headers], discard: () => spool.discardAll() };
  } catch (error) {
    await spool.discardAll();
    throw error;
  }
}

type Layers = OutboundEntity & Pick<Transmission, 'mics'>;

async function layersOf(input: TransmissionInput, spool: Spool): Promise<Layers> {
  const { partnership, moment, unique } = input;
  const { sign, encrypt, compress: order, includeCertificate, digestNames } = partnership.outbound;
  const payload = payloadEntity(input);
  let entity = order === 'before-signing' ? await compressed(payload, spool) : payload;
  const [encrypted, signed] = [encrypt !== 'none', sign !== 'none' ? entityOctets(entity) : undefined];
  const sources = {
    signed,
    entity: entityOctets(payload),
    body: payload.body,
    encrypted,
    compressed: order !== 'none',
  };
  const mics = await micsOf(micOctets(sources), partnership);
  const [digest] = mics;
  if (sign !== 'none' && signed !== undefined && digest !== undefined) {
    const identity = signingIdentity(partnership, moment);
    const boundary = `=_signed-${unique}`;
    entity = writeSigned(signed, digest, { identity, includeCertificate, moment, boundary, digestNames });
  }
  if (order === 'after-signing') entity = await compressed(entity, spool);
  if (encrypt !== 'none') entity = enveloped(entity, encrypt, input);
  return { ...entity, mics };
}

function payloadEntity({ payload, partnership }: TransmissionInput): OutboundEntity {
  const { sign, encrypt, compress: order, contentTransferEncoding, contentType, fileName } = partnership.outbound;
  // HTTP has no transfer encodings of MIME: what is the HTTP body itself goes as it is.
  const plain = sign === 'none' && encrypt === 'none' && order === 'none';
  const encoding = plain ? 'binary' : contentTransferEncoding;
  const disposition =
    fileName === 'none' || payload.name === undefined
      ? []
      : [{ name: 'Content-Disposition', value: formatContentDisposition(payload.name, fileName) }];
  return {
    headers: [
      { name: 'Content-Type', value: payload.contentType ?? contentType },
      { name: 'Content-Transfer-Encoding', value: encoding },
      ...disposition,
    ],
    body: encoding === 'base64' ? encodeBase64(payload.octets) : payload.octets,
  };
}

async function compressed(entity: OutboundEntity, spool: Spool): Promise<OutboundEntity> {
  return {
    headers: cmsHeaders('compressed-data', 'smime.p7z'),
    body: await compress(entityOctets(entity), { spool }),
  };
}

function enveloped(entity: OutboundEntity, cipher: ContentCipher, input: TransmissionInput): OutboundEntity {
  const { keyTransport, oaepDigest } = input.partnership.outbound;
  const recipients = [encryptionCertificate(input.partnership, input.moment)];
  const type = cipher.endsWith('-gcm') ? 'authEnveloped-data' : 'enveloped-data';
  return {
    headers: cmsHeaders(type, 'smime.p7m'),
    body: envelope(entityOctets(entity), { recipients, cipher, keyTransport, oaepDigest }),
  };
}

function cmsHeaders(type: string, name: string): readonly Header[] {
  return [
    { name: 'Content-Type', value: formatParameters('application/pkcs7-mime', { 'smime-type': type, name }) },
    { name: 'Content-Transfer-Encoding', value: 'binary' },
    { name: 'Content-Disposition', value: formatContentDisposition(name) },
  ];
}

/** By the digest of the signature, or the first asked for; then by the others that the receipt may be of. */
async function micsOf(octets: Octets, { outbound, mdn }: Partnership): Promise<readonly Mic[]> {
  const signed: readonly DigestAlgorithm[] = outbound.sign === 'none' ? [] : [outbound.sign];
  // RFC 4130 7.3.1: who is not told an algorithm, and sees no signature, takes sha1.
  const untold: readonly DigestAlgorithm[] = mdn.signed || outbound.sign !== 'none' ? [] : ['sha1'];
  const algorithms = [...new Set([...signed, ...mdn.micAlgorithms, ...untold, ...mdn.alsoMicAlgorithms])];
  const digests = await digestOctets(octets, algorithms);
  return algorithms.map((algorithm, at) => ({ algorithm, value: digests[at] ?? new Uint8Array() }));
}

function signingIdentity({ identities }: Partnership, moment: Date) {
  const [identity] = activeIdentities(identities, 'signing', moment);
  if (identity === undefined)
    throw noCertificate(
      identities.some((entry) => isFor(entry, 'signing')),
      'Signing',
    );
  return identity;
}

function encryptionCertificate({ certificates }: Partnership, moment: Date) {
  const able = certificates.filter(({ certificate }) => certificate.x509.publicKey.asymmetricKeyType === 'rsa');
  const [certificate] = activeCertificates(able, 'encryption', moment);
  if (certificate === undefined)
    throw noCertificate(
      able.some((entry) => isFor(entry, 'encryption')),
      'Encryption',
    );
  return certificate;
}

function noCertificate(isThere: boolean, at: string) {
  return transportError(isThere ? 'certificate-expired' : 'certificate-missing', { at });
}

function as2Headers(input: TransmissionInput): readonly Header[] {
  const { partnership, messageId, moment, payload } = input;
  const { ourId, partnerId, outbound } = partnership;
  const values: Readonly<Record<string, string>> = { name: payload.name ?? '', from: ourId, to: partnerId, messageId };
  const subject = outbound.subject.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return [
    { name: 'AS2-Version', value: '1.2' },
    { name: 'AS2-From', value: formatAs2Id(ourId) },
    { name: 'AS2-To', value: formatAs2Id(partnerId) },
    { name: 'Message-ID', value: messageId },
    { name: 'Date', value: moment.toUTCString() },
    { name: 'Subject', value: headerText(subject) || 'EDI' },
    { name: 'MIME-Version', value: '1.0' },
    ...receiptHeaders(partnership),
    ...Object.entries(outbound.headers).map(([name, value]) => ({ name, value: headerText(value) })),
  ];
}

function receiptHeaders({ mdn, outbound }: Partnership): readonly Header[] {
  if (mdn.mode === 'none') return [];
  const options = formatNotificationOptions(mdn.micAlgorithms, outbound.digestNames);
  return [
    { name: 'Disposition-Notification-To', value: headerText(mdn.notifyTo) },
    ...(mdn.signed ? [{ name: 'Disposition-Notification-Options', value: options }] : []),
    ...(mdn.mode === 'async' ? [{ name: 'Receipt-Delivery-Option', value: mdn.url ?? '' }] : []),
  ];
}
