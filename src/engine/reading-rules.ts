import { isObject } from '../guide/values/safe-read.js';
import type { OptionRules, OwnRule } from '../model/option-rules.js';
import type { TokenizerOptions } from '../syntax/tokenizer.js';
import type { AcknowledgeOptions, LineOptions, ReadOptions, StreamOptions, ValidateOptions } from './engine-options.js';

// What the options of the verbs that read may be.

const SET_NAMES = ['Basic', 'Extended', 'ExtendedHipaa', 'none'] as const;

/** Of the verbs that write, too. */
export const CHARACTER_SET = {
  anyOf: [{ values: SET_NAMES }, { calls: ['has'], name: 'a set of createCharacterSet' }],
} as const;

const GUIDE_ID: OwnRule = {
  fits: (value) => typeof value === 'string' || typeof value === 'function',
  name: 'the id of a guide, or a function that gives it for each set',
  instead: (value) => (isObject(value) && isObject(value.x12) ? 'is a guide. Give its id: guide.x12.id.' : undefined),
};

/** Of every verb that reads, beside those of the tokenizer. */
export const READ_RULES: OptionRules<Omit<ReadOptions, 'guide' | keyof TokenizerOptions>> = {
  characterSet: CHARACTER_SET,
  badValues: 'boolean',
  signal: 'signal',
};

export const ASKED_RULES: OptionRules<Pick<ReadOptions, 'guide'>> = { guide: GUIDE_ID };

export const STREAM_RULES: OptionRules<Omit<StreamOptions, keyof ReadOptions>> = {
  loop: { anyOf: ['text', 'function'] },
  holdBytes: { least: 0, most: Number.POSITIVE_INFINITY },
};

export const EDIT_RULES = { edit: 'function' } as const satisfies OptionRules<Pick<LineOptions, 'edit'>>;

export const VALIDATE_RULES: OptionRules<Omit<ValidateOptions, keyof ReadOptions>> = { onFinding: 'function' };

/** Besides the policy. */
export const ACKNOWLEDGE_RULES: OptionRules<Pick<AcknowledgeOptions, 'onFinding' | 'policyOf' | 'onInterchange'>> = {
  onFinding: 'function',
  policyOf: 'function',
  onInterchange: 'function',
};
