import { VirtualFilesError } from 'ediloom/transports';
import type { ArrivedObjects } from '../buckets/arriving-objects.js';

/** Nobody would have what was to be put there. */
export class NotReceived extends VirtualFilesError {
  constructor() {
    super('denied');
  }
}

/**
 * While a connection is disabled its partner puts nothing into its inbound directory: it would be confirmed, and never come in.
 * @param arrived what came of what was put, as `recordArrivingObjects` says.
 * @throws NotReceived
 */
export function demandReceived(arrived: ArrivedObjects): void {
  if (arrived.left.length > 0) throw new NotReceived();
}
