import { isoTime } from '../../clock.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import { settingsOf } from './columns.js';

/** A route as the operator sees it: secrets by their names alone. */
export function showRoute(row: PayerRoutes, more: { readonly secrets: readonly string[]; readonly payers: number }) {
  return {
    routeId: row.id,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled === 1,
    position: row.position,
    ...settingsOf(row),
    secretNames: [...more.secrets],
    payerCount: more.payers,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

export type ShownRoute = ReturnType<typeof showRoute>;
