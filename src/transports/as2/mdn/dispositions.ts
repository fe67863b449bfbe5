/** What became of a transmission, in the words of RFC 4130 7.4 and 7.5, and RFC 5402 5. */
interface DispositionRow {
  readonly type: 'processed' | 'failed';
  readonly modifier?: 'error' | 'failure' | 'warning' | undefined;
  /** Behind the modifier, as it is written. */
  readonly words?: string | undefined;
  /** For the part of the receipt that people read. */
  readonly text: string;
}

const TABLE = {
  processed: { type: 'processed', text: 'The transmission was received and its content is unchanged.' },
  'duplicate-document': warning(
    'duplicate-document',
    'The transmission was received before; it is not handed over again.',
  ),
  'authentication-failed': error(
    'authentication-failed',
    'The signature fits no certificate known for the sender. Compare certificates.',
  ),
  'decompression-failed': error('decompression-failed', 'The compressed data could not be decompressed.'),
  'decryption-failed': error(
    'decryption-failed',
    'The data could not be decrypted. Check that it is encrypted for the certificate now in use here.',
  ),
  'insufficient-message-security': error(
    'insufficient-message-security',
    'The transmission is not signed or not encrypted as was agreed.',
  ),
  'integrity-check-failed': error(
    'integrity-check-failed',
    'The content is not what was signed. It was changed on its way or after signing.',
  ),
  'unexpected-processing-error': error(
    'unexpected-processing-error',
    'The transmission could not be processed. Ask its receiver why.',
  ),
  'unsupported-format': failure(
    'unsupported format',
    'The format of the transmission, or of the receipt asked for, is not supported.',
  ),
  'unsupported-mic-algorithms': failure(
    'unsupported MIC-algorithms',
    'None of the MIC algorithms asked for is supported. Ask for sha-256.',
  ),
  'sender-equals-receiver': failure('sender-equals-receiver', 'AS2-From and AS2-To are the same.'),
} as const satisfies Readonly<Record<string, DispositionRow>>;

/** Our word for a disposition; a closed table. */
export type DispositionReason = keyof typeof TABLE;

export const DISPOSITIONS: Readonly<Record<DispositionReason, DispositionRow>> = TABLE;

/** The dispositions that say no. */
export type FailureReason = Exclude<DispositionReason, 'processed' | 'duplicate-document'>;

/** The value of the Disposition line of a receipt. */
export function formatDisposition(reason: DispositionReason): string {
  const { type, modifier, words } = DISPOSITIONS[reason];
  const modified = modifier === undefined ? type : `${type}/${modifier}: ${words}`;
  return `automatic-action/MDN-sent-automatically; ${modified}`;
}

/** A disposition as a partner wrote it. */
export interface ReadDisposition {
  /** Whether the partner has the content: processed, be it with a warning. */
  readonly received: boolean;
  /** The row of the table; `undefined` where the words are the partner's own. */
  readonly reason?: DispositionReason | undefined;
  /** `processed/error: authentication-failed`; at most 200 printable ASCII characters. */
  readonly text: string;
}

/**
 * Reads the value of a Disposition line: any case of letters, spaces anywhere or nowhere.
 * @param apart what stands in a line `Error`, `Failure` or `Warning` of its own (RFC 3798 3.2.7)
 * @returns `undefined` where it names no type.
 */
export function parseDisposition(
  value: string,
  apart?: { readonly modifier: 'error' | 'failure' | 'warning'; readonly words: string },
): ReadDisposition | undefined {
  const said = value.slice(value.indexOf(';') + 1).slice(0, 1000);
  const [, type, name, words] = /^\s*([a-z-]+)\s*(?:\/\s*([a-z-]+)\s*(?::(.*))?)?\s*$/i.exec(said) ?? [];
  if (type === undefined) return undefined;
  const modifier = name ?? apart?.modifier;
  const spelt = (words?.trim() || apart?.words.trim()) ?? '';
  const text = [modifier === undefined ? type : `${type}/${modifier}`, ...(spelt === '' ? [] : [spelt])].join(': ');
  const reason = reasonOf(type, modifier, spelt);
  return {
    received: same(type, 'processed') && (modifier === undefined || same(modifier, 'warning')),
    ...(reason === undefined ? {} : { reason }),
    text: text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200),
  };
}

/** By the words alone: partners exchange `error` and `failure`. Only where there are none, by type and modifier. */
function reasonOf(type: string, modifier: string | undefined, words: string): DispositionReason | undefined {
  const plain = plainWords(words);
  if (plain === '') return same(type, 'processed') && modifier === undefined ? 'processed' : undefined;
  for (const reason of REASONS)
    if (plainWords(reason) === plain && isWarning(reason) === same(modifier, 'warning')) return reason;
  return undefined;
}

// The keys of the table, which `Object.keys` gives as plain strings.
const REASONS = Object.keys(TABLE) as readonly DispositionReason[];

function isWarning(reason: DispositionReason): boolean {
  return DISPOSITIONS[reason].modifier === 'warning';
}

/** `unsupported format`, `Unsupported-Format`, `unsupported_format` are one. */
function plainWords(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

function same(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other;
}

function error<Words extends string>(words: Words, text: string) {
  return { type: 'processed', modifier: 'error', words, text } as const;
}

function warning<Words extends string>(words: Words, text: string) {
  return { type: 'processed', modifier: 'warning', words, text } as const;
}

function failure<Words extends string>(words: Words, text: string) {
  return { type: 'failed', modifier: 'failure', words, text } as const;
}
