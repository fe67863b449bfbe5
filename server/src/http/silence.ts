import { Socket } from 'node:net';

/** A connection on which nothing passes is closed after this, whatever is under way. No request waits for so long, but for those that may be silent. */
export const SILENT_MS = 180_000;

/**
 * Lets the connection of a request be silent while that is worked at. Requests that nobody has sent, as those of tests, have none.
 * @returns what ends it, for the answer: one that nobody reads keeps no connection.
 */
export function letBeSilent(socket: unknown): () => void {
  if (!(socket instanceof Socket)) return () => undefined;
  socket.setTimeout(0);
  return () => {
    socket.setTimeout(SILENT_MS);
  };
}
