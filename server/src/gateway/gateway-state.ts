import { CompiledQuery } from 'kysely';
import type { AddressCheck } from '../http/networks.js';
import { trustedProxies } from '../http/trusted-proxies.js';
import type { Platform } from '../platform.js';
import { AnswerCommits } from './answer-commits.js';
import { KeyLeases } from './idempotency/leases.js';
import { openAdminToken } from './keys/admin-token.js';
import { GuessLimit } from './keys/guess-limit.js';
import { KnownKeys } from './keys/known-keys.js';
import { localPools } from './limits/local-pools.js';
import type { Pools } from './limits/pools.js';
import { postgresPools } from './limits/postgres-pools.js';
import { logError } from './log-error.js';
import { createPageTokens, type PageTokens } from './paging/page-token.js';
import { Traffic } from './traffic.js';

/** What the gateway of this process remembers from request to request; each of its steps takes the parts it uses. */
export interface GatewayState {
  readonly keys: KnownKeys;
  readonly guesses: GuessLimit;
  readonly leases: KeyLeases;
  readonly commits: AnswerCommits;
  readonly pools: Pools;
  readonly tokens: PageTokens;
  readonly traffic: Traffic;
  readonly adminToken: string;
  readonly isProxy: AddressCheck;
  readonly certificateHeader: string | undefined;
}

export function openGateway(services: Platform): GatewayState {
  const { store, clock, secrets, config } = services;
  return {
    keys: new KnownKeys(store, clock),
    guesses: new GuessLimit(clock),
    leases: new KeyLeases(services),
    commits: new AnswerCommits(store),
    pools: openPools(services),
    tokens: createPageTokens(secrets.keys),
    traffic: new Traffic(),
    adminToken: openAdminToken(config),
    isProxy: trustedProxies(config),
    certificateHeader: config.clientCertificateHeader,
  };
}

/** Counted over all processes where several may be on one store. */
function openPools({ config, clock, store, log, metrics, processId }: Platform): Pools {
  if (store.dialect === 'sqlite' || config.databaseUrl === undefined) return localPools(clock);
  const onAlone = (isAlone: boolean, error?: unknown): void => {
    metrics.poolsAlone(isAlone);
    if (!isAlone) {
      log.info('limits of accounts are counted over all processes again');
      return;
    }
    log.warn('limits of accounts are counted by this process alone: the database does not answer');
    logError(error, log);
  };
  return postgresPools({
    ...{ url: config.databaseUrl, clock, processId, onAlone },
    throughStore: (work) =>
      store.write((tx) =>
        work(async (text, values) => (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows),
      ),
  });
}
