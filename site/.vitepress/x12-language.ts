/** Colours for X12 in blocks of code: the tag of each segment, and what separates. Segments are one a line, as the pages show them. */
export const X12_LANGUAGE = {
  name: 'x12',
  aliases: ['edi'],
  scopeName: 'source.x12',
  patterns: [
    { match: '^\\s*[A-Z][A-Z0-9]{1,2}(?=[*~])', name: 'keyword.x12' },
    { match: '[*]', name: 'punctuation.separator.comment.x12' },
    { match: '[:>^]', name: 'constant.character.x12' },
    { match: '~', name: 'punctuation.terminator.comment.x12' },
  ],
  repository: {},
};
