import type { LookupFunction } from 'node:net';
import type { Journal } from '../../../delivery/journal.js';
import { requireForm } from '../../../model/check-options.js';
import type { TlsTrust } from '../../network/tls-trust.js';
import { postReceipt } from './post-receipt.js';
import { Receptions } from './reception-record.js';

export interface PostOwedReceiptOptions {
  /** The one that the endpoint has written it in. */
  readonly journal: Journal;
  readonly trust?: TlsTrust | undefined;
  /**
   * Checks the host of the address, and says how its name becomes an address: a sender names it itself, and must not reach what only we do.
   * What it throws is thrown.
   */
  readonly lookupFor: (host: string) => Promise<LookupFunction>;
  /** Milliseconds; default 30,000. */
  readonly connectMs?: number | undefined;
  /** Milliseconds; default 60,000. */
  readonly idleMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Posts a receipt that an endpoint of `receipts.post: 'elsewhere'` owes, once, from whatever process.
 * @param entryId as `as2NewsIn` has it.
 * @returns false where it is not owed any more.
 * @throws X12Error of the transport: `mayHelpAgain` says whether to try again.
 */
export async function postOwedReceipt(entryId: string, options: PostOwedReceiptOptions): Promise<boolean> {
  requireForm('postOwedReceipt', 'entryId', entryId, 'text');
  requireForm('postOwedReceipt', 'options', options, 'object');
  const { journal, trust, lookupFor, connectMs = 30_000, idleMs = 60_000, signal } = options;
  const receptions = new Receptions(journal);
  const reception = await receptions.entry(entryId);
  if (reception?.unsentTo === undefined) return false;
  const lookup = await lookupFor(new URL(reception.unsentTo).hostname);
  await postReceipt(reception, { trust, lookup, publicOnly: false, connectMs, idleMs, signal });
  await receptions.noteMdnSent(reception);
  return true;
}
