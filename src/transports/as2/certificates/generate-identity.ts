import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { checkOptions } from '../../../model/check-options.js';
import type { OptionRules } from '../../../model/option-rules.js';
import { DIGESTS, rsaIdentifier } from '../cms/algorithm-tables.js';
import { context, contextPrimitive, demandTag, readDer, TAG } from '../cms/der.js';
import { OID } from '../cms/oids.js';
import {
  der,
  derBitString,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derSmallInteger,
  derTime,
  derUnsigned,
} from '../cms/write-der.js';

const DAY = 24 * 60 * 60 * 1000;

export interface GenerateIdentityOptions {
  readonly commonName: string;
  readonly organization?: string | undefined;
  /** Host names and IPv4 addresses, for a certificate that a server of TLS shows. */
  readonly hosts?: readonly string[] | undefined;
  /** How long it is valid. */
  readonly days: number;
  /** Default now. */
  readonly validFrom?: Date | undefined;
  /** Of the RSA modulus; default 2048. */
  readonly bits?: number | undefined;
  /** `ec` is P-256: it can sign, and nobody can encrypt for it. Default `rsa`. */
  readonly key?: 'rsa' | 'ec' | undefined;
}

export interface GeneratedIdentity {
  readonly certificatePem: string;
  /** PKCS#8, not encrypted. */
  readonly privateKeyPem: string;
}

const RULES: OptionRules<GenerateIdentityOptions> = {
  commonName: { needed: 'text' },
  organization: 'text',
  hosts: { each: 'text' },
  days: { needed: { least: 0 } },
  validFrom: { fits: (value) => value instanceof Date && !Number.isNaN(value.getTime()), name: 'a Date' },
  bits: { least: 512, whole: true },
  key: { values: ['rsa', 'ec'] },
};

/**
 * A new key and a certificate that it signs itself, as AS2 partners exchange them.
 * @throws X12Error `X12_OPTION_INVALID` before the key is made.
 */
export async function generateIdentity(options: GenerateIdentityOptions): Promise<GeneratedIdentity> {
  checkOptions('generateIdentity', options, RULES);
  const { bits = 2048, key = 'rsa' } = options;
  const { privateKey, publicKey } =
    key === 'rsa'
      ? await promisify(generateKeyPair)('rsa', { modulusLength: bits })
      : await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const algorithm =
    key === 'rsa' ? rsaIdentifier(DIGESTS.sha256.withRsa) : derSequence(derOid(DIGESTS.sha256.withEcdsa));
  const toBeSigned = certificateBody(options, publicKey, algorithm);
  const certificate = derSequence(toBeSigned, algorithm, derBitString(sign('sha256', toBeSigned, privateKey)));
  return {
    certificatePem: pem('CERTIFICATE', certificate),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function certificateBody(options: GenerateIdentityOptions, publicKey: KeyObject, algorithm: Uint8Array): Uint8Array {
  const { commonName, organization, hosts = [], days, validFrom = new Date() } = options;
  const name = derSequence(
    ...(organization === undefined ? [] : [nameAttribute(OID.organizationName, organization)]),
    nameAttribute(OID.commonName, commonName),
  );
  const serialNumber = randomBytes(16);
  // Positive, and of the same length always.
  serialNumber[0] = ((serialNumber[0] ?? 0) & 0x7f) | 0x40;
  const publicKeyInfo = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
  const validity = derSequence(derTime(validFrom), derTime(new Date(validFrom.getTime() + days * DAY)));
  // No keyUsage: the certificate is its own authority and serves for everything.
  const extensions = derSequence(
    extension(OID.basicConstraints, derSequence()),
    extension(OID.subjectKeyIdentifier, derOctetString(keyIdentifier(publicKeyInfo))),
    ...(hosts.length === 0 ? [] : [extension(OID.subjectAltName, derSequence(...hosts.map(hostName)))]),
  );
  const version3 = der(context(0), derSmallInteger(2));
  const serial = derUnsigned(serialNumber);
  return derSequence(version3, serial, algorithm, name, validity, name, publicKeyInfo, der(context(3), extensions));
}

function nameAttribute(oid: string, text: string): Uint8Array {
  return derSetOf([derSequence(derOid(oid), der(TAG.utf8String, new TextEncoder().encode(text)))]);
}

function extension(oid: string, value: Uint8Array): Uint8Array {
  return derSequence(derOid(oid), derOctetString(value));
}

/** RFC 5280 4.2.1.2: the SHA-1 of the key's bits. */
function keyIdentifier(publicKeyInfo: Uint8Array): Uint8Array {
  const bits = demandTag(readDer(publicKeyInfo).children[1], TAG.bitString).content.subarray(1);
  return createHash('sha1').update(bits).digest();
}

function hostName(host: string): Uint8Array {
  return isIP(host) === 4
    ? der(contextPrimitive(7), Uint8Array.from(host.split('.'), Number))
    : der(contextPrimitive(2), new TextEncoder().encode(host));
}

function pem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
