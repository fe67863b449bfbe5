import { hasOpenLane } from '../../jobs/open-lanes.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { isReceivingOver } from '../executions/outcomes.js';
import { partnershipsAcknowledgingOver } from '../partnerships/rows.js';
import { settingsSendingOver } from '../transaction-settings/rows.js';
import { deliveryLanes } from './delivery-lanes.js';
import { lockConnection } from './lock-connection.js';

/** What a connection cannot be taken away from. */
export interface ConnectionNeeds {
  /** Transaction settings that send over it. */
  readonly settings: Awaited<ReturnType<typeof settingsSendingOver>>;
  /** Partnerships whose acknowledgments go over it. */
  readonly partnerships: Awaited<ReturnType<typeof partnershipsAcknowledgingOver>>;
  readonly isDelivering: boolean;
  /** Files that came in over it are not processed yet: how they are read follows from it. */
  readonly isReceiving: boolean;
}

/** Asked by whoever deletes a connection, in the same transaction: the connection is locked, so that nobody begins to need it. */
export async function neededBy(queries: AccountQueries, id: string): Promise<ConnectionNeeds> {
  await lockConnection(queries, id);
  return {
    settings: await settingsSendingOver(queries, id),
    partnerships: await partnershipsAcknowledgingOver(queries, id),
    isDelivering: await hasOpenLane(queries, deliveryLanes(id)),
    isReceiving: await isReceivingOver(queries, id),
  };
}
