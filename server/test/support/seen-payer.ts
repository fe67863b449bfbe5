import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A payer over HTTP that does what a test says, and remembers what it was sent last. */
export interface SeenPayer {
  readonly url: string;
  seen: { readonly body: Buffer; readonly headers: IncomingHttpHeaders; readonly path: string | undefined } | undefined;
  /** What it does next. Default: it answers nothing. */
  answer: (response: ServerResponse) => void;
}

/** @param onEnd is handed what ends it. Default: it ends with the test. */
export async function startSeenPayer(onEnd: (end: () => void) => void = onTestFinished): Promise<SeenPayer> {
  const server = createServer(async (request, response) => {
    payer.seen = { body: await buffer(request), headers: request.headers, path: request.url };
    payer.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const payer: SeenPayer = { url, seen: undefined, answer: () => {} };
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return payer;
}
