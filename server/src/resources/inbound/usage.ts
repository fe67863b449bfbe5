import type { Executions, Transactions } from '../../store/tables.js';

/** What ISA15 makes of an interchange. */
export interface InboundMode {
  readonly mode: Transactions['mode'];
  /** Of its rows: those of tests are apart. */
  readonly keyMode: Executions['key_mode'];
}

/**
 * The mode of a received interchange; `undefined`: its ISA15 says none.
 * @param isTestConnection whether what comes over the connection is for tests, whatever it says.
 */
export function inboundMode(usageIndicator: string, isTestConnection: boolean): InboundMode | undefined {
  const keyMode = isTestConnection || usageIndicator === 'T' ? 'test' : 'live';
  if (usageIndicator === 'T') return { mode: 'test', keyMode };
  if (usageIndicator === 'P') return { mode: 'production', keyMode };
  return usageIndicator === 'I' ? { mode: 'other', keyMode } : undefined;
}
