import type { Caller } from '../caller.js';
import type { Platform } from '../platform.js';
import { denied } from '../problems.js';
import { UPLOAD_MS } from '../resources/enrollment-documents/rows.js';

/** What a link is good for: one method on one object of one account, for some minutes. */
export interface LinkTarget {
  readonly accountId: string;
  /** Of the key that asked for the link; the audit names it when the link is used. */
  readonly keyId: string;
  readonly method: 'GET' | 'PUT';
  /** `artifact`: its bytes; `staged-transaction`: where its JSON is put; `enrollment-document`: where its PDF is. */
  readonly kind: 'artifact' | 'staged-transaction' | 'enrollment-document';
  readonly id: string;
}

type LinkServices = Pick<Platform, 'clock' | 'secrets' | 'publicUrl'>;

export const LINK_MINUTES = 5;
const LINK_MS = LINK_MINUTES * 60 * 1000;
const USE = 'link';

/** An address that needs no key: whoever has it may do this one thing until it expires. */
export function signedLink({ clock, secrets, publicUrl }: LinkServices, target: LinkTarget, forMs = LINK_MS): string {
  const { accountId, keyId, method, kind, id } = target;
  const text = JSON.stringify([accountId, keyId, method, kind, id, clock.now() + forMs]);
  const mac = secrets.keys.mac(USE, text).toString('base64url');
  return `${publicUrl}/links/${Buffer.from(text).toString('base64url')}.${mac}`;
}

/** Where a caller gets the bytes of an artifact. */
export function downloadLink(services: LinkServices, { accountId, keyId }: Caller, artifactId: string): string {
  return signedLink(services, { accountId, keyId, method: 'GET', kind: 'artifact', id: artifactId });
}

/** Where a caller puts the JSON of a transaction that was staged without it. */
export function uploadLink(services: LinkServices, { accountId, keyId }: Caller, stagedId: string): string {
  return signedLink(services, { accountId, keyId, method: 'PUT', kind: 'staged-transaction', id: stagedId });
}

/** Where a caller puts the PDF of a document of an enrollment. */
export function documentLink(services: LinkServices, { accountId, keyId }: Caller, documentId: string): string {
  const target = { accountId, keyId, method: 'PUT', kind: 'enrollment-document', id: documentId } as const;
  return signedLink(services, target, UPLOAD_MS);
}

/** @throws Problem `denied` for a link that was not given, was changed, is for another method, or has expired. */
export function readLink({ clock, secrets }: LinkServices, token: string, method: LinkTarget['method']): LinkTarget {
  const [payload = '', mac = ''] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString('utf8');
  const macBytes = Buffer.from(mac, 'base64url');
  // Several texts give the same bytes: but one of them is the link that was signed.
  const isCanonical = token === `${Buffer.from(text).toString('base64url')}.${macBytes.toString('base64url')}`;
  if (!isCanonical || !secrets.keys.macMatches(USE, text, macBytes)) throw refused();
  // Only `signedLink` makes what the MAC lets through.
  const [accountId, keyId, signedMethod, kind, id, expires] = JSON.parse(text) as SignedParts;
  if (signedMethod !== method || clock.now() >= expires) throw refused();
  return { accountId, keyId, method, kind, id };
}

type SignedParts = readonly [string, string, LinkTarget['method'], LinkTarget['kind'], string, number];

function refused() {
  return denied(
    `The link is not valid, or has expired: links are good for ${LINK_MINUTES} minutes, those of enrollment documents for a day. Ask for another.`,
  );
}
