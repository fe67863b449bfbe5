import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { SAFE_HEADERS } from './answer-headers.js';
import { ApiError } from './api-error.js';
import { renderError } from './render-error.js';

const LINGER_MS = 1000;

/** What the HTTP parser refuses before there is a request: the bytes are not shown, neither to the client nor to the log. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // A client that is gone reads nothing; one that has an answer under way would read this as a part of it.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = renderError(errorOf(error.code));
  const text = typeof body === 'string' ? body : '';
  const lines = Object.entries({
    ...SAFE_HEADERS,
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n\r\n${text}`);
  // Destroyed at once, it might take back the answer with it.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function errorOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError(431, 'REQUEST_TOO_LARGE', 'The headers are too large. Send fewer or shorter ones.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive. Send it again.');
  }
  return new ApiError(400, 'BAD_REQUEST', 'The request is not well-formed HTTP. Check its headers and its length.');
}
