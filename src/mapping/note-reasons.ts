/** What a mapping may have to say about data. */
export const NOTE_REASONS = {
  'code-unknown': 'The code, or the text for one, is in none of the lists; it is passed on as it is.',
  'qualifier-unknown': 'There is no property for what this qualifier stands for; it is left out.',
  'qualifier-again':
    'The same stands here once more with another value, which has no property: the first one is given, and this one left out.',
  'value-type': 'The value is not of the form that is expected here.',
  'no-place': 'The value has no place beside the others: the segment it needs says something else already.',
  'too-many': 'There are more entries than there are places.',
} as const;

export type NoteReason = keyof typeof NOTE_REASONS;
