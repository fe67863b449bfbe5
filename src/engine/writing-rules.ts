import { REPAIR_RULES } from '../charset/repairs.js';
import { RETRY_RULES } from '../delivery/retry.js';
import { TIME_ZONE } from '../envelope/local-moment.js';
import { DELIMITERS, NEWLINES, type OptionRules } from '../model/option-rules.js';
import type { CheckOptions } from './check-data.js';
import type { GenerateOptions, GenerateStreamOptions } from './engine-options.js';
import type { SendOptions } from './exchange.js';
import type { NumberingOptions } from './number-document.js';
import { CHARACTER_SET } from './reading-rules.js';

// What the options of the verbs that write may be.

/** Of every verb that makes bytes. */
export const WRITE_RULES: OptionRules<Omit<GenerateOptions, 'delimiters' | 'findings'>> = {
  characterSet: CHARACTER_SET,
  repairs: { members: REPAIR_RULES },
  newline: NEWLINES,
  timeZone: TIME_ZONE,
  groupTime: { values: ['HHMM', 'HHMMSS'] },
  onFinding: 'function',
};

export const DOCUMENT_RULES: OptionRules<Pick<GenerateOptions, 'delimiters'>> = {
  delimiters: { anyOf: [{ values: ['choose'] }, { members: DELIMITERS }] },
};

export const CHECK_RULES: OptionRules<CheckOptions> = { characterSet: CHARACTER_SET, ...DOCUMENT_RULES };

export const FINDINGS_RULES: OptionRules<Pick<GenerateOptions, 'findings'>> = {
  findings: { values: ['throw', 'report'] },
};

export const ITEM_RULES: OptionRules<Pick<GenerateStreamOptions, 'delimiters' | 'onRepair' | 'signal'>> = {
  delimiters: { members: DELIMITERS },
  onRepair: 'function',
  signal: 'signal',
};

export const NUMBERING_RULES: OptionRules<NumberingOptions> = {
  renumber: 'boolean',
  separateUsage: 'boolean',
  separateFunctions: 'boolean',
  groupAsInterchange: 'boolean',
};

export const SEND_RULES: OptionRules<Omit<SendOptions, keyof GenerateOptions>> = {
  transport: { needed: { calls: ['deliver'], name: 'a transport, such as createDirectoryTransport makes one' } },
  id: { needed: 'text', example: 'a name of this delivery, the same whenever it is sent again' },
  name: { needed: 'text', example: "the receiver's name for the file, such as 'orders.edi'" },
  contentType: 'text',
  retries: { members: RETRY_RULES },
  signal: 'signal',
};
