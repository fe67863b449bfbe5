import { createHash } from 'node:crypto';

/** RFC 4130 5.3.3 wants no more than 255 characters, so that partners can keep it. */
const MAX_LENGTH = 255;

export interface MessageIdSource {
  /** With `{moment}` (14 digits, UTC), `{unique}`, `{from}` and `{to}`; without angle brackets. */
  readonly format: string;
  /** Never given twice. */
  readonly unique: string;
  readonly moment: Date;
  readonly from: string;
  readonly to: string;
}

export const MESSAGE_ID_FORMAT = '{moment}-{unique}@{from}';

/**
 * A Message-ID `<left@right>` after the format; characters that are not allowed there become `_`. One that would be too long
 * has its left side replaced by a digest.
 */
export function messageIdOf({ format, unique, moment, from, to }: MessageIdSource): string {
  const values: Readonly<Record<string, string>> = { moment: digitsOf(moment), unique, from, to };
  const filled = format.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const at = filled.lastIndexOf('@');
  const left = dotAtom(at === -1 ? filled : filled.slice(0, at));
  const right = dotAtom(at === -1 ? from : filled.slice(at + 1)).slice(0, 128);
  const id = `<${left}@${right}>`;
  if (id.length <= MAX_LENGTH) return id;
  return `<${createHash('sha256').update(left).digest('hex')}@${right}>`;
}

function digitsOf(moment: Date): string {
  return moment.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** RFC 5322 dot-atom. */
function dotAtom(text: string): string {
  const atoms = text.replace(/[^A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/g, '_').split('.');
  return atoms.filter((atom) => atom !== '').join('.') || '_';
}

/** A Message-ID as it is compared: partners drop the brackets or put spaces around. */
export function plainMessageId(text: string): string {
  const id = text.trim();
  return (id.startsWith('<') && id.endsWith('>') ? id.slice(1, -1) : id).trim();
}

/**
 * The Message-ID of a header, as it was sent: at most 998 printable characters, brackets or not.
 * @returns `undefined` where it cannot be one.
 */
export function parseMessageId(value: string): string | undefined {
  const text = value.trim();
  return /^[\x21-\x7e](?:[\x20-\x7e]{0,996}[\x21-\x7e])?$/.test(text) && plainMessageId(text) !== '' ? text : undefined;
}
