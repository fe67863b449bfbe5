import type { Platform } from '../../platform.js';
import { Problem } from '../../problems.js';

type OutgoingGuard = Platform['outgoing'];
type CheckedAddress = Awaited<ReturnType<OutgoingGuard['check']>>;

/** Milliseconds for which a name is not looked up again. Each connection would: a hundred checks at once are as many connections. */
const FRESH_MS = 30_000;
/** Milliseconds for which an address may stand in where name servers are silent. */
const STANDING_IN_MS = 3_600_000;
/** What name servers are waited for where an address can stand in. */
const PATIENCE_MS = 1_000;

interface Known {
  readonly address: CheckedAddress;
  /** Of the clock. */
  readonly at: number;
}

export interface RememberingOptions {
  readonly now: () => number;
  /** Default: a second. */
  readonly patienceMs?: number | undefined;
}

/**
 * The guard of one route, which remembers the addresses of its host: a payer that was reached a moment ago is reached while its own name servers,
 * or those of fifty others, do not answer. Whatever it gives has been checked, and what is refused now is refused, whatever it was before.
 */
export function rememberAddresses(
  guard: OutgoingGuard,
  { now, patienceMs = PATIENCE_MS }: RememberingOptions,
): OutgoingGuard {
  const known = new Map<string, Known>();
  const ask = async (host: string): Promise<CheckedAddress> => {
    try {
      const address = await guard.check(host);
      known.set(host, { address, at: now() });
      return address;
    } catch (error) {
      // Refused, or it has no such name any more: only silence says nothing of the address.
      if (!isSilence(error)) known.delete(host);
      throw error;
    }
  };
  const check = async (host: string): Promise<CheckedAddress> => {
    const last = known.get(host);
    const age = last === undefined ? Number.POSITIVE_INFINITY : Math.abs(now() - last.at);
    if (last === undefined || age > STANDING_IN_MS) return ask(host);
    if (age < FRESH_MS) return last.address;
    return soon(ask(host), patienceMs, last.address);
  };
  return {
    ...guard,
    check,
    lookup: (host, options, callback) => {
      check(host).then(
        ({ address, family }) => {
          if (options.all === true) callback(null, [{ address, family }]);
          else callback(null, address, family);
        },
        (error: Error) => callback(error, ''),
      );
    },
  };
}

/** What is asked for, or what stands in for it where that takes too long or nobody answers. */
async function soon(asked: Promise<CheckedAddress>, ms: number, standingIn: CheckedAddress): Promise<CheckedAddress> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckedAddress>((resolve) => {
    timer = setTimeout(resolve, ms, standingIn);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if (isSilence(error)) return standingIn;
    throw error;
  } finally {
    clearTimeout(timer);
    // It may end after that, in whatever way.
    asked.catch(() => undefined);
  }
}

/** Codes by which name servers have not answered, or not now. */
const SILENCE: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'EAI_AGAIN', 'ETIMEDOUT']);

function isSilence(error: unknown): boolean {
  return !(error instanceof Problem) && error instanceof Error && 'code' in error && SILENCE.has(error.code);
}
