import type { ReceivingCheck } from '../kind.js';
import { keyNameOf } from './secrets.js';
import type { As2Settings } from './settings.js';

/** What the partner sends must be signed, and encrypted unless the settings say `none`. A certificate for one use serves for both. */
export function checkReceiving(
  { inboundSettings: inbound, outboundSettings: outbound, ...certificates }: As2Settings,
  secretNames: readonly string[],
): ReceivingCheck | undefined {
  if (inbound?.enabled !== true) return undefined;
  const has = (name: 'partnerSigning' | 'partnerEncryption' | 'localSigning' | 'localEncryption'): boolean =>
    certificates[name]?.publicCertificate !== undefined;
  const opens = (name: 'localSigning' | 'localEncryption'): boolean =>
    has(name) && secretNames.includes(keyNameOf(name));
  const missing = [
    ...(has('partnerSigning') || has('partnerEncryption')
      ? []
      : ['Give partnerSigning: what is not signed by a certificate of the partner is refused.']),
    ...(inbound.encryptionAlgorithm === 'none' || opens('localEncryption') || opens('localSigning')
      ? []
      : [
          'Give localEncryption with its privateKey, so that the partner can encrypt, or set inboundSettings/encryptionAlgorithm to none.',
        ]),
  ];
  return { missing: missing.length === 0 ? undefined : missing.join(' '), isOnly: outbound?.enabled !== true };
}
