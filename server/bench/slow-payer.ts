import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isEnvelopeType } from '../src/caqh-core/read-envelope.js';
import { quickAnswer } from '../test/support/quick-answer.js';
import { SlowFiles } from './slow-files.js';

/**
 * A payer that takes its time: a process that answers each 270 it is posted, in plain HTTP, with a 271 that says "active", so many
 * milliseconds later. Its parent asks for how long it has kept each, by the member id of the question. It takes files of 270s by CAQH CORE, too.
 *
 *     node --import tsx server/bench/slow-payer.ts 300
 */
const delayMs = Number(process.argv[2] ?? 300);
const kept = new Map<string, number>();

const files = new SlowFiles();

const server = createServer((request, response) => {
  const type = request.headers['content-type'] ?? '';
  if (isEnvelopeType(type)) {
    void buffer(request).then((bytes) => {
      const { contentType, bytes: body } = files.answer(bytes, type);
      setTimeout(
        () => response.writeHead(200, { 'content-type': contentType, 'content-length': body.length }).end(body),
        delayMs,
      );
    });
    return;
  }
  void answered(request).then(({ memberId, begin, x12 }) => {
    setTimeout(() => {
      kept.set(memberId, performance.now() - begin);
      response
        .writeHead(200, { 'content-type': 'application/EDI-X12', 'content-length': Buffer.byteLength(x12) })
        .end(x12);
    }, delayMs);
  });
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', () => {
  process.send?.({ kept: [...kept] });
  kept.clear();
});
process.on('disconnect', () => process.exit());

async function answered(request: IncomingMessage) {
  const text = (await buffer(request)).toString('latin1');
  const begin = performance.now();
  return { begin, ...quickAnswer(text.slice(text.indexOf('ISA'))) };
}
