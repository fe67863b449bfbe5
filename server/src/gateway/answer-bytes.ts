import type { Readable } from 'node:stream';
import { type AskedRange, rangeIn } from '../http/byte-range.js';
import { type HeaderOf, httpDate, isRangeOf, judgeConditions, type Version } from '../http/conditions.js';
import { quotedEtag } from '../http/etag.js';
import { ApiError } from './api-error.js';
import type { Answer, Call } from './call.js';

/** Bytes that are there, before any is read. */
export interface ThereBytes extends Version {
  readonly size: number;
  /** Type, and what else was said of them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OpenBytes {
  readonly about: ThereBytes;
  /** Absent where none are sent. */
  readonly bytes?: Readable | undefined;
}

/** Judges bytes as soon as it is known which they are. @returns which of them to open: `undefined` for all. @throws where none are. */
export type JudgeBytes = (about: ThereBytes) => AskedRange | undefined;

/** None are opened, as the answer has none. */
export class NoBytes extends Error {
  constructor(readonly about: ThereBytes) {
    super('No bytes are sent.');
  }
}

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
  let range: AskedRange | undefined;
  let isModified = true;
  const judge: JudgeBytes = (about) => {
    const verdict = judgeConditions(headerOf(asking), about);
    if (verdict === 'failed') throw preconditionFailed();
    isModified = verdict === 'met';
    // Of a range only GET knows.
    range = isModified && !asking.isHead ? askedRange(asking, about) : undefined;
    if (!isModified || asking.isHead) throw new NoBytes(about);
    return range;
  };
  try {
    const { about, bytes } = await open(judge);
    return { status: range === undefined ? 200 : 206, headers: headersOf(about, range), body: bytes };
  } catch (error) {
    if (!(error instanceof NoBytes)) throw error;
    const { about } = error;
    if (!isModified) return { status: 304, headers: ofVersion(about), body: undefined };
    return { headers: headersOf(about, undefined), body: undefined };
  }
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
