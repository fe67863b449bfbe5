import { accessDenied } from '../gateway/api-error.js';
import { LINK_MS } from '../gateway/links.js';
import type { Services } from '../services.js';

/** What an upload link is good for: the JSON of one staged transaction. */
export interface UploadTarget {
  readonly accountId: string;
  /** Of the key that asked for the link; the audit names it when the link is used. */
  readonly keyId: string;
  readonly transactionId: string;
}

type LinkServices = Pick<Services, 'clock' | 'secrets' | 'publicUrl'>;

const USE = 'upload-link';

/** An address that takes the transaction by PUT and needs no key: whoever has it may do this one thing until it expires. */
export function uploadLink({ clock, secrets, publicUrl }: LinkServices, target: UploadTarget): string {
  const text = JSON.stringify(['PUT', target.accountId, target.keyId, target.transactionId, clock.now() + LINK_MS]);
  const mac = secrets.keys.mac(USE, text).toString('base64url');
  return `${publicUrl}/uploads/${Buffer.from(text).toString('base64url')}.${mac}`;
}

/** @throws ApiError 403 for a link that was not given, was changed, or has expired. */
export function readUploadLink({ clock, secrets }: LinkServices, token: string): UploadTarget {
  const [payload = '', mac = ''] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString('utf8');
  if (!secrets.keys.macMatches(USE, text, Buffer.from(mac, 'base64url'))) throw refused();
  // Only `uploadLink` makes what the MAC lets through.
  const [, accountId, keyId, transactionId, expires] = JSON.parse(text) as [string, string, string, string, number];
  if (clock.now() >= expires) throw refused();
  return { accountId, keyId, transactionId };
}

function refused() {
  return accessDenied('The link has expired or is not whole. Stage the transaction again.', 'LINK_EXPIRED');
}
