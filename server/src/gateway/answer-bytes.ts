import type { Readable } from 'node:stream';
import { type AskedRange, rangeIn } from '../http/byte-range.js';
import { type HeaderOf, httpDate, isRangeOf, judgeConditions, type Version } from '../http/conditions.js';
import { quotedEtag } from '../http/etag.js';
import { ApiError } from './api-error.js';
import type { Answer, Call } from './call.js';

/** What is known of bytes before any of them is read. */
export interface ThereBytes extends Version {
  readonly size: number;
  /** Their type, and other headers that describe them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OpenBytes {
  readonly about: ThereBytes;
  /** Those that are sent; not used where none are. */
  readonly bytes: Readable;
}

/** Which bytes are sent: a range; `undefined`: all; `nothing`: the answer has no body. */
type SentBytes = AskedRange | 'nothing' | undefined;

/** Judges what is there, as soon as it is known. @returns which bytes to open. @throws ApiError 412, 416: then none are. */
export type JudgeBytes = (about: ThereBytes) => SentBytes;

type Asking = Pick<Call, 'header' | 'isHead'>;

/**
 * Answers bytes as HTTP has it: conditions, one range, HEAD.
 * @param open calls `judge` with what is there, before it opens what that returns, and lets through what it throws.
 * @throws ApiError 412, 416.
 */
export async function answerBytes(
  asking: Asking,
  open: (judge: JudgeBytes) => Promise<OpenBytes>,
): Promise<Answer<Readable | undefined>> {
  const { about, bytes } = await open((found) => judged(asking, found).sent);
  const { isModified, sent } = judged(asking, about);
  if (!isModified) return { status: 304, headers: ofVersion(about), body: undefined };
  if (sent === 'nothing') return { headers: headersOf(about, undefined), body: undefined };
  return { status: sent === undefined ? 200 : 206, headers: headersOf(about, sent), body: bytes };
}

function judged(asking: Asking, about: ThereBytes): { readonly isModified: boolean; readonly sent: SentBytes } {
  const verdict = judgeConditions(headerOf(asking), about);
  if (verdict === 'failed') throw preconditionFailed();
  if (verdict === 'not-modified') return { isModified: false, sent: 'nothing' };
  // A range is asked for by GET alone (RFC 9110, 14.2).
  return { isModified: true, sent: asking.isHead ? 'nothing' : askedRange(asking, about) };
}

function headerOf(asking: Asking): HeaderOf {
  return (name) => asking.header(name);
}

function askedRange(asking: Asking, about: ThereBytes): AskedRange | undefined {
  const header = headerOf(asking);
  const asked = isRangeOf(header, about) ? rangeIn(header('range'), about.size) : undefined;
  if (asked !== 'none') return asked;
  throw new ApiError(
    416,
    'RANGE_NOT_SATISFIABLE',
    'There are no such bytes. Ask for some that the Content-Range header of this answer has.',
    {
      headers: { 'content-range': `bytes */${about.size}` },
    },
  );
}

function headersOf(about: ThereBytes, range: AskedRange | undefined): Record<string, string> {
  const { size } = about;
  return {
    ...about.headers,
    ...ofVersion(about),
    'accept-ranges': 'bytes',
    'content-length': String(range?.length ?? size),
    ...(range && { 'content-range': `bytes ${range.from}-${range.from + range.length - 1}/${size}` }),
  };
}

function ofVersion({ etag, modified }: Version): Record<string, string> {
  return { etag: quotedEtag(etag), 'last-modified': httpDate(modified) };
}

function preconditionFailed(): ApiError {
  return new ApiError(
    412,
    'PRECONDITION_FAILED',
    'What is there is not what the request is for. Read it, and ask again.',
  );
}
