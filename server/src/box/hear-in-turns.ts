import type { Readable } from 'node:stream';

/** Pieces that are taken from one box before others have their turn: of a result of 6 MB there are about a hundred. */
const PIECES = 100;
const PAUSE_MS = 5;

/**
 * Hears what a box says, with a pause behind so many pieces: a function that writes byte by byte, as fast as it can, would keep this thread busy
 * with nothing else. It waits meanwhile, as whoever writes into a full pipe does.
 */
export function hearInTurns(streams: readonly [stream: Readable, hear: (piece: Uint8Array) => void][]): void {
  let pieces = 0;
  const rest = (): void => {
    for (const [stream] of streams) stream.pause();
    setTimeout(() => {
      for (const [stream] of streams) stream.resume();
    }, PAUSE_MS);
  };
  for (const [stream, hear] of streams) {
    stream.on('data', (piece: Uint8Array) => {
      hear(piece);
      pieces++;
      if (pieces % PIECES === 0) rest();
    });
  }
}
