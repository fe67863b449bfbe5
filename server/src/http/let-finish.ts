import type { IncomingMessage } from 'node:http';

/** What a client may still send of a body that nobody reads, before its connection is closed. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_MS = 15_000;
const LOOK_MS = 100;
/** Small chunks of it: each costs some time, however small it is. */
const MAX_SMALL = 10_000;
const SMALL = 256;

/**
 * A client that is answered before all of its body has come is let finish it: many write the whole of it before they read, and to close the
 * connection would take the answer back. What comes is thrown away, up to a limit. Call it once the answer has left.
 */
export function letFinish(request: IncomingMessage): void {
  const { socket } = request;
  if (socket.destroyed) return;
  // Also what has come and nobody has read stands in the way of the next request.
  let small = 0;
  request.on('data', (chunk: Uint8Array) => {
    if (chunk.length < SMALL && ++small === MAX_SMALL) socket.destroy();
  });
  request.resume();
  if (request.complete) return;
  const from = socket.bytesRead;
  const until = performance.now() + MAX_MS;
  const timer = setInterval(() => {
    const isOver = socket.bytesRead - from > MAX_BYTES || performance.now() > until;
    if (!request.complete && !request.destroyed && isOver) socket.destroy();
    if (request.complete || request.destroyed || socket.destroyed) clearInterval(timer);
  }, LOOK_MS);
  timer.unref();
}
