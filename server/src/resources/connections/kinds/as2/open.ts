import {
  as2Transport,
  type CertificateEntry,
  type Identity,
  type IdentityEntry,
  type PartnershipSettings,
  readCertificates,
  readIdentity,
} from 'ediloom/transports/as2';
import { invalid, lookupOf } from '../../for-kinds.js';
import { checkHost } from '../check-host.js';
import type { OpenContext, OutboundTransport } from '../kind.js';
import type { As2Settings } from './settings.js';

type Outbound = NonNullable<As2Settings['outboundSettings']>;

/**
 * A partner over AS2. The host of the URL is resolved once, checked, and reached by the address that was checked.
 * @throws Problem `ADDRESS_REFUSED`; X12Error.
 */
export async function openAs2(settings: As2Settings, context: OpenContext): Promise<OutboundTransport> {
  const { connectionId, secrets, journal, outgoing, clock } = context;
  const outbound = settings.outboundSettings;
  if (outbound?.enabled !== true) {
    throw invalid('The AS2 connection has no outbound settings that are enabled. Add them, or use another.', {
      code: 'INVALID_CONFIGURATION',
    });
  }
  if (!URL.canParse(outbound.partnerServerUrl)) {
    // Written down by a release that let it through.
    throw invalid('partnerServerUrl of the AS2 connection is no URL. Correct it.', { code: 'INVALID_CONFIGURATION' });
  }
  const { hostname } = new URL(outbound.partnerServerUrl);
  const checked = await checkHost(outgoing, hostname);
  const partnership = partnershipOf(settings, context, outbound);
  demandCredentials(outbound, partnership);
  const { basicAuth, ca } = outbound;
  return as2Transport({
    connection: connectionId,
    partnership,
    journal,
    lookup: lookupOf(checked),
    ...(ca === undefined ? {} : { trust: { ca } }),
    ...(basicAuth === undefined
      ? {}
      : { basicAuth: { username: basicAuth.username, password: secrets.get('basicAuthPassword') ?? '' } }),
    now: () => new Date(clock.now()),
  });
}

/** By the names that it was given by: the engine would name its own. @throws Problem `invalid`. */
function demandCredentials(
  { signingAlgorithm, encryptionAlgorithm }: Outbound,
  { identities = [], certificates = [] }: Pick<PartnershipSettings, 'identities' | 'certificates'>,
): void {
  if (signingAlgorithm !== 'NONE' && identities.length === 0) {
    throw incomplete('Give localSigning with its privateKey, or set outboundSettings/signingAlgorithm to NONE.');
  }
  if (encryptionAlgorithm !== 'none' && certificates.length === 0) {
    throw incomplete('Give partnerEncryption, or set outboundSettings/encryptionAlgorithm to none.');
  }
}

function incomplete(advice: string): Error {
  return invalid(`The AS2 connection has no certificate for what it is to do. ${advice}`, {
    code: 'INVALID_CONFIGURATION',
  });
}

function partnershipOf(
  settings: As2Settings,
  { secrets, deliveryId }: OpenContext,
  outbound: Outbound,
): PartnershipSettings {
  const mdnDigest = digestOf(outbound.mdnSigningAlgorithm ?? 'SHA256');
  return {
    ourId: settings.localAs2Id,
    partnerId: settings.partnerAs2Id,
    url: outbound.partnerServerUrl,
    identities: identitiesOf(settings, secrets),
    certificates: certificatesOf(settings),
    outbound: {
      sign: digestOf(outbound.signingAlgorithm ?? 'SHA256'),
      encrypt: cipherOf(outbound.encryptionAlgorithm ?? 'aes256_cbc'),
      compress: outbound.compression === 'ZLIB' ? 'before-signing' : 'none',
      // A person finds the file by its beginning. The journal has it before the first byte goes out, so every attempt has the same.
      messageIdFormat: `${deliveryId}.{unique}@{from}`,
    },
    inbound: inboundOf(settings.inboundSettings),
    mdn: {
      mode: outbound.mdnResponse ?? 'sync',
      signed: mdnDigest !== 'none',
      ...(mdnDigest === 'none' ? {} : { micAlgorithms: [mdnDigest] }),
    },
  };
}

/** What the partner's transmissions must be like; nothing is demanded of a partner that sends none. */
function inboundOf(inbound: As2Settings['inboundSettings']): PartnershipSettings['inbound'] {
  const receives = inbound?.enabled === true;
  return { requireSigned: receives, requireEncrypted: receives && inbound.encryptionAlgorithm !== 'none' };
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
