import { TIME_ZONE } from '../envelope/local-moment.js';
import { isObject } from '../guide/values/safe-read.js';
import type { OptionRules, OwnRule } from '../model/option-rules.js';
import { GUIDE } from '../model/require-guide.js';
import { ENCODING } from '../syntax/encoding.js';
import type { EngineOptions } from './engine-options.js';

// What the options of an engine may be, by the verbs that need them.

type RulesOf<Names extends keyof EngineOptions> = OptionRules<Pick<EngineOptions, Names>>;

const DICTIONARY: OwnRule = {
  fits: (value) => isObject(value) && typeof value.release === 'string',
  name: 'a dictionary. Load them: await loadDictionaries()',
};

export const GUIDE_RULES: RulesOf<'guides' | 'dictionaries' | 'matcher'> = {
  guides: { needed: { each: GUIDE }, example: '[guide], or [] to do without any' },
  dictionaries: { each: DICTIONARY },
  matcher: { anyOf: [{ calls: ['compile'], name: 'a matcher, which has compile' }, 'function'] },
};

export const NUMBER_RULES: RulesOf<'numbers'> = { numbers: { values: ['exact', 'string'] } };

export const WRITER_RULES: RulesOf<'clock' | 'timeZone' | 'controlNumbers' | 'encodings'> = {
  clock: {
    fits: (value) => typeof value === 'function',
    name: 'a function that returns milliseconds since 1970, such as now of Date',
  },
  timeZone: TIME_ZONE,
  controlNumbers: {
    calls: ['next', 'peek', 'set'],
    name: 'counters, such as createMemoryControlNumbers()',
  },
  encodings: { each: ENCODING },
};
