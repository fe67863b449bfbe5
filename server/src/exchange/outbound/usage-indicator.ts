import { denied } from '../../problems.js';
import type { UsageIndicator } from './outbound-request.js';

/**
 * ISA15 of an interchange: a test key makes it T, else the request says it, else the partnership.
 * @throws Problem `denied` where a test key asks for anything else.
 */
export function effectiveUsage(
  keyMode: 'test' | 'live',
  requested: UsageIndicator | undefined,
  agreed: UsageIndicator,
): UsageIndicator {
  if (keyMode === 'live') return requested ?? agreed;
  if (requested === undefined || requested === 'T') return 'T';
  throw denied('A test key sends with the usage indicator T only. Leave it out, or use a live key.');
}

/** `mode` of an execution or transaction. */
export function modeOf(usage: UsageIndicator): 'test' | 'production' | 'other' {
  if (usage === 'T') return 'test';
  return usage === 'P' ? 'production' : 'other';
}
