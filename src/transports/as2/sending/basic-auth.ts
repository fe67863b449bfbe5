import { X12Error } from '../../../model/error.js';
import type { HeaderPair } from '../../http/post.js';

export interface BasicAuth {
  readonly username: string;
  readonly password: string;
}

/** This machine, where nobody is on the way. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Encryption covers the payload and not the headers. @throws X12Error `X12_CONNECTION_INVALID` where anyone on the way could read the password. */
export function demandUnseenPassword(basicAuth: BasicAuth | undefined, url: string | undefined): void {
  if (basicAuth === undefined || url === undefined) return;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return;
  throw new X12Error(
    'X12_CONNECTION_INVALID',
    'basicAuth would send the password over plain http, where anyone on the way can read it. Use an https address, or leave basicAuth out.',
    { details: { option: 'basicAuth' } },
  );
}

/** Basic authentication; RFC 7617 wants UTF-8, and no colon in the name. */
export function authorization(basicAuth: BasicAuth | undefined): readonly HeaderPair[] {
  if (basicAuth === undefined) return [];
  const { username, password } = basicAuth;
  if (username.includes(':')) throw new X12Error('X12_OPTION_INVALID', 'A user name of HTTP has no colon.');
  return [['Authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`]];
}
