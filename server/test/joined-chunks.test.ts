import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { streamBody } from '../src/gateway/reading/stream-body.js';
import { letFinish } from '../src/http/let-finish.js';
import { type InTurn, JoinedChunks } from '../src/joined-chunks.js';
import { AwsChunked } from '../src/s3-wire/chunked/aws-chunked.js';

const BYTES = 60_000;

/** What comes of a body of chunks of one byte each. */
async function readInChunks(open: (request: IncomingMessage, inTurn: InTurn) => Readable) {
  let turns = 0;
  const inTurn: InTurn = (work) => {
    turns++;
    setImmediate(work);
  };
  const read = new Promise<{ pieces: number; text: string }>((resolve, reject) => {
    const server = createServer(async (request, response) => {
      try {
        let [pieces, text] = [0, ''];
        for await (const piece of open(request, inTurn) as AsyncIterable<Buffer>) {
          pieces++;
          text += piece.toString('latin1');
        }
        response.end();
        resolve({ pieces, text });
      } catch (error) {
        reject(error);
      }
    });
    server.listen(0, '127.0.0.1', () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write('PUT / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
      socket.write(Array.from({ length: BYTES }, (_, at) => `1\r\n${at % 10}\r\n`).join(''));
      socket.end('0\r\n\r\n');
    });
    onTestFinished(() => void server.close());
  });
  return { ...(await read), turns };
}

const WHOLE = Array.from({ length: BYTES }, (_, at) => at % 10).join('');

it('a body of chunks of one byte each is read in few pieces, and the next of it when it is its turn', async () => {
  const { pieces, text, turns } = await readInChunks((request, inTurn) =>
    streamBody(request, { limit: BYTES, inTurn }),
  );
  expect(text).toBe(WHOLE);
  expect(pieces).toBeLessThan(BYTES / 100);
  expect(turns).toBeGreaterThan(0);
});

it('a body in frames of one byte each waits for its turn before the next piece of it', async () => {
  let turns = 0;
  const inTurn: InTurn = (work) => {
    turns++;
    setImmediate(work);
  };
  const frames = new AwsChunked({ decodedLength: 3000, hasTrailer: false, inTurn });
  for (let piece = 0; piece < 3; piece++) frames.write('1\r\nx\r\n'.repeat(1000));
  frames.end('0\r\n\r\n');
  let text = '';
  for await (const bytes of frames as AsyncIterable<Buffer>) text += bytes.toString();
  expect([text.length, turns]).toEqual([3000, 3]);
});

it('keeps the order of small and large chunks, and gives nothing after it was dropped', () => {
  const given: string[] = [];
  const joined = new JoinedChunks((bytes) => given.push(bytes.toString()));
  joined.add(Buffer.from('a'));
  joined.add(Buffer.from('b'));
  joined.add(Buffer.from('c'.repeat(5000)));
  joined.add(Buffer.from('d'));
  joined.flush();
  joined.add(Buffer.from('e'));
  joined.drop();
  joined.flush();
  expect(given).toEqual(['ab', 'c'.repeat(5000), 'd']);
});

it('a body that nobody reads ends its connection where it comes in thousands of tiny chunks', async () => {
  const server = createServer((request, response) => {
    response.once('finish', () => letFinish(request));
    response.end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('PUT / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  socket.write('1\r\nx\r\n'.repeat(20_000));
  // More could come: only the server ends it.
  await new Promise<void>((resolve) => {
    socket
      .on('close', () => resolve())
      .on('error', () => undefined)
      .resume();
  });
  expect(socket.destroyed).toBe(true);
});
