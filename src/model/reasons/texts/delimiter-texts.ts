import type { ReasonText } from '../reason-row.js';

/** What the reasons say by which an ISA is refused: apart from the others, for the error of the tokenizer needs no more of them. */
export const DELIMITER_TEXTS = {
  'isa-terminator': {
    text: 'The segment terminator is not usable',
    advice: 'Use an ASCII character that is no letter, digit, blank or other delimiter.',
  },
  'isa-element-separator': {
    text: 'The element separator is not usable',
    advice: 'Use an ASCII character that is no letter, digit, blank or other delimiter.',
  },
  'isa-component-separator': {
    text: 'ISA16, the component separator, is not usable',
    advice: 'Use an ASCII character that is no letter, digit, blank or other delimiter.',
  },
  'isa-component-separator-missing': {
    text: 'ISA16 is missing: the segment terminator stands in its place',
    advice: 'Write the component separator as the last element of the ISA.',
  },
  'isa-delimiters-collide': {
    text: 'Two delimiters are the same character',
    advice: 'Choose four different characters for the delimiters.',
  },
} as const satisfies Record<string, ReasonText>;

export type DelimiterReason = keyof typeof DELIMITER_TEXTS;
