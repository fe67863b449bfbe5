import type { X12ErrorCode } from './error.js';

/** What a code of an {@link X12ErrorCode} stands for, whatever the error at hand says beside it. */
export interface ErrorWords {
  /** One sentence. */
  readonly text: string;
  /** What to do; where the message of the error itself says more, that. */
  readonly advice: string;
}

/** A row a code, in the order of the codes. */
export const ERROR_WORDS: Readonly<Record<X12ErrorCode, ErrorWords>> = {
  X12_NOT_AN_INTERCHANGE: {
    text: 'The input does not begin with a whole ISA.',
    advice:
      'Look what the file is. Text in front of the ISA is skipped with scan, and wrapped lines are joined with unwrap.',
  },
  X12_ENCODING_UNSUPPORTED: {
    text: 'The bytes are of an encoding that was not named, or that is not known.',
    advice: 'Name the encoding: UTF-8 is the default, ISO 8859-1 is built in, others are in ediloom/encodings.',
  },
  X12_LIMIT_EXCEEDED: {
    text: 'Something is longer, deeper or more than its limit, which keeps hostile input from filling the memory.',
    advice:
      'If the input is right, raise the limit that the message names. What is too much for one JSON text has no such limit: read it set by set.',
  },
  X12_GUIDE_INVALID: {
    text: 'A guide or overlay says what cannot be, or an overlay allows what its base does not.',
    advice: 'Correct the places in details.problems; ediloom guides check FILE lists them.',
  },
  X12_GUIDE_UNKNOWN: {
    text: 'There is no guide of this name, or none was given to the engine.',
    advice: 'Take a name that ediloom guides lists, and give its guide to createEngine.',
  },
  X12_DOCUMENT_INVALID: {
    text: 'What is to be written is not of the form of a document: interchanges, groups, transactions.',
    advice: 'Correct the place that details.pointer names. ediloom example ID prints a document to begin with.',
  },
  X12_DATA_INVALID: {
    text: 'Data has findings of severity error, and nothing was written.',
    advice: 'Correct what details.findings lists, each with place and advice.',
  },
  X12_DELIMITERS_INVALID: {
    text: 'Delimiters are not four different characters that can delimit, or no four are left.',
    advice: 'Give four characters of ASCII that are no letters, digits or blanks.',
  },
  X12_DELIMITER_IN_DATA: {
    text: 'A value holds a delimiter, so that a reader would split it.',
    advice: 'Let delimiters be chosen (choose), give others, or repair the value.',
  },
  X12_PATH_INVALID: {
    text: 'An element path is not written as paths are.',
    advice: 'Look at the column in details.column. Paths look like 2110C/EB[01=1]/03-2.',
  },
  X12_OPTION_INVALID: {
    text: 'An option of a call is missing, of another type, or contradicts another.',
    advice: 'Give what the message asks for.',
  },
  X12_CONTROL_NUMBERS_EXHAUSTED: {
    text: 'A counter has reached 999999999, and may not begin again.',
    advice: 'Agree with the partner on counting from 1, and let the counter roll over.',
  },
  X12_CONTROL_NUMBERS_WOULD_REPEAT: {
    text: 'A counter would give a number that it has given before.',
    advice: 'Set counters forward only. To go back, agree with the partner first.',
  },
  X12_CONTROL_NUMBERS_DAMAGED: {
    text: 'A file of counters does not hold what was written to it.',
    advice: 'Look up the last number that the partner has, and set the counter behind it.',
  },
  X12_CONTROL_NUMBERS_UNAVAILABLE: {
    text: 'Counters could not be read or written; no number was given.',
    advice: 'Look for the directory, its volume, its permissions and free space; then try again.',
  },
  X12_TRANSPORT_REFUSED: {
    text: 'A partner, or a rule of ours, refused; nothing arrived, and the same again will fail the same way.',
    advice: 'Do what the message says before it is tried again: login, name, permission, certificate.',
  },
  X12_TRANSPORT_UNAVAILABLE: {
    text: 'Nothing arrived, and later it may: the partner could not be reached, or the connection broke.',
    advice: 'Try again later, under the same id.',
  },
  X12_TRANSPORT_UNKNOWN: {
    text: 'It may have arrived: the connection broke when it could not be told any more.',
    advice: 'Call again with the same id, which looks what became of it. Do not send it anew before.',
  },
  X12_JOURNAL_DAMAGED: {
    text: 'The journal of deliveries does not hold what was written to it.',
    advice: 'Ask the partner what arrived; then remove the entry that the message names.',
  },
  X12_JOURNAL_UNAVAILABLE: {
    text: 'The journal of deliveries could not be read or written, so nothing was sent.',
    advice: 'Look for its directory, its volume, its permissions and free space; then try again.',
  },
  X12_CONNECTION_INVALID: {
    text: 'A connection file is not of the form of its kind, or names a file or variable that is not there.',
    advice: 'Correct the places in details.problems; ediloom connection FILE lists them.',
  },
  X12_ABORTED: {
    text: 'The signal that the caller gave was aborted.',
    advice:
      'Nothing, if that was meant. A delivery that was under way is looked for when it is called again with the same id.',
  },
};
