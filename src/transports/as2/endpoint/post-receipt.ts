import type { LookupFunction } from 'node:net';
import { transportError } from '../../../delivery/transport-error.js';
import { type Post, post } from '../../http/post.js';
import type { TlsTrust } from '../../network/tls-trust.js';
import type { Reception } from './reception-record.js';

export interface PostReceiptOptions {
  readonly trust?: TlsTrust | undefined;
  /** How names become addresses, in place of Node's: for those who may reach some addresses only. */
  readonly lookup?: LookupFunction | undefined;
  readonly publicOnly: boolean;
  readonly connectMs: number;
  readonly idleMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Posts a receipt once to where it is owed. @throws X12Error of the transport; `address-refused` where nothing is owed. */
export async function postReceipt({ mdn, unsentTo }: Reception, options: PostReceiptOptions): Promise<void> {
  if (mdn === undefined || unsentTo === undefined) {
    throw transportError('address-refused', { at: 'No receipt is owed' });
  }
  const request: Post = {
    url: new URL(unsentTo),
    headers: [...mdn.headers, ['Content-Length', String(mdn.body.length)]],
    body: once(mdn.body),
    ...options,
    maxResponseBytes: 65_536,
  };
  const { status } = await post(request);
  if (status >= 200 && status <= 299) return;
  throw transportError(status >= 500 || status === 429 ? 'server-error' : 'http-refused', { at: `HTTP ${status}` });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
