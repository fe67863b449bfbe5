import { createHmac } from 'node:crypto';
import type { SigningSecrets } from '../../resources/destinations/signing-secrets.js';

export interface SignedParts {
  /** `msg_<uuid>`. */
  readonly id: string;
  /** Of the attempt, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/**
 * The header `webhook-signature` of Standard Webhooks: HMAC-SHA-256 over id, time and body, in base64. While two secrets count there are two,
 * and a receiver that knows either of them is content.
 */
export function signatureOf(parts: SignedParts, { current, previous }: SigningSecrets): string {
  const secrets = previous === undefined ? [current] : [current, previous];
  return secrets.map((secret) => `v1,${mac(parts, secret)}`).join(' ');
}

function mac({ id, timestamp, body }: SignedParts, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
