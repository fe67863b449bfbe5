import type { OutgoingGuard } from '../../outgoing/outgoing-guard.js';
import { Problem, type ProblemDetail } from '../../problems.js';
import type { RequestedKind } from './kinds/kind.js';
import type { GivenConnection } from './schemas.js';
import { splitGiven } from './split-given.js';

/** A name whose servers do not answer must not keep the request. */
const PATIENCE_MS = 3_000;

/**
 * What stands against reaching the host of a connection today. Tomorrow its name may lead elsewhere, or the operator may have allowed its
 * network, so that it is no reason to refuse the connection. Not inside a transaction, as it asks the resolver.
 */
export async function hostWarnings(
  outgoing: OutgoingGuard,
  kind: RequestedKind,
  given: GivenConnection,
): Promise<readonly ProblemDetail[]> {
  const place = kind.hostOf?.(splitGiven(kind, given).settings);
  if (place === undefined) return [];
  const path = place.pointer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    await Promise.race([outgoing.check(place.host), late]);
    return [];
  } catch (error) {
    if (error instanceof Problem) return [{ path, code: error.code, message: error.message }];
    // Of the resolver.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return [
      {
        path,
        code: 'HOST_NOT_FOUND',
        message: 'The host has no address at the moment, so that nothing can be delivered to it. Check its name.',
      },
    ];
  } finally {
    clearTimeout(timer);
  }
}
