import { ELEMENT_NAMES } from './envelope.js';

/**
 * What can be wrong with an envelope: a row a code. `published`: the rule's own table of envelope errors has it; `later`: rules of later
 * versions do, and partners of this one send it. A code with `<Name>` is one for each element.
 */
export const CORE_ERRORS = {
  success: { code: 'Success', source: 'published', status: 'taken' },
  /** A value that the element may not have. */
  illegal: { code: '<Name>Illegal', source: 'published', status: 'taken' },
  /** An element that must be there is not, or is empty. */
  required: { code: '<Name>Required', source: 'published', status: 'taken' },
  /** An element that the receiver does not know; a SOAP header that must be understood is a fault of SOAP instead. */
  notUnderstood: { code: '<Name>NotUnderstood', source: 'published', status: 'taken' },
  /** Another version of the rule; of SOAP it is a fault. */
  versionMismatch: { code: 'VersionMismatch', source: 'published', status: 'taken' },
  /** Name and password, or the certificate, are none that are known. */
  unauthorized: { code: 'UnAuthorized', source: 'published', status: 'denied' },
  checksum: { code: 'ChecksumMismatched', source: 'published', status: 'taken' },
  /** Sound, and nothing that this receiver does: batches, or another transaction. */
  notSupported: { code: 'NotSupported', source: 'later', status: 'taken' },
  /** The receiver could not do its part: it may be sent again. */
  receiver: { code: 'Receiver', source: 'later', status: 'failed' },
  /** The sender sends too much at once: later. */
  busy: { code: 'Busy', source: 'later', status: 'busy' },
} as const satisfies Record<string, CoreErrorRow>;

interface CoreErrorRow {
  readonly code: string;
  readonly source: 'published' | 'later';
  /** How HTTP answers: the envelope was taken and judged; its sender may not in; the server fails; later. */
  readonly status: 'taken' | 'denied' | 'failed' | 'busy';
}

export type CoreErrorKind = keyof typeof CORE_ERRORS;

/** What is answered in place of a payload. Its sentence says what to do, and no value. */
export interface CoreError {
  readonly kind: CoreErrorKind;
  readonly code: string;
  readonly message: string;
}

/**
 * An error with its code.
 * @param name of the element that it is about; SOAP and MIME name it alike.
 */
export function coreError(kind: CoreErrorKind, message: string, name = 'Envelope'): CoreError {
  return { kind, code: CORE_ERRORS[kind].code.replace('<Name>', name), message };
}

const PLAIN_CODES = Object.values(CORE_ERRORS)
  .map(({ code }) => code)
  .filter((code) => !code.startsWith('<'));
const NAMES = [...ELEMENT_NAMES, 'UserName', 'Username', 'Password', 'Envelope'];
/** Spellings that partners send for the same. */
const KNOWN_CODES = new Map(
  [
    ...PLAIN_CODES,
    ...['ChecksumMismatch', 'CoreEnvelopeError', 'Sender', 'MustUnderstand', 'DataEncodingUnknown', 'Client', 'Server'],
    ...NAMES.flatMap((name) => [`${name}Illegal`, `${name}Required`, `${name}NotUnderstood`]),
  ].map((code) => [code.toLowerCase(), code]),
);

/** A code that a partner sent, where it is one of the rule or of SOAP; any other text may hold anything and is not repeated. */
export function knownCode(text: string): string | undefined {
  return KNOWN_CODES.get(text.trim().toLowerCase());
}
