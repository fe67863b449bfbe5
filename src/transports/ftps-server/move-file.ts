import type { TLSSocket } from 'node:tls';
import type { VirtualFile } from '../virtual-files/virtual-files.js';

/** Bytes of one reading from a file, and of what waits in memory to be sent. */
const BLOCK = 256 * 1024;

/** The data connection broke, stalled or was aborted; not what the file system says. */
export class TransferCut extends Error {
  override readonly name = 'TransferCut';
}

/** Writes what the client sends into `file` from `offset`; gives the bytes. */
export async function receiveInto(
  data: TLSSocket,
  file: VirtualFile,
  offset: number,
  stallTimeout: number,
): Promise<number> {
  let at = offset;
  for (;;) {
    const chunk: Uint8Array | null = data.read();
    if (chunk !== null) {
      await file.write(at, chunk);
      at += chunk.length;
    } else if (data.readableEnded) {
      return at - offset;
    } else {
      await next(data, ['readable', 'end'], stallTimeout);
    }
  }
}

/** Sends a file from `offset`; gives the bytes. */
export async function sendFrom(
  data: TLSSocket,
  file: VirtualFile,
  offset: number,
  stallTimeout: number,
): Promise<number> {
  let at = offset;
  for (;;) {
    const block = await file.read(at, BLOCK);
    if (block.length === 0) break;
    await send(data, block, stallTimeout);
    at += block.length;
  }
  await finish(data, stallTimeout);
  return at - offset;
}

/** Sends lines as they are made. */
export async function sendLines(
  data: TLSSocket,
  batches: AsyncIterable<Iterable<string>>,
  stallTimeout: number,
): Promise<void> {
  let text = '';
  for await (const lines of batches) {
    for (const line of lines) text += `${line}\r\n`;
    if (text.length < BLOCK) continue;
    await send(data, Buffer.from(text), stallTimeout);
    text = '';
  }
  if (text !== '') await send(data, Buffer.from(text), stallTimeout);
  await finish(data, stallTimeout);
}

async function send(data: TLSSocket, bytes: Uint8Array, stallTimeout: number): Promise<void> {
  if (data.destroyed) throw new TransferCut('The data connection was closed.');
  data.write(bytes);
  if (data.writableLength > 2 * BLOCK) await next(data, ['drain'], stallTimeout);
}

async function finish(data: TLSSocket, stallTimeout: number): Promise<void> {
  if (data.destroyed) throw new TransferCut('The data connection was closed.');
  data.resume();
  data.end();
  if (!data.writableFinished) await next(data, ['finish'], stallTimeout);
}

function next(data: TLSSocket, events: readonly string[], stallTimeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer);
      for (const event of events) data.off(event, done);
      data.off('error', cut).off('close', cut);
      if (error === undefined) resolve();
      else reject(error);
    };
    const done = () => settle();
    const cut = () => settle(new TransferCut('The data connection was closed.'));
    const timer = setTimeout(() => settle(new TransferCut('The transfer stalled.')), stallTimeout);
    for (const event of events) data.once(event, done);
    data.once('error', cut).once('close', cut);
    if (data.destroyed && !data.readableEnded) cut();
  });
}
