import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AnswerPace, lookEach } from '../../http/answer-pace.js';
import { ANSWER_RATE } from '../../http/least-rate.js';
import { whenClosed } from '../../http/when-closed.js';
import { S3_STATUS, type S3Error } from '../../s3-wire/s3-error.js';
import { errorElement, XML_DECLARATION } from '../../s3-wire/xml/write-xml.js';
import { errorContent } from './error-content.js';
import type { S3Answer } from './s3-call.js';

/** In every answer: browsers go by the content type, and guess no other. */
const SAFE_HEADERS = { 'x-content-type-options': 'nosniff' };
/** Caches on the way do not keep the answer. */
const UNKEPT = { 'cache-control': 'no-store' };

/** What is smaller the buffers of the connection take, read or not. */
const SMALL = 64 * 1024;

export interface SendOptions {
  readonly requestId: string;
  /** The request was HEAD. */
  readonly isHead: boolean;
  /** The connection is closed behind it. */
  readonly isLast?: boolean | undefined;
}

/** Resolves when the answer is on its way, or its client has left. */
export async function sendAnswer(
  response: ServerResponse,
  { status = S3_STATUS.ok, headers = {}, body, isOfObject = false }: S3Answer,
  { requestId, isHead, isLast = false }: SendOptions,
): Promise<void> {
  const whole = typeof body === 'string' ? Buffer.from(body) : body instanceof Readable ? undefined : body;
  const length = whole?.length ?? (body === undefined && !isHead ? 0 : undefined);
  response.writeHead(status, {
    ...SAFE_HEADERS,
    ...(!isOfObject && UNKEPT),
    'x-amz-request-id': requestId,
    ...(length !== undefined &&
      status !== S3_STATUS.noContent &&
      status !== S3_STATUS.notModified && { 'content-length': String(length) }),
    ...headers,
    ...(isLast && { connection: 'close' }),
  });
  // Of a result of a function nothing may be read at all, whose memory is taken until then.
  if (!isHead && (whole === undefined || whole.length > SMALL)) keepPace(response);
  if (isHead || !(body instanceof Readable)) response.end(isHead ? undefined : whole);
  else await pipeline(body, response);
}

/** Closes the connection where the client reads too slowly. */
function keepPace(response: ServerResponse): void {
  const pace = new AnswerPace(response, ANSWER_RATE, response.socket?.bytesWritten ?? 0);
  whenClosed(
    response,
    lookEach(1000, (passedMs) => pace.look(passedMs)),
  );
}

/** An error in XML; HEAD has its status alone. */
export function errorAnswer(error: S3Error, requestId: string, resource?: string): S3Answer {
  const body = `${XML_DECLARATION}${errorElement(errorContent(error, requestId, resource))}`;
  return { status: error.status, headers: { 'content-type': 'application/xml' }, body };
}
