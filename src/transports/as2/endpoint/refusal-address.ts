import type { Partnership } from '../agreement/partnership.js';
import type { OpenedPayload } from '../transmission/opened-transmission.js';
import type { TransmissionHead } from '../transmission/transmission-head.js';

interface Refused {
  readonly head: TransmissionHead;
  readonly partnership: Partnership;
  /** Absent: it could not be opened. */
  readonly opened?: Pick<OpenedPayload, 'signedBy'>;
}

/**
 * Whether a refusal goes to the address that its sender names for receipts. Whoever knows both ids can name one, and have us post there
 * again and again: what is not proven to be the partner's is told in the answer, unless the address is of the partner's own host.
 */
export function mayBeTold({ head, partnership, opened }: Refused): boolean {
  const asyncUrl = head.mdnRequest?.asyncUrl;
  if (asyncUrl === undefined || opened?.signedBy !== undefined) return true;
  return partnership.url !== undefined && new URL(partnership.url).hostname === new URL(asyncUrl).hostname;
}
