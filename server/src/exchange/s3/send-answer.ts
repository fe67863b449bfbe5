import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ANSWER_RATE, type LeastRate } from '../../http/least-rate.js';
import { S3_STATUS, type S3Error } from '../../s3-wire/s3-error.js';
import { errorElement, XML_DECLARATION } from '../../s3-wire/xml/write-xml.js';
import { errorContent } from './patient-answer.js';
import type { S3Answer } from './s3-call.js';

/** Of every answer: it is what its type says. */
const SAFE_HEADERS = { 'x-content-type-options': 'nosniff' };
/** Nobody on the way keeps it. */
const UNKEPT = { 'cache-control': 'no-store' };

export interface SendOptions {
  readonly requestId: string;
  /** The request was HEAD. */
  readonly isHead: boolean;
  /** The connection ends with it. */
  readonly isLast?: boolean | undefined;
}

/** Resolves when the answer is on its way, or its client has left. */
export async function sendAnswer(
  response: ServerResponse,
  { status = S3_STATUS.ok, headers = {}, body, isOfObject = false }: S3Answer,
  { requestId, isHead, isLast = false }: SendOptions,
): Promise<void> {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body === undefined && !isHead ? 0 : undefined;
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
  if (body === undefined || typeof body === 'string' || isHead) {
    response.end(isHead ? undefined : body);
    return;
  }
  const watch = endUnread(response, ANSWER_RATE);
  try {
    await pipeline(body, response);
  } finally {
    clearInterval(watch);
  }
}

/** An error in XML; HEAD has its status alone. */
export function errorAnswer(error: S3Error, requestId: string, resource?: string): S3Answer {
  const body = `${XML_DECLARATION}${errorElement(errorContent(error, requestId, resource))}`;
  return { status: error.status, headers: { 'content-type': 'application/xml' }, body };
}

/** Closes the connection of a client that reads too slowly; while the server has nothing to send, it does not. */
function endUnread(response: ServerResponse, { bytesPerSecond, afterMs }: LeastRate): NodeJS.Timeout {
  const { socket } = response;
  const from = socket?.bytesWritten ?? 0;
  let looked = performance.now();
  let waited = 0;
  const look = (): void => {
    const passed = performance.now() - looked;
    looked += passed;
    if (socket === null || socket.writableLength === 0) return;
    waited += passed;
    if (waited > afterMs + ((socket.bytesWritten - from) / bytesPerSecond) * 1000) socket.destroy();
  };
  return setInterval(look, 1000).unref();
}
