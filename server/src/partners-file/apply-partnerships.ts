import { isDeepStrictEqual } from 'node:util';
import {
  ackConfigurationOf,
  expectedAcknowledgmentsOf,
  processingConfigurationOf,
} from '../resources/partnerships/configuration.js';
import { createPartnership, partnershipWithId, proposedId, updatePartnership } from '../resources/partnerships/rows.js';
import type { PartnershipUpdate } from '../resources/partnerships/schemas.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Partnerships } from '../store/tables.js';
import { applyConnections } from './apply-connections.js';
import type { ApplyContext } from './apply-context.js';
import { applySettings } from './apply-settings.js';
import { connectionOf } from './connection-by-name.js';
import type { FilePartnership } from './file-schema.js';
import { at, type Change } from './report.js';

/** Partnerships with their connections and settings. */
export async function applyPartnerships(
  context: ApplyContext,
  partnerships: readonly FilePartnership[],
): Promise<void> {
  const { services, queries, changes } = context;
  for (const [index, partnership] of partnerships.entries()) {
    const pointer = `/partnerships/${index}`;
    const before = await at(pointer, () => ensure(context, partnership));
    const id = proposedId(partnership);
    const place = changes.changes.length;
    await applyConnections(services, queries, id, partnership.connections ?? [], { changes, pointer });
    const action = await at(pointer, () => bringUp(context, id, before, partnership));
    changes.changes.splice(place, 0, { kind: 'partnership', name: id, action });
    await applySettings(context, id, partnership, pointer);
  }
}

/** Creates a partnership where there is none, so that its connections have a place. Gives what was there before. */
async function ensure(
  { services, queries }: ApplyContext,
  partnership: FilePartnership,
): Promise<Partnerships | undefined> {
  const before = await partnershipWithId(queries, proposedId(partnership));
  if (before !== undefined) return before;
  const { localProfileId, partnerProfileId, interchangeUsageIndicator, timezone, timeFormat } = partnership;
  await createPartnership(queries, services.clock, {
    partnershipId: proposedId(partnership),
    localProfileId,
    partnerProfileId,
    interchangeUsageIndicator,
    timezone,
    timeFormat,
  });
  return undefined;
}

/** Makes what can change what the file says, now that the connections of acknowledgments are there. */
async function bringUp(
  { services, queries }: ApplyContext,
  id: string,
  before: Partnerships | undefined,
  partnership: FilePartnership,
): Promise<Change['action']> {
  const wanted = await wantedOf(queries, id, partnership);
  if (before !== undefined && isDeepStrictEqual(wanted, changingOf(before))) return 'unchanged';
  await updatePartnership(queries, services.clock, id, wanted);
  return before === undefined ? 'created' : 'changed';
}

async function wantedOf(queries: AccountQueries, id: string, partnership: FilePartnership): Promise<PartnershipUpdate> {
  const { ackConfiguration, processingConfiguration, expectedAcknowledgments } = partnership;
  const connection = await connectionOf(queries, id, ackConfiguration?.connection);
  const { connection: _, ...policy } = ackConfiguration ?? { enabled: false };
  return {
    localProfileId: partnership.localProfileId,
    partnerProfileId: partnership.partnerProfileId,
    interchangeUsageIndicator: partnership.interchangeUsageIndicator,
    timezone: partnership.timezone,
    timeFormat: partnership.timeFormat,
    ...(ackConfiguration === undefined
      ? {}
      : { ackConfiguration: { ...policy, ...(connection === undefined ? {} : { connection }) } }),
    ...(processingConfiguration === undefined ? {} : { processingConfiguration }),
    ...(expectedAcknowledgments === undefined ? {} : { expectedAcknowledgments }),
  };
}

function changingOf(row: Partnerships): PartnershipUpdate {
  const ackConfiguration = ackConfigurationOf(row);
  const processingConfiguration = processingConfigurationOf(row);
  const expectedAcknowledgments = expectedAcknowledgmentsOf(row);
  const { connectionType: _, ...connection } = ackConfiguration?.connection ?? { connectionId: '' };
  return {
    localProfileId: row.local_profile_id,
    partnerProfileId: row.partner_profile_id,
    interchangeUsageIndicator: row.usage_indicator,
    timezone: row.timezone,
    timeFormat: row.time_format,
    ...(ackConfiguration === undefined
      ? {}
      : {
          ackConfiguration:
            ackConfiguration.connection === undefined ? ackConfiguration : { ...ackConfiguration, connection },
        }),
    ...(processingConfiguration === undefined ? {} : { processingConfiguration }),
    ...(expectedAcknowledgments === undefined ? {} : { expectedAcknowledgments }),
  };
}
