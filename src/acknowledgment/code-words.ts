/** What a code of a received acknowledgment says, and what the sender of the data does about it. */
export interface CodeWords {
  readonly text: string;
  readonly advice: string;
}

const SECURITY: CodeWords = {
  text: 'The security segments were not accepted',
  advice: 'Ask the partner for keys and procedure.',
};
const UNKNOWN: CodeWords = {
  text: 'The standard does not have this code',
  advice: 'Ask the partner what it means.',
};

/** AK905 to AK909. */
const GROUP: Readonly<Record<string, CodeWords>> = {
  1: { text: 'The partner does not take groups of this GS01', advice: 'Agree on it, or send another kind.' },
  2: { text: 'The partner does not take this version (GS08)', advice: 'Send the version that was agreed on.' },
  3: { text: 'The GE is missing', advice: 'Send the group whole: look for a transfer that broke off.' },
  4: { text: 'GE02 differs from GS06', advice: 'Write the same number in both.' },
  5: { text: 'GE01 is not the number of sets', advice: 'Count the sets, and send the group again.' },
  6: { text: 'GS06 is malformed', advice: 'Write one to nine digits.' },
  19: { text: 'GS06 came more than once in the interchange', advice: 'Give each group a number of its own.' },
};

/** IK502 to IK506, AK502 to AK506. */
const TRANSACTION: Readonly<Record<string, CodeWords>> = {
  1: { text: 'The partner does not take this transaction set', advice: 'Agree on it, or send another kind.' },
  2: { text: 'The SE is missing', advice: 'Send the set whole: look for a transfer that broke off.' },
  3: { text: 'SE02 differs from ST02', advice: 'Write the same number in both.' },
  4: { text: 'SE01 is not the number of segments', advice: 'Count from ST to SE, both included.' },
  5: { text: 'Segments have errors by the standard', advice: 'Correct what is listed, and send the set again.' },
  6: { text: 'ST01 is missing or no transaction set id', advice: 'Write the three digits of the set.' },
  7: { text: 'ST02 is missing or malformed', advice: 'Write four to nine characters.' },
  18: { text: 'The set does not belong to the GS01 of its group', advice: 'Send it in a group of its own kind.' },
  19: { text: 'ST03 is no implementation that the partner knows', advice: 'Write the one that GS08 names.' },
  23: { text: 'ST02 came more than once in the group', advice: 'Give each set a number of its own.' },
  I5: { text: 'Segments have errors by the guide', advice: 'Correct what is listed, and send the set again.' },
  I6: { text: 'The partner does not take this implementation', advice: 'Send the one that was agreed on.' },
};

const LEVELS = {
  group: { words: GROUP, security: /^(1[0-8]|2[3-6])$/ },
  transaction: { words: TRANSACTION, security: /^([89]|1[0-7]|2[4-7])$/ },
} as const;

export function codeWords(level: keyof typeof LEVELS, code: string): CodeWords {
  const { words, security } = LEVELS[level];
  if (security.test(code)) return SECURITY;
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? UNKNOWN;
}
