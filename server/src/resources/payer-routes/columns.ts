import type { PayerRoutes, RoutePayers } from '../../store/clearinghouse-tables.js';
import type { StoredSettings } from './schemas.js';

/** The columns have what their schema has let through. */
export function settingsOf({ settings }: Pick<PayerRoutes, 'settings'>): StoredSettings {
  return JSON.parse(settings) as StoredSettings;
}

/** Milliseconds in which a payer must have answered, from the first byte sent. */
export function answerMsOf({ answerMs = 60_000 }: Pick<StoredSettings, 'answerMs'>): number {
  return answerMs;
}

export function transactionsOf({ transactions }: Pick<RoutePayers, 'transactions'>): readonly string[] {
  return JSON.parse(transactions) as readonly string[];
}
