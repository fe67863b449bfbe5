import {
  type CertificateEntry,
  type Identity,
  type IdentityEntry,
  type Partnership,
  type PartnershipSettings,
  partnershipFrom,
  readCertificates,
  readIdentity,
} from 'ediloom/transports/as2';
import { invalid } from '../../for-kinds.js';
import type { OpenContext } from '../kind.js';
import type { As2Settings } from './settings.js';

// What a connection says, in the words of the engine.

type Outbound = NonNullable<As2Settings['outboundSettings']>;
type Secrets = OpenContext['secrets'];

/** Whether anything comes in: transmissions of the partner, or receipts that come by themselves. */
export function isListenedFor({ inboundSettings, outboundSettings: outbound }: As2Settings): boolean {
  return inboundSettings?.enabled === true || (outbound?.enabled === true && outbound.mdnResponse === 'async');
}

/** How files are sent. @throws Problem `invalid` where a receipt that comes by itself has no address to come to. */
export function sendingPartnership(
  settings: As2Settings,
  outbound: Outbound,
  { secrets, deliveryId, as2Url }: Pick<OpenContext, 'secrets' | 'deliveryId' | 'as2Url'>,
): PartnershipSettings {
  const mdnDigest = digestOf(outbound.mdnSigningAlgorithm ?? 'SHA256');
  return {
    ...bothWays(settings, secrets),
    url: outbound.partnerServerUrl,
    outbound: {
      sign: digestOf(outbound.signingAlgorithm ?? 'SHA256'),
      encrypt: cipherOf(outbound.encryptionAlgorithm ?? 'aes256_cbc'),
      compress: outbound.compression === 'ZLIB' ? 'before-signing' : 'none',
      // A person finds the file by its beginning. The journal has it before the first byte goes out, so every attempt has the same.
      messageIdFormat: `${deliveryId}.{unique}@{from}`,
    },
    mdn: {
      ...mdnMode(outbound, as2Url),
      signed: mdnDigest !== 'none',
      ...(mdnDigest === 'none' ? {} : { micAlgorithms: [mdnDigest] }),
    },
  };
}

function mdnMode({ mdnResponse = 'sync', asyncMdnUrl }: Outbound, as2Url: string | undefined) {
  if (mdnResponse !== 'async') return { mode: mdnResponse };
  const url = asyncMdnUrl ?? as2Url;
  if (url === undefined) {
    throw invalid(
      'The AS2 connection asks for receipts that come by themselves, and nothing says where to. Set asyncMdnUrl, or AS2_URL of the server.',
      { code: 'INVALID_CONFIGURATION' },
    );
  }
  return { mode: mdnResponse, url };
}

/** How what the partner sends is read: transmissions where the connection receives, and receipts. @throws X12Error. */
export function receivingPartnership(settings: As2Settings, secrets: Secrets): Partnership {
  const { inboundSettings: inbound, outboundSettings: outbound } = settings;
  return partnershipFrom({
    ...bothWays(settings, secrets),
    ...(outbound === undefined ? {} : { url: outbound.partnerServerUrl }),
    // Nothing is sent by it, but receipts, which are signed where that is asked for.
    outbound: { sign: 'none', encrypt: 'none' },
    // Without an inbound side receipts come in, and nothing else.
    inbound: { requireSigned: true, requireEncrypted: inbound?.encryptionAlgorithm !== 'none' },
  });
}

function bothWays(settings: As2Settings, secrets: Secrets) {
  return {
    ourId: settings.localAs2Id,
    partnerId: settings.partnerAs2Id,
    identities: identitiesOf(settings, secrets),
    certificates: certificatesOf(settings),
  };
}

/** One certificate of ours is used for both. */
function identitiesOf(
  { localSigning, localEncryption }: As2Settings,
  secrets: ReadonlyMap<string, string>,
): readonly IdentityEntry[] {
  const signing = identity(localSigning, secrets.get('localSigningPrivateKey'));
  const encryption = identity(localEncryption, secrets.get('localEncryptionPrivateKey'));
  if (signing !== undefined && encryption !== undefined) {
    return [
      { identity: signing, use: 'signing' },
      { identity: encryption, use: 'encryption' },
    ];
  }
  const only = signing ?? encryption;
  return only === undefined ? [] : [{ identity: only }];
}

function identity(given: As2Settings['localSigning'], privateKey: string | undefined): Identity | undefined {
  if (given?.publicCertificate === undefined || privateKey === undefined) return undefined;
  return readIdentity({ certificate: given.publicCertificate, privateKey });
}

/** A partner with one certificate uses it for both. */
function certificatesOf({ partnerSigning, partnerEncryption }: As2Settings): readonly CertificateEntry[] {
  const signing = partnerSigning?.publicCertificate;
  const encryption = partnerEncryption?.publicCertificate;
  if (signing === undefined || encryption === undefined) return certificates(signing ?? encryption, undefined);
  return [...certificates(signing, 'signing'), ...certificates(encryption, 'encryption')];
}

function certificates(pem: string | undefined, use: CertificateEntry['use']): readonly CertificateEntry[] {
  const [first] = pem === undefined ? [] : readCertificates(pem);
  return first === undefined ? [] : [{ certificate: first, use }];
}

function digestOf(name: string): 'none' | 'sha1' | 'sha256' | 'sha384' | 'sha512' {
  switch (name) {
    case 'SHA1':
      return 'sha1';
    case 'SHA256':
      return 'sha256';
    case 'SHA384':
      return 'sha384';
    case 'SHA512':
      return 'sha512';
    default:
      return 'none';
  }
}

function cipherOf(name: string): 'none' | 'aes128-cbc' | 'aes192-cbc' | 'aes256-cbc' {
  switch (name) {
    case 'aes128_cbc':
      return 'aes128-cbc';
    case 'aes192_cbc':
      return 'aes192-cbc';
    case 'aes256_cbc':
      return 'aes256-cbc';
    default:
      return 'none';
  }
}
