import { randomUUID } from 'node:crypto';
import { putSetting } from '../../store/settings.js';
import type { Transaction } from '../../store/store.js';

/** The setting that changes with the payers. */
export const PAYERS_VERSION = 'payers-version';

/** In the transaction that changes payers: every process reads them again. */
export function notePayersChanged(tx: Transaction): Promise<void> {
  return putSetting(tx, PAYERS_VERSION, randomUUID());
}
