import { S3Error } from '../../s3-wire/s3-error.js';
import { isStorable } from '../../store/bindable.js';
import type { S3Call } from './s3-call.js';

/** Entries of a page of a list. */
const MOST = 1000;

/** A parameter that can be a part of a key. @throws S3Error. */
export function textOf({ target }: S3Call, name: string): string | undefined {
  const text = target.query.get(name);
  if (text === undefined || isStorable(text)) return text;
  throw new S3Error('InvalidArgument', `${name} has a character that no key can have.`);
}

/** How many entries of a list a parameter asks for: 1,000 where it asks for more, or for nothing. @throws S3Error. */
export function countOf({ target }: S3Call, name: string): number {
  const text = target.query.get(name) || String(MOST);
  if (!/^\d{1,10}$/.test(text)) throw new S3Error('InvalidArgument', `${name} is no number.`);
  return Math.min(Number(text), MOST);
}
