import { type SftpSession, toDone } from './sftp-session.js';
import { CHUNK } from './write-file.js';

export interface ReadOptions {
  readonly offset: number;
  /** Reads on their way at once; it begins with few, as most files are small. */
  readonly readAhead: number;
  readonly signal: AbortSignal | undefined;
}

interface Piece {
  readonly offset: number;
  readonly length: number;
  readonly bytes: Promise<Buffer>;
}

/** Reads a file to its end, in order, while the next pieces are on their way. */
export async function* readFile(
  session: SftpSession,
  path: string,
  { offset, readAhead, signal }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  const release = session.endOn(signal);
  try {
    const { sftp } = session;
    const handle = await session.request<Buffer>('open to read', path, (done) => sftp.open(path, 'r', done));
    // Of the file alone: a byte in each answer is some sixty bytes on the way. A piece shows when it is whole.
    let moved = 0;
    const { rate, end } = session.watchRate({ moved: () => moved, lump: () => CHUNK });
    try {
      const read = async (at: number, length: number) => {
        const bytes = await readPiece(session, path, handle, at, length);
        moved += bytes.length;
        return bytes;
      };
      yield* pieces(read, { from: offset, readAhead, during: (wait) => rate.during(wait) });
    } finally {
      end();
      if (!session.dead) {
        await session.request<void>('close', path, (done) => sftp.close(handle, toDone(done))).catch(() => {});
      }
    }
  } finally {
    release();
  }
}

interface PiecesOptions extends Pick<ReadOptions, 'readAhead'> {
  readonly from: number;
  /** Each wait for the server. */
  readonly during: <T>(wait: Promise<T>) => Promise<T>;
}

async function* pieces(
  read: (offset: number, length: number) => Promise<Buffer>,
  { from, readAhead, during }: PiecesOptions,
): AsyncGenerator<Uint8Array> {
  const ask = (offset: number, length: number): Piece => {
    const bytes = read(offset, length);
    bytes.catch(() => {});
    return { offset, length, bytes };
  };
  const underWay: Piece[] = [];
  let next = from;
  for (let ahead = Math.min(2, readAhead); ; ahead = Math.min(ahead * 2, readAhead)) {
    while (underWay.length < ahead) {
      underWay.push(ask(next, CHUNK));
      next += CHUNK;
    }
    const piece = underWay.shift();
    if (piece === undefined) return;
    const bytes = await during(piece.bytes);
    if (bytes.length === 0) return;
    // Fewer bytes than asked for are not the end: only no bytes are.
    if (bytes.length < piece.length) {
      underWay.unshift(ask(piece.offset + bytes.length, piece.length - bytes.length));
    }
    yield bytes;
  }
}

function readPiece(
  session: SftpSession,
  path: string,
  handle: Buffer,
  offset: number,
  length: number,
): Promise<Buffer> {
  return session.request<Buffer>('read', path, (done) => {
    session.sftp.read(handle, Buffer.allocUnsafe(length), 0, length, offset, (error, count, bytes) => {
      if (error !== undefined && error !== null) done(error, bytes);
      // A small piece is copied out, so that it does not hold the room of a large one.
      else done(undefined, count < length / 2 ? Buffer.from(bytes.subarray(0, count)) : bytes.subarray(0, count));
    });
  });
}
