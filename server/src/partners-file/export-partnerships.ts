import { allPartnerships } from '../resources/partnerships/rows.js';
import type { Partnership } from '../resources/partnerships/schemas.js';
import { showPartnership } from '../resources/partnerships/shown.js';
import type { ExportContext } from './export.js';
import { exportConnections } from './export-connections.js';

/** Partnerships with their connections and settings. */
export async function exportPartnerships(context: ExportContext): Promise<readonly unknown[]> {
  const { queries } = context;
  const rows = await allPartnerships(queries);
  const names = await connectionNames(context);
  const exported: unknown[] = [];
  for (const row of rows) {
    const partnership = await showPartnership(queries, row);
    const connections = await exportConnections(context, row.partnership_id);
    exported.push({
      ...factsOf(partnership, names),
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

type Names = ReadonlyMap<string, { readonly name: string; readonly global?: true }>;

async function connectionNames({ queries }: ExportContext): Promise<Names> {
  const rows = await queries.from('connections').select(['id', 'name', 'partnership_id']).execute();
  return new Map(
    rows.map(({ id, name, partnership_id }) => [id, { name, ...(partnership_id === null ? { global: true } : {}) }]),
  );
}

function factsOf(partnership: Partnership, names: Names) {
  const { localProfile, partnerProfile, inboundTransactions, outboundTransactions, ...rest } = partnership;
  const { createdAt, updatedAt, ackConfiguration, ...facts } = rest;
  if (ackConfiguration === undefined) return facts;
  const { connection, ...policy } = ackConfiguration;
  return {
    ...facts,
    ackConfiguration: { ...policy, ...(connection === undefined ? {} : { connection: byName(connection, names) }) },
  };
}

interface Reference {
  readonly connectionType: string;
  readonly connectionId: string;
}

function byName({ connectionType: _, connectionId, ...rest }: Reference, names: Names) {
  return { ...names.get(connectionId), ...rest };
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
  return { ...setting, ...(guideId === undefined ? {} : { guide: guideNames.get(guideId) ?? guideId }) };
}

/** Ids of inbound settings are made by chance: their order is none. */
function setOf({ transactionSetIdentifier, release }: Partnership['inboundTransactions'][number]): string {
  return `${transactionSetIdentifier} ${release}`;
}

function list(name: string, items: readonly unknown[]) {
  return items.length === 0 ? {} : { [name]: items };
}
