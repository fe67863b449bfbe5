import type { Services } from '../services.js';
import type { AnswerCommits } from './answer-commits.js';
import type { Claims } from './claims.js';
import type { GuessLimit } from './guess-limit.js';
import type { KnownKeys } from './known-keys.js';
import type { PageTokens } from './page-token.js';
import type { Pools } from './pools.js';
import type { Traffic } from './traffic.js';

/** What every request passes, beside the services that handlers get. */
export interface Gateway {
  readonly services: Services;
  readonly keys: KnownKeys;
  readonly guesses: GuessLimit;
  readonly claims: Claims;
  readonly commits: AnswerCommits;
  readonly pools: Pools;
  readonly tokens: PageTokens;
  readonly traffic: Traffic;
  readonly adminToken: string;
}
