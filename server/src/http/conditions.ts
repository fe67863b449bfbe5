import { bareEtag } from './etag.js';

/** What names one version of a thing. */
export interface Version {
  /** Strong, without its quotation marks. */
  readonly etag: string;
  /** Milliseconds since 1970; HTTP knows whole seconds. */
  readonly modified: number;
}

/** `not-modified`: the version that the client has is still the one (304); `failed`: the version is not the one that the client wants (412). */
export type Judged = 'met' | 'not-modified' | 'failed';

/** A header of the request by its name in lower case. */
export type HeaderOf = (name: string) => string | undefined;

/** RFC 9110, 13.2.2, for a thing that is read. */
export function judgeConditions(header: HeaderOf, version: Version): Judged {
  const ifMatch = header('if-match');
  const unmodifiedSince = dateIn(header('if-unmodified-since'));
  if (ifMatch !== undefined) {
    if (!names(ifMatch, version.etag, { isWeak: false })) return 'failed';
  } else if (unmodifiedSince !== undefined && secondOf(version) > unmodifiedSince) return 'failed';
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, version.etag, { isWeak: true }) ? 'not-modified' : 'met';
  const modifiedSince = dateIn(header('if-modified-since'));
  return modifiedSince !== undefined && secondOf(version) <= modifiedSince ? 'not-modified' : 'met';
}

/** Judges `If-Range`: whether the range is of the version of which the client has the rest. If not, all of it is sent. */
export function isRangeOf(header: HeaderOf, version: Version): boolean {
  const ifRange = header('if-range');
  if (ifRange === undefined) return true;
  // A weak ETag begins with a letter, so that it is read as a date, which it is not: then all is sent, as it must be.
  if (ifRange.trim().startsWith('"')) return names(ifRange, version.etag, { isWeak: false });
  return dateIn(ifRange) === secondOf(version);
}

export function httpDate(modified: number): string {
  return new Date(modified).toUTCString();
}

/** Whether a list of ETags has this one. Some clients leave the quotation marks out, against the rule. */
function names(list: string, etag: string, { isWeak }: { readonly isWeak: boolean }): boolean {
  return list.split(',').some((item) => {
    const one = item.trim();
    if (one === '*') return true;
    const strong = one.startsWith('W/') && isWeak ? one.slice(2) : one;
    return bareEtag(strong) === etag;
  });
}

/** The form of C, which has no zone: it is GMT, wherever the server stands. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
/** With a zone: of the forms of HTTP (RFC 9110, 5.6.7) the others, and that of ISO 8601, which is sent as well. */
const ZONED = /^([A-Z][a-z]+, .+ \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+) ?(GMT|UTC|Z|[+-]\d\d:?\d\d)$/;

/** What is no date says nothing; a year or another number alone is none, though programs read it as one. */
function dateIn(text: string | undefined): number | undefined {
  const date = text?.trim() ?? '';
  const time = ASCTIME.test(date) ? Date.parse(`${date} GMT`) : ZONED.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function secondOf({ modified }: Version): number {
  return Math.floor(modified / 1000) * 1000;
}
