import type { Platform } from '../platform.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { VariableNames } from './variable-names.js';

/** What all parts of an export need. */
export interface ExportContext {
  readonly services: Pick<Platform, 'secrets'>;
  readonly queries: AccountQueries;
  /** Names of own guides by their ids; ids of the server's stand for themselves. */
  readonly guideNames: ReadonlyMap<string, string>;
  readonly variables: VariableNames;
}
