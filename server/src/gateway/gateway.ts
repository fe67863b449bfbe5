import type { Platform } from '../platform.js';
import type { AnswerCommits } from './answer-commits.js';
import type { Claims } from './idempotency/leases.js';
import type { GuessLimit } from './keys/guess-limit.js';
import type { KnownKeys } from './keys/known-keys.js';
import type { Pools } from './limits/pools.js';
import type { PageTokens } from './paging/page-token.js';
import type { Traffic } from './traffic.js';

/** What every request passes, beside the services that handlers get. */
export interface Gateway {
  readonly services: Platform;
  readonly keys: KnownKeys;
  readonly guesses: GuessLimit;
  readonly claims: Claims;
  readonly commits: AnswerCommits;
  readonly pools: Pools;
  readonly tokens: PageTokens;
  readonly traffic: Traffic;
  readonly adminToken: string;
}
