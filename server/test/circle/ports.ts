import { createServer } from 'node:net';

/** Below those that the system gives away by itself, and apart from those of the other tests. */
const FIRST = 10_000;
const PARTS = 180;
const EACH = 50;
/** Each process that runs tests begins at a part of its own, so that two of them hardly meet. */
let next = FIRST + (process.pid % PARTS) * EACH;

/** A port that is free now, and that this process gives to nobody else. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next++;
    if (next >= FIRST + PARTS * EACH) next = FIRST;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
