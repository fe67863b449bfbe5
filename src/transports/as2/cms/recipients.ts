import type { Identity } from '../certificates/certificate.js';
import { readAlgorithm } from './algorithm-tables.js';
import { CmsError } from './cms-error.js';
import { type DerNode, Fields, readOctetString, TAG } from './der.js';
import { type KeyTransportScheme, readKeyTransport } from './key-transport.js';
import { type KeyIdentifier, readKeyIdentifier } from './read-signature.js';
import { isNamed } from './verify.js';

/** Keys that are tried on one envelope: each costs an RSA operation and a reading of the whole. */
const MAX_ATTEMPTS = 8;

/** For whom the content key was encrypted by RSA. */
export interface Recipient {
  readonly key: KeyIdentifier;
  readonly scheme: KeyTransportScheme;
  readonly encryptedKey: Uint8Array;
}

/** A recipient, and one of ours that may be meant. */
export interface Attempt {
  readonly recipient: Recipient;
  readonly identity: Identity;
}

/**
 * The recipients of an envelope; those by key agreement or password are passed over.
 * @throws CmsError `malformed`; `unsupported` if there is none by RSA that is known here.
 */
export function readRecipients(set: DerNode): readonly Recipient[] {
  const byRsa = set.children.filter(({ tag }) => tag === TAG.sequence);
  const problems: CmsError[] = [];
  const recipients = byRsa.flatMap((node) => {
    try {
      return [readRecipient(node)];
    } catch (error) {
      if (!(error instanceof CmsError && error.code === 'unsupported')) throw error;
      problems.push(error);
      return [];
    }
  });
  if (recipients.length > 0) return recipients;
  throw problems[0] ?? new CmsError('unsupported', 'It has no recipient with an RSA key.');
}

function readRecipient(node: DerNode): Recipient {
  const fields = new Fields(node);
  fields.take(TAG.integer);
  const key = readKeyIdentifier(fields);
  const scheme = readKeyTransport(readAlgorithm(fields.take(TAG.sequence)));
  return { key, scheme, encryptedKey: readOctetString(fields.takeAny()) };
}

/** Those named first; if none is, every key of the right size: a renewed certificate often has the old key. */
export function attemptsFor(recipients: readonly Recipient[], identities: readonly Identity[]): readonly Attempt[] {
  const all = recipients.flatMap((recipient) =>
    identities.filter((identity) => keyFits(identity, recipient)).map((identity) => ({ recipient, identity })),
  );
  const named = all.filter(({ recipient, identity }) => isNamed(identity.certificate, recipient.key));
  return (named.length > 0 ? named : all).slice(0, MAX_ATTEMPTS);
}

function keyFits({ privateKey }: Identity, { encryptedKey }: Recipient): boolean {
  const bits = privateKey.asymmetricKeyType === 'rsa' ? privateKey.asymmetricKeyDetails?.modulusLength : undefined;
  return bits !== undefined && Math.ceil(bits / 8) === encryptedKey.length;
}
