import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { hearInTurns } from '../../src/box/hear-in-turns.js';

function saying(pieces: number): Readable {
  const stream = new Readable({ read: () => undefined });
  for (let at = 0; at < pieces; at++) stream.push(Buffer.from([at % 256]));
  stream.push(null);
  return stream;
}

it('a box that says much in small pieces rests in between, and all of it is heard in its order', async () => {
  const heard: [number[], number[]] = [[], []];
  const ended = vi.fn();
  const streams = [saying(1000), saying(500)] as const;
  for (const stream of streams) stream.once('end', ended);
  hearInTurns([
    [streams[0], ([byte = 0]) => heard[0].push(byte)],
    [streams[1], ([byte = 0]) => heard[1].push(byte)],
  ]);
  await setImmediate();
  expect(heard[0].length + heard[1].length).toBeLessThan(300);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(2));
  expect(heard).toEqual([
    Array.from({ length: 1000 }, (_, at) => at % 256),
    Array.from({ length: 500 }, (_, at) => at % 256),
  ]);
});
