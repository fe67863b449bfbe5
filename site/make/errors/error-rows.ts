import type { X12ErrorCode } from '../../../src/model/error.js';

/** What the page of an error says beside its example and the message that the example ends with. */
interface ErrorRow {
  /** One sentence. */
  readonly means: string;
  /** What `details` holds. */
  readonly details: string;
  /** What to do, most likely first. */
  readonly advice: readonly string[];
}

/** One row a code: the compiler asks for every code of the union. */
export const ERROR_ROWS: Readonly<Record<X12ErrorCode, ErrorRow>> = {
  X12_NOT_AN_INTERCHANGE: {
    means: 'The input does not begin with an interchange, so that there is nothing whose delimiters could be known.',
    details: '`inputOffset`: the byte; `looksLike`: what the input seems to be, where that can be told.',
    advice: [
      'Look at the first bytes: X12 begins with `ISA` and 106 bytes of fixed width.',
      'Text before the ISA, such as the head of a mail, is passed over with the option `scan`.',
      'Under `strict` each element of the ISA must have its width; without it, a short ISA is read and told as a finding.',
    ],
  },
  X12_ENCODING_UNSUPPORTED: {
    means: 'The bytes are in an encoding that the engine was not given, or in UTF-16, which no X12 travels in.',
    details: '`inputOffset` and `looksLike` when reading; `encoding` when a document names one.',
    advice: [
      'Convert UTF-16 to UTF-8 before it is read.',
      'For EBCDIC and others pass `encodings` of `ediloom/encodings` to `createEngine`.',
    ],
  },
  X12_LIMIT_EXCEEDED: {
    means: 'The input holds more of something than a limit allows. Limits keep hostile input from using up the memory.',
    details: '`limit`: the name of the limit; `value`: what it is; `inputOffset`: the byte.',
    advice: [
      'If the input is right, raise that one limit: `createEngine({ guides, limits: { segmentBytes: 4_000_000 } })`.',
      'A terminator that never comes makes one huge segment of a file: look whether the file is whole.',
    ],
  },
  X12_GUIDE_INVALID: {
    means:
      'A guide or an overlay is not one: a place that is not there, a rule that cannot be read, or more allowed than its base allows.',
    details: '`problems`: a list of JSON pointer and text.',
    advice: [
      '`ediloom guides check FILE` lists all problems, with places and advice.',
      'An overlay may only narrow its base: widen the base itself, as a guide of your own.',
    ],
  },
  X12_GUIDE_UNKNOWN: {
    means: 'A guide is asked for that the package or this engine does not have.',
    details: '`guide`: the id that was asked for.',
    advice: [
      '`ediloom guides` lists the ids that ship.',
      'Pass every guide that is written or named by an option to `createEngine({ guides })`.',
    ],
  },
  X12_DOCUMENT_INVALID: {
    means:
      'The document to be written has not the form of one: an interchange, group or header is missing or of another type.',
    details: '`pointer`: the JSON pointer of the place; of a value of a header `name` or the like.',
    advice: [
      'A document is `{ interchanges: [{ header, groups: [{ transactions: [{ guide, data }] }] }] }`.',
      'In a stream an interchange comes before its groups, and a group before its sets.',
    ],
  },
  X12_DATA_INVALID: {
    means:
      'The data to be written break a rule, so that nothing was written: invalid data never becomes a file by accident.',
    details: '`findings`: every finding, each with its place as a JSON pointer.',
    advice: [
      'Put each finding through `describeFinding` and show that.',
      'To write in spite of errors, as a test of a partner may want, pass `findings: "report"`.',
    ],
  },
  X12_DELIMITERS_INVALID: {
    means: 'The delimiters cannot be told apart, or are characters that no delimiter can be.',
    details: '`reason` and `inputOffset` when reading.',
    advice: [
      'Give each delimiter one ASCII character of its own, no letter, digit or blank.',
      'When reading, the ISA is damaged: ask the sender for it again.',
    ],
  },
  X12_DELIMITER_IN_DATA: {
    means: 'A value of an envelope holds one of the delimiters. X12 has no escape, so that it cannot be written.',
    details: '`interchange` and `element`.',
    advice: [
      'Write with `delimiters: "choose"`, which takes characters that do not occur in the data.',
      'In data this is a finding, not an error.',
    ],
  },
  X12_PATH_INVALID: {
    means: 'An element path cannot be read, or leads nowhere in its guide.',
    details: '`column`, from 1; `loop` or the row of a table where the guide has no such place.',
    advice: [
      'A path is loops, a segment and an element, such as `2110C/EB[01=1]/03-2`.',
      '`ediloom inspect FILE` and `ediloom guides ID` show which loops there are.',
    ],
  },
  X12_OPTION_INVALID: {
    means: 'An option or argument is missing or is none of what it may be.',
    details: '`option`: its name.',
    advice: ['The message says what to write. It is a fault of the program, never of the data.'],
  },
  X12_CONTROL_NUMBERS_EXHAUSTED: {
    means: 'A counter has come to 999999999, and its rule is to refuse and not to begin again.',
    details: '`asked`: how many were asked for; `left`: how many there are.',
    advice: [
      'Agree with the partner to begin again, then `set(scope, 1, { goBack: true })`.',
      'Or count with `rollOver: "restart"`.',
    ],
  },
  X12_CONTROL_NUMBERS_WOULD_REPEAT: {
    means:
      'A counter was to be set back, so that numbers already given would be given again. Receivers refuse what looks like a repeat.',
    details: '`next`: the number that was to be next; `current`: the one that is.',
    advice: ['Set it to what `peek` gives or more.', 'Pass `goBack: true` if that is truly wanted.'],
  },
  X12_CONTROL_NUMBERS_DAMAGED: {
    means:
      'The files of a counter are not as they were written. No number is given, as it might have been given before.',
    details: '`folder`: the folder of the counter.',
    advice: [
      'Stop all that uses it, and find the highest number sent in this scope.',
      'Remove the folder and set the counter to the number after that.',
    ],
  },
  X12_CONTROL_NUMBERS_UNAVAILABLE: {
    means: 'The directory of the counters is missing, full, or may not be written.',
    details: '`directory`; `systemCode`: the name of the error of the system, where there is one.',
    advice: [
      'Look whether the volume is mounted. The directory is not made by itself, as counting would begin anew.',
      'It must be on a local disk.',
    ],
  },
  X12_TRANSPORT_REFUSED: {
    means: 'A delivery or pick-up was refused, and the same attempt would be refused again.',
    details: '`reason`: one of `TRANSPORT_REASONS`; `again`: `false`; host, path and the like.',
    advice: [
      'Correct what the reason names: password, host key, path, certificate, or the id of the payload.',
      '`ediloom check CONNECTION.json` says what the partner answers at each step.',
    ],
  },
  X12_TRANSPORT_UNAVAILABLE: {
    means: 'The partner cannot be reached or is not well. The payload did not arrive; later it may.',
    details: '`reason`: one of `TRANSPORT_REASONS`; `again`: `true`; host, path and the like.',
    advice: [
      'Try again later: `deliverWithRetries` waits longer each time.',
      'With the same journal an attempt goes on where the last one ended.',
    ],
  },
  X12_TRANSPORT_UNKNOWN: {
    means:
      'The connection was lost where the payload may have arrived already. Sending it blindly might send it twice.',
    details:
      '`reason`: one of `TRANSPORT_REASONS`; `again`: whether another attempt is right, as it looks before it sends.',
    advice: [
      'Where `again` is true, call again with the same id and the same journal.',
      'Where it is false, ask the partner.',
    ],
  },
  X12_JOURNAL_DAMAGED: {
    means: 'An entry of the journal, which remembers deliveries, is not as it was written.',
    details: '`file`: the file of the entry.',
    advice: [
      'Find out with the partner whether it was delivered.',
      'Then remove the file: it is done as if for the first time.',
    ],
  },
  X12_JOURNAL_UNAVAILABLE: {
    means: 'The directory of the journal is missing, full, or may not be written. Without memory nothing is sent.',
    details: '`directory`; `systemCode`: the name of the error of the system.',
    advice: [
      'The directory must exist, on a local disk with room and with hard links.',
      'The process must be allowed to list it and to write into it.',
    ],
  },
  X12_CONNECTION_INVALID: {
    means:
      'A connection file is not one: a part is missing, unknown or of another form, or a reference of it leads nowhere.',
    details: '`problems`: a list of JSON pointer and text. No value of the file is in it, as it may be a secret.',
    advice: ['`ediloom check --schema` prints the JSON Schema; editors complete by it.'],
  },
  X12_ABORTED: {
    means: 'The signal that the caller gave ended the work. Nothing is wrong with the data or the partner.',
    details: 'Nothing; `cause` is the reason of the signal.',
    advice: ['Nothing, if it was meant. A delivery that was aborted may be asked for again under the same id.'],
  },
};
