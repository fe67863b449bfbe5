import type { Logger } from 'pino';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import type { HeavyTurns } from './heavy-turns.js';
import type { Jobs } from './jobs/job.js';
import type { Metrics } from './metrics.js';
import type { ArtifactStore } from './objects/artifacts.js';
import type { ObjectStore } from './objects/object-store.js';
import type { StorageRoom } from './objects/storage-room.js';
import type { OutgoingGuard } from './outgoing/outgoing-guard.js';
import type { OwnConnections } from './own-connections.js';
import type { PayloadColumns } from './secrets/payload-columns.js';
import type { Secrets } from './secrets/secrets.js';
import type { Store } from './store/store.js';
import type { CustomerCode } from './worker/customer-code.js';

/** What the server stands on, whatever its trade: no resource is in it. `exchange/services.ts` adds those. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly store: Store;
  readonly objects: ObjectStore;
  readonly artifacts: ArtifactStore;
  /** Of what is put into buckets. */
  readonly room: StorageRoom;
  /** Of what lies on the disk of this machine until it is put: nobody's, as it is no object yet. */
  readonly spoolRoom: StorageRoom;
  readonly secrets: Secrets;
  /** Columns with payload, sealed where that is asked for. */
  readonly payloads: PayloadColumns;
  /** Columns that are sealed whatever the configuration says. */
  readonly sealedColumns: PayloadColumns;
  readonly jobs: Jobs;
  readonly customerCode: CustomerCode;
  /** Where work goes that keeps the thread busy for long. */
  readonly heavyTurns: HeavyTurns;
  /** Stands before every socket that is opened on somebody's word. */
  readonly outgoing: OutgoingGuard;
  /** Of functions to this process itself. */
  readonly ownConnections: OwnConnections;
  /** Where clients reach the server, without a slash at the end. */
  readonly publicUrl: string;
  /** Names this process among those on one store. */
  readonly processId: string;
}
