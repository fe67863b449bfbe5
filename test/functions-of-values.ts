/**
 * Functions that take no options but a value, by its place, that another function of ours has made, or that stand where each call counts: to look
 * at it would cost in the hot path, or say no more than the type. By why.
 */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  'The floors below the engine, called for each segment or element; bench:core.': [
    'encodeTransaction',
    'readAcknowledgment',
    'readIsa',
    'Segment',
    'segmentsOf',
    'SegmentWriter',
    'TransactionReader',
    'decodeEbcdic',
  ],
  'Takes a compiled plan or a parsed path, which only the compiler and the parser make.': [
    'elementOf',
    'elementRules',
    'formatPath',
    'knownKeys',
    'matchLoopId',
    'selectFrom',
  ],
  'Takes a finding, a place or an entry as a reader or a journal has given it.': [
    'as2NewsIn',
    'decodeInterchangeAcknowledgment',
    'describeFinding',
    'describePosition',
    'elementReference',
    'encodeInterchangeAcknowledgment',
    'isImplementationFinding',
  ],
  'Takes a 277CA as it was read, or what is stored of a claim.': [
    'flatReport',
    'isRefusedWhole',
    'ownAcknowledgment',
    'setAnswers',
    'standingOf',
    'tieClaim',
    'tieRefusal',
  ],
  'Takes a name by its place, and is asked while an error is written: it must not throw another.': [
    'editsBetween',
    'nameAdvice',
    'nearestName',
    'quotedName',
  ],
  'Throws the error of its own port, VirtualFilesError.': ['virtualPath'],
};

export const TAKES_VALUES: ReadonlySet<string> = new Set(Object.values(FUNCTIONS).flat());
