import { X509Certificate } from 'node:crypto';
import type { ReceivingCheck, ReceivingFacts } from '../kind.js';
import { keyNameOf } from './secrets.js';
import type { As2Settings } from './settings.js';

/** What the partner sends must be signed, and encrypted unless the settings say `none`. A certificate for one use serves for both. */
export function checkReceiving(
  { inboundSettings: inbound, outboundSettings: outbound, ...certificates }: As2Settings,
  { secretNames, at }: ReceivingFacts,
): ReceivingCheck | undefined {
  if (inbound?.enabled !== true) return undefined;
  const has = (name: 'partnerSigning' | 'partnerEncryption' | 'localSigning' | 'localEncryption'): boolean =>
    certificates[name]?.publicCertificate !== undefined;
  const opens = (name: 'localSigning' | 'localEncryption'): boolean =>
    has(name) && secretNames.includes(keyNameOf(name));
  // The other is for signatures only where there is no certificate for these.
  const signing = certificates.partnerSigning?.publicCertificate ?? certificates.partnerEncryption?.publicCertificate;
  const missing = [
    ...signerTrouble(signing, at),
    ...(inbound.encryptionAlgorithm === 'none' || opens('localEncryption') || opens('localSigning')
      ? []
      : [
          'Give localEncryption with its privateKey, so that the partner can encrypt, or set inboundSettings/encryptionAlgorithm to none.',
        ]),
  ];
  return { missing: missing.length === 0 ? undefined : missing.join(' '), isOnly: outbound?.enabled !== true };
}

function signerTrouble(pem: string | undefined, at: number): readonly string[] {
  if (pem === undefined) return ['Give partnerSigning: what is not signed by a certificate of the partner is refused.'];
  return at <= Date.parse(new X509Certificate(pem).validTo)
    ? []
    : [
        'Give partnerSigning anew: it is past its last day, so that what the partner signs is refused. Ask the partner for the certificate that they sign with now.',
      ];
}
