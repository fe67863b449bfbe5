import type { Platform } from '../platform.js';
import type { EngineGuides } from '../resources/transaction-settings/chosen-guide.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Changes } from './report.js';

/** What all parts of applying a file need; the queries are those of the one transaction that applies it. */
export interface ApplyContext {
  readonly services: Pick<Platform, 'clock' | 'secrets' | 'jobs'>;
  readonly queries: AccountQueries;
  readonly engine: EngineGuides;
  readonly changes: Changes;
}
