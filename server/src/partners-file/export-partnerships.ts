import { connectionNames } from '../resources/connections/rows.js';
import { parseGuideId } from '../resources/guides/guide-id.js';
import { allPartnerships } from '../resources/partnerships/rows.js';
import type { Partnership } from '../resources/partnerships/schemas.js';
import { showPartnership } from '../resources/partnerships/shown.js';
import { exportConnections } from './export-connections.js';
import type { ExportContext } from './export-context.js';

/** Partnerships with their connections and settings. */
export async function exportPartnerships(context: ExportContext): Promise<readonly unknown[]> {
  const { queries } = context;
  const rows = await allPartnerships(queries);
  const names = await connectionNames(queries);
  const exported: unknown[] = [];
  for (const row of rows) {
    const partnership = await showPartnership(queries, row);
    const connections = await exportConnections(context, row.partnership_id);
    exported.push({
      ...membersOf(partnership, names),
      ...(connections.length === 0 ? {} : { connections }),
      ...list(
        'inboundTransactions',
        partnership.inboundTransactions
          .toSorted((a, b) => (setOf(a) < setOf(b) ? -1 : 1))
          .map(({ inboundX12TransactionSettingsId: _, ...one }) => guideByName(one, context)),
      ),
      ...list(
        'outboundTransactions',
        partnership.outboundTransactions.map((one) => ({
          ...guideByName(one, context),
          ...(one.connection === undefined ? {} : { connection: byName(one.connection, names) }),
        })),
      ),
    });
  }
  return exported;
}

type Names = Awaited<ReturnType<typeof connectionNames>>;

/** What a file says of a partnership, but for its connections and settings. */
function membersOf(partnership: Partnership, names: Names) {
  const { localProfile, partnerProfile, inboundTransactions, outboundTransactions, ...rest } = partnership;
  const { createdAt, updatedAt, ackConfiguration, ...members } = rest;
  if (ackConfiguration === undefined) return members;
  const { connection, ...policy } = ackConfiguration;
  return {
    ...members,
    ackConfiguration: { ...policy, ...(connection === undefined ? {} : { connection: byName(connection, names) }) },
  };
}

interface Reference {
  readonly connectionType: string;
  readonly connectionId: string;
}

function byName({ connectionType: _, connectionId, ...rest }: Reference, names: Names) {
  const named = names.get(connectionId);
  if (named === undefined) return rest;
  return { name: named.name, ...(named.partnership_id === null ? { global: true } : {}), ...rest };
}

interface Setting {
  readonly guideId?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

function guideByName<Given extends Setting>(
  { guideId, createdAt: _, updatedAt: __, ...setting }: Given,
  { guideNames }: ExportContext,
) {
  return {
    ...setting,
    ...(guideId === undefined ? {} : { guide: guideNames.get(parseGuideId(guideId)?.ulid ?? guideId) ?? guideId }),
  };
}

/** Ids of inbound settings are random: their order is none. */
function setOf(setting: Partnership['inboundTransactions'][number]): string {
  const { transactionSetIdentifier, release, partnerApplicationId = '', localApplicationId = '' } = setting;
  return JSON.stringify([transactionSetIdentifier, release, partnerApplicationId, localApplicationId]);
}

function list(name: string, items: readonly unknown[]) {
  return items.length === 0 ? {} : { [name]: items };
}
