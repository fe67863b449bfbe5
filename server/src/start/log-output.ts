import { close, createWriteStream, write } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Milliseconds after which a reader who had no room is tried again. */
const AGAIN_MS = 20;
/** Bytes that wait for a slow reader; lines that come while there are more are dropped. */
const MOST_WAITING = 16 * 1024 * 1024;

/**
 * Where the log goes. Whoever reads it may be slow, or gone: a pipe that is full answers EAGAIN where its other end made it so, which would end the
 * server as an error of a stream that nobody hears.
 */
export function logOutput(fd: number): DestinationStream {
  // Never closed: the next file that is opened would have its number, and get what is written to standard error.
  const stream = createWriteStream('', { fd, autoClose: false, fs: { write: patientWrite, close } });
  // Of a log that nobody can read any more there is nobody to tell.
  stream.on('error', () => undefined);
  return {
    write: (line) => {
      if (!stream.destroyed && stream.writableLength < MOST_WAITING) stream.write(line);
    },
  };
}

type Written = (error: NodeJS.ErrnoException | null, written: number, bytes: Uint8Array) => void;

function patientWrite(
  fd: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number | null,
  done: Written,
): void {
  write(fd, bytes, offset, length, position, (error, written) => {
    if (error?.code !== 'EAGAIN') return done(error, written, bytes);
    setTimeout(patientWrite, AGAIN_MS, fd, bytes, offset, length, position, done);
  });
}
