import type { KeyObject } from 'node:crypto';

/** RSA keys that sign: one of twice the size takes eight times as long, and all the while nothing else is done. */
export const MOST_RSA_BITS = 8_192;

/** Numbers of RSA that are smaller can be taken apart at home within days, and then anyone signs. Partners of long ago still have such of 1,024. */
export const LEAST_RSA_BITS = 1_024;

/** Whether a key, or that of a certificate, is RSA that proves nothing. */
export function isBrokenKey({ asymmetricKeyDetails, asymmetricKeyType }: KeyObject): boolean {
  const isRsa = asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss';
  return isRsa && (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS;
}

/**
 * Whether a private key would keep the process busy for seconds at each signature: an RSA key that is larger than anybody's, or one that was
 * made to, with exponents larger than itself.
 */
export function isCostlyKey(key: KeyObject): boolean {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits > MOST_RSA_BITS) return true;
  if (key.type !== 'private' || key.asymmetricKeyType !== 'rsa') return false;
  const { d = '', p = '', q = '', dp = '', dq = '' } = key.export({ format: 'jwk' });
  return [d, p, q, dp, dq].some((part) => Buffer.byteLength(part, 'base64url') > Math.ceil(bits / 8));
}
