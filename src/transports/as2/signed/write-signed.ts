import { type DigestNames, nameOfDigest } from '../agreement/digest-names.js';
import type { Identity } from '../certificates/certificate.js';
import { signDigest } from '../cms/sign.js';
import { encodeBase64 } from '../mime/base64.js';
import { formatParameters } from '../mime/content-type.js';
import { type Header, writeHeaderBlock } from '../mime/headers.js';
import { joinOctets, type Octets, octetsOf } from '../spool/octets.js';
import type { Mic } from './mic.js';

export interface Signing {
  readonly identity: Identity;
  /** The certificate inside the signature; default true. */
  readonly includeCertificate?: boolean | undefined;
  readonly moment: Date;
  /** Of the multipart; occurs nowhere in the entity. */
  readonly boundary: string;
  readonly digestNames?: DigestNames | undefined;
}

/** A MIME entity to be sent: what its headers say, and its body. */
export interface OutboundEntity {
  readonly headers: readonly Header[];
  readonly body: Octets;
}

/** Headers, empty line and body. */
export function entityOctets({ headers, body }: OutboundEntity): Octets {
  return joinOctets([octetsOf(writeHeaderBlock(headers)), body]);
}

const SIGNATURE_HEADERS: readonly Header[] = [
  {
    name: 'Content-Type',
    value: 'application/pkcs7-signature; name=smime.p7s; smime-type=signed-data',
  },
  { name: 'Content-Transfer-Encoding', value: 'base64' },
  { name: 'Content-Disposition', value: 'attachment; filename="smime.p7s"' },
];

/** RFC 1847 multipart/signed over an entity whose digest is known: the octets are sent as they were digested. */
export function writeSigned(entity: Octets, digest: Mic, signing: Signing): OutboundEntity {
  const { identity, includeCertificate = true, moment, boundary, digestNames = 'new' } = signing;
  const signature = signDigest({ digest, identity, includeCertificate, signingTime: moment });
  const value = formatParameters('multipart/signed', {
    protocol: 'application/pkcs7-signature',
    micalg: nameOfDigest(digest.algorithm, digestNames),
    boundary,
  });
  return {
    headers: [{ name: 'Content-Type', value }],
    body: writeMultipart(boundary, [
      entity,
      entityOctets({ headers: SIGNATURE_HEADERS, body: encodeBase64(octetsOf(signature)) }),
    ]),
  };
}

/** Parts between boundaries; the line end before a boundary belongs to it. */
export function writeMultipart(boundary: string, parts: readonly Octets[]): Octets {
  const line = (text: string): Octets => octetsOf(Buffer.from(text, 'latin1'));
  const between = parts.flatMap((part, at) => [line(`${at === 0 ? '' : '\r\n'}--${boundary}\r\n`), part]);
  return joinOctets([...between, line(`\r\n--${boundary}--\r\n`)]);
}
