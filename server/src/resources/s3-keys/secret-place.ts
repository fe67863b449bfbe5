import type { SecretPlace } from '../../secrets/secrets.js';

/** Where the secret of a key pair is kept: signatures are made with it, so that a hash of it would not do. */
export function secretOf(id: string): SecretPlace {
  return { purpose: 's3-key', ownerId: id, name: 'secret' };
}
