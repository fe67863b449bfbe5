import type { SecretPlace } from '../../secrets/secrets.js';

/** Where the secret of a key pair is kept, encrypted. A hash would not do, as signatures are checked by making them with the secret. */
export function secretOf(id: string): SecretPlace {
  return { purpose: 's3-key', ownerId: id, name: 'secret' };
}
