import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { quickAnswer } from '../support/quick-answer.js';

/** A payer that answers each 270 after a while, and knows when it was asked about whom. */
export interface CountingPayer {
  readonly url: string;
  /** Milliseconds at which each member was asked about. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
  close(): void;
}

export async function startCountingPayer(delayMs: number): Promise<CountingPayer> {
  const asked = new Map<string, number[]>();
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString('latin1');
    const { memberId, x12 } = quickAnswer(text.slice(text.indexOf('ISA')));
    asked.set(memberId, [...(asked.get(memberId) ?? []), performance.now()]);
    await setTimeout(delayMs);
    response.writeHead(200, { 'content-type': 'application/edi-x12' }).end(x12);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
