import { transportError } from 'ediloom/transports';
import { lookupOf, type OutgoingGuard } from '../for-kinds.js';

/**
 * The one address by which a partner's host is reached, so that a name cannot lead elsewhere between the check and the connection.
 * @throws Problem `ADDRESS_REFUSED`; X12Error `host-not-found` where the name has no address, or nobody could be asked for it.
 */
export async function checkHost(outgoing: OutgoingGuard, host: string): ReturnType<OutgoingGuard['check']> {
  try {
    return await outgoing.check(host);
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw transportError('host-not-found', { at: host, cause });
    throw cause;
  }
}

/** Node's `lookup` for one host: it gives the address that was checked. @throws as {@link checkHost}. */
export async function checkedLookup(outgoing: OutgoingGuard, host: string): Promise<OutgoingGuard['lookup']> {
  return lookupOf(await checkHost(outgoing, host));
}
