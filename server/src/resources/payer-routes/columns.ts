import type { PayerRoutes, RoutePayers } from '../../store/clearinghouse-tables.js';
import type { ClaimSettings } from './claim-settings.js';
import type { Connection, StoredSettings } from './schemas.js';

/** The columns have what their schema has let through. */
export function settingsOf({ settings }: Pick<PayerRoutes, 'settings'>): StoredSettings {
  return JSON.parse(settings) as StoredSettings;
}

/** Milliseconds in which a payer must have answered, from the first byte sent. */
export function answerMsOf({ answerMs = 60_000 }: Pick<StoredSettings, 'answerMs'>): number {
  return answerMs;
}

/** How checks of batches go over a route as files. */
export interface BatchSettings {
  /** Checks of one file. */
  readonly mostChecks: number;
  /** Milliseconds between two looks for results. */
  readonly pollMs: number;
}

/** Between two looks for what a payer has, where its route does not say. */
const POLL_SECONDS = 60;

/** `undefined`: its checks are asked one by one. */
export function batchSettingsOf(kind: PayerRoutes['kind'], { connection }: StoredSettings): BatchSettings | undefined {
  if (kind !== 'caqh-core') return undefined;
  const { batch } = (connection ?? {}) as Partial<Connection<'caqh-core'>>;
  return batch && { mostChecks: batch.mostChecks ?? 1_000, pollMs: (batch.pollSeconds ?? POLL_SECONDS) * 1_000 };
}

/** Milliseconds between two looks for what is answered to a file of claims; `undefined`: answers come by themselves. */
export function claimPollMsOf({ kind, settings }: Pick<PayerRoutes, 'kind' | 'settings'>): number | undefined {
  if (kind !== 'caqh-core') return undefined;
  const { claims } = (settingsOf({ settings }).connection ?? {}) as Partial<Connection<'caqh-core'>>;
  return (claims?.pollSeconds ?? POLL_SECONDS) * 1_000;
}

const CLAIM_DEFAULTS = {
  ...{ perFile: 1_000, perSet: 1, mostBytes: 5_000_000, waitSeconds: 0 },
  ...{ deliveredWithinHours: 1, acknowledgedWithinHours: 24, reportedWithinDays: 2 },
} as const satisfies ClaimSettings;

/** How claims go over a route, and by when they are to be answered. */
export function claimSettingsOf({
  claims,
}: {
  readonly claims?: ClaimSettings | undefined;
}): ClaimSettings & Readonly<Record<keyof typeof CLAIM_DEFAULTS, number>> {
  return { ...CLAIM_DEFAULTS, ...claims };
}

export function transactionsOf({ transactions }: Pick<RoutePayers, 'transactions'>): readonly string[] {
  return JSON.parse(transactions) as readonly string[];
}
