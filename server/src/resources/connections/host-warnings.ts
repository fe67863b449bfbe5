import type { OutgoingGuard } from '../../outgoing/outgoing-guard.js';
import { Problem, type ProblemDetail } from '../../problems.js';
import type { ConnectionHost, RequestedKind } from './kinds/kind.js';
import type { GivenConnection } from './schemas.js';
import { splitGiven } from './split-given.js';

/** A name whose servers do not answer must not keep the request. */
const PATIENCE_MS = 3_000;

/**
 * What a person should know of the host of a connection. That it cannot be reached today is no reason to refuse the connection: tomorrow its
 * name may lead elsewhere, or the operator may have allowed its network. Not inside a transaction, as it asks the resolver.
 */
export async function hostWarnings(
  outgoing: OutgoingGuard,
  kind: RequestedKind,
  given: GivenConnection,
): Promise<readonly ProblemDetail[]> {
  const place = kind.hostOf?.(splitGiven(kind, given).settings);
  if (place === undefined) return [];
  return [...plainWarnings(place), ...(await reachWarnings(outgoing, place))];
}

function plainWarnings({ pointer: path, isPlain = false }: ConnectionHost): readonly ProblemDetail[] {
  const message =
    'The address is plain http: whoever is on the way sees who sends to whom, and can keep files and receipts back. Use https, if the partner has it.';
  return isPlain ? [{ path, code: 'PLAIN_HTTP', message }] : [];
}

/** The same of any host that somebody has named. */
export async function reachWarnings(
  outgoing: OutgoingGuard,
  { host, pointer: path }: Pick<ConnectionHost, 'host' | 'pointer'>,
): Promise<readonly ProblemDetail[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    await Promise.race([outgoing.check(host), late]);
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
