import type { Logger } from 'pino';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import type { ControlNumberTable } from './exchange/control-number-table.js';
import type { GuideLibrary } from './exchange/guide-library.js';
import type { OutgoingGuard } from './exchange/outgoing-guard.js';
import type { Metrics } from './gateway/metrics.js';
import type { Jobs } from './jobs/job.js';
import type { ArtifactStore } from './objects/artifacts.js';
import type { ObjectStore } from './objects/object-store.js';
import type { PayloadColumns } from './secrets/payload-columns.js';
import type { Secrets } from './secrets/secrets.js';
import type { Store } from './store/store.js';
import type { CustomerCode } from './worker/customer-code.js';

/** What the server is made of; handlers get it with each call, tests put it together from what they need. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly store: Store;
  readonly objects: ObjectStore;
  readonly artifacts: ArtifactStore;
  readonly secrets: Secrets;
  /** Columns that hold payload. */
  readonly payloads: PayloadColumns;
  readonly jobs: Jobs;
  readonly guides: GuideLibrary;
  readonly controlNumbers: ControlNumberTable;
  readonly customerCode: CustomerCode;
  readonly outgoing: OutgoingGuard;
  /** Where clients reach the server, without a slash at the end. */
  readonly publicUrl: string;
  /** Names this process among those on one store. */
  readonly processId: string;
}
