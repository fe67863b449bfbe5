import type { RequestedKind } from '../resources/connections/kinds/kind.js';
import { kindOf } from '../resources/connections/kinds/kind-table.js';
import { connectionsAt } from '../resources/connections/rows.js';
import { settingsOf } from '../resources/connections/settings-of.js';
import type { Connections } from '../store/tables.js';
import type { ExportContext } from './export-context.js';

/** Connections of a partnership, or (`undefined`) of all; those of the operator's configuration are not among them. */
export async function exportConnections(
  { queries, services, variables }: ExportContext,
  partnershipId: string | undefined,
): Promise<readonly unknown[]> {
  const rows = await connectionsAt(queries, partnershipId, 'name');
  const ids = rows.map(({ id }) => id);
  const secretNames = await services.secrets.namesOf(queries, 'connection', ids);
  return rows.flatMap((row) => {
    const kind = kindOf(row);
    if (kind.madeBy === 'operator') return [];
    const secrets = [...(secretNames.get(row.id) ?? [])].sort();
    const place = partnershipId ?? 'global';
    const references = secrets.map((name) => [name, variables.reference(place, row.name, name)] as const);
    return [exported(row, kind, new Map(references))];
  });
}

/** As a file has it, with what refers to secrets where requests give the secrets. */
function exported(row: Connections, kind: RequestedKind, references: ReadonlyMap<string, string>) {
  return {
    connectionType: row.kind,
    name: row.name,
    ...(row.enabled === 1 ? {} : { enabled: false }),
    ...(row.test === 1 ? { test: true } : {}),
    ...kind.join(settingsOf(row), references),
  };
}
