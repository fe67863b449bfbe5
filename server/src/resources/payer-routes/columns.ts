import type { PayerRoutes, RoutePayers } from '../../store/clearinghouse-tables.js';
import type { StoredSettings } from './schemas.js';

/** The columns have what their schema has let through. */
export function settingsOf({ settings }: Pick<PayerRoutes, 'settings'>): StoredSettings {
  return JSON.parse(settings) as StoredSettings;
}

export function transactionsOf({ transactions }: Pick<RoutePayers, 'transactions'>): readonly string[] {
  return JSON.parse(transactions) as readonly string[];
}
