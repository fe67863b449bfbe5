import { S3Error } from './s3-error.js';
import { unquoted } from './xml/bodies.js';

/** What conditions are asked of. */
export interface ComparedObject {
  /** Without quotes. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export type ConditionOutcome = 'holds' | 'not-modified' | 'failed';

/**
 * Conditions of a read, in the order of RFC 9110 13.2.2: those on the ETag before those on the time.
 * @param prefix of the names of the headers: `x-amz-copy-source-` for those on the object that is copied.
 */
export function readConditions(
  headers: ReadonlyMap<string, string>,
  object: ComparedObject,
  prefix = '',
): ConditionOutcome {
  const match = headers.get(`${prefix}if-match`);
  const noneMatch = headers.get(`${prefix}if-none-match`);
  const unmodified = instant(headers.get(`${prefix}if-unmodified-since`));
  const modified = instant(headers.get(`${prefix}if-modified-since`));
  // HTTP has whole seconds.
  const changed = Math.floor(object.modified / 1000) * 1000;
  if (match !== undefined ? !names(match, object.etag) : unmodified !== undefined && changed > unmodified)
    return 'failed';
  if (noneMatch !== undefined) return names(noneMatch, object.etag) ? 'not-modified' : 'holds';
  return modified !== undefined && changed <= modified ? 'not-modified' : 'holds';
}

/** What must hold of the object that a write replaces, as `resources/buckets` takes it. @throws S3Error for conditions that are not served. */
export function writeCondition(
  headers: ReadonlyMap<string, string>,
): { readonly ifNoneMatch: '*' } | { readonly ifMatch: string } | undefined {
  const match = headers.get('if-match');
  const noneMatch = headers.get('if-none-match');
  if (
    headers.has('if-modified-since') ||
    headers.has('if-unmodified-since') ||
    (match !== undefined && noneMatch !== undefined)
  ) {
    throw new S3Error('NotImplemented', 'A write takes If-Match with one ETag, or If-None-Match: *.');
  }
  if (noneMatch !== undefined) {
    if (noneMatch !== '*') throw new S3Error('NotImplemented', 'If-None-Match of a write can be * alone.');
    return { ifNoneMatch: '*' };
  }
  if (match === undefined) return undefined;
  if (match === '*' || match.includes(',')) throw new S3Error('NotImplemented', 'If-Match of a write names one ETag.');
  return { ifMatch: unquoted(match) };
}

function names(list: string, etag: string): boolean {
  return list.split(',').some((one) => {
    const name = one.trim();
    return name === '*' || unquoted(name.replace(/^W\//, '')) === etag;
  });
}

function instant(text: string | undefined): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
