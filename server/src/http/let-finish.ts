import type { IncomingMessage } from 'node:http';

/** What a client may still send of a body that nobody reads, before its connection is closed. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_MS = 15_000;
const LOOK_MS = 100;
/** Small chunks of it. Each costs some time however small it is, so that their number has a limit, too. */
const MAX_SMALL = 10_000;
const SMALL = 256;

/**
 * Lets a client that was answered early send the rest of its body, which is thrown away, up to a limit. Many clients write all of it before they read,
 * and would lose the answer if the connection were closed. Call it once the answer has left.
 */
export function letFinish(request: IncomingMessage): void {
  const { socket } = request;
  if (socket.destroyed) return;
  // Reading begins even where all has come: bytes that nobody has read stand in the way of the next request.
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
