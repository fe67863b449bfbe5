import type { OpenedPayload } from '../transmission/opened-transmission.js';
import type { TransmissionHead } from '../transmission/transmission-head.js';

/** What an inbound payload says of where it came from. @param address of the socket */
export function originOf(
  { from, to, messageId, subject }: TransmissionHead,
  { signedBy, cipher }: OpenedPayload,
  address: string | undefined,
): Readonly<Record<string, string>> {
  return {
    'as2-from': from,
    'as2-to': to,
    'message-id': messageId,
    ...(subject === undefined ? {} : { subject }),
    ...(address === undefined ? {} : { address }),
    ...(signedBy === undefined ? {} : { 'signed-by': signedBy.fingerprint }),
    ...(cipher === undefined ? {} : { cipher }),
  };
}
