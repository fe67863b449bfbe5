import { bareEtag } from './etag.js';

/** What names one version of a thing. */
export interface Version {
  /** Strong, without its quotation marks. */
  readonly etag: string;
  /** Milliseconds since 1970; HTTP knows whole seconds. */
  readonly modified: number;
}

/** `not-modified`: what the client has is still it (304); `failed`: it is not what the client means (412). */
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

/** Whether a range is still of the version that the client has the rest of: else all of it is sent. */
export function isRangeOf(header: HeaderOf, version: Version): boolean {
  const ifRange = header('if-range');
  if (ifRange === undefined) return true;
  // A weak one begins with a letter, as a date does; it names no bytes, and is no date.
  if (ifRange.trim().startsWith('"')) return names(ifRange, version.etag, { isWeak: false });
  return dateIn(ifRange) === secondOf(version);
}

export function httpDate(modified: number): string {
  return new Date(modified).toUTCString();
}

/** Whether a list of ETags has one. Without quotation marks they are none by the rule, and sent so all the same. */
function names(list: string, etag: string, { isWeak }: { readonly isWeak: boolean }): boolean {
  return list.split(',').some((item) => {
    const one = item.trim();
    if (one === '*') return true;
    const strong = one.startsWith('W/') && isWeak ? one.slice(2) : one;
    return bareEtag(strong) === etag;
  });
}

/** What is no date says nothing. */
function dateIn(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

function secondOf({ modified }: Version): number {
  return Math.floor(modified / 1000) * 1000;
}
