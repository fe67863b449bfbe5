import { VirtualFilesError } from 'ediloom/transports';
import type { ArrivedObjects } from '../buckets/arriving-objects.js';

/**
 * While a connection is disabled its partner puts nothing into its inbound directory: it would be confirmed, and never come in.
 * @param left what was put and is taken by no connection, as `recordArrivedObjectss` gives it.
 * @throws VirtualFilesError `denied`.
 */
export function demandReceived({ left }: ArrivedObjects): void {
  if (left.length > 0) throw new VirtualFilesError('denied');
}
