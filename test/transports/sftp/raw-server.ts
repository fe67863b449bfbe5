import type { AddressInfo } from 'node:net';
import ssh2, { type ServerChannel } from 'ssh2';
import { keyPair } from './serve.js';

/** What a raw server says to one packet: the body behind the length, or nothing, and what it sends later. */
export type Answer = (type: number, id: number, body: Buffer, send: (body: Buffer) => void) => Buffer | undefined;

export interface RawServer {
  readonly port: number;
  readonly hostKey: string;
  close(): Promise<void>;
}

/** A server that lets everybody in and answers packets of SFTP with bytes made by hand. */
export async function rawServer(
  extensions: Readonly<Record<string, string>>,
  answer: Answer,
  ident = 'raw',
): Promise<RawServer> {
  const host = keyPair();
  const server = new ssh2.Server({ hostKeys: [host.private], ident }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (context) => context.accept());
    client.on('session', (accept) => {
      accept().on('subsystem', (open: () => ServerChannel) => serveChannel(open(), extensions, answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listener on a port has an address of that form.
  const { port } = server.address() as AddressInfo;
  return { port, hostKey: host.public, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function serveChannel(channel: ServerChannel, extensions: Readonly<Record<string, string>>, answer: Answer): void {
  const send = (body: Buffer) => channel.write(Buffer.concat([u32(body.length), body]));
  let held: Buffer = Buffer.alloc(0);
  channel.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 4 && held.length >= 4 + held.readUInt32BE(0)) {
      const body = held.subarray(4, 4 + held.readUInt32BE(0));
      held = held.subarray(4 + body.length);
      const offered = Object.entries(extensions).flat().map(text);
      const said =
        body[0] === 1
          ? Buffer.concat([Buffer.of(2), u32(3), ...offered])
          : answer(body[0] ?? 0, body.readUInt32BE(1), body.subarray(5), send);
      if (said !== undefined) send(said);
    }
  });
  channel.on('end', () => channel.end());
}

export function status(id: number, code: number, words: string): Buffer {
  return Buffer.concat([Buffer.of(101), u32(id), u32(code), text(words), text('')]);
}

export function handle(id: number): Buffer {
  return Buffer.concat([Buffer.of(102), u32(id), text('h')]);
}

/** One name of a listing, of which nothing else is known. */
export function oneName(id: number, name: string): Buffer {
  return Buffer.concat([Buffer.of(104), u32(id), u32(1), text(name), text(''), u32(0)]);
}

/** The answer to statvfs@openssh.com. */
export function room(id: number, values: { readonly free: number; readonly files: number }): Buffer {
  const all = [4096, 4096, 1_000_000, 500, values.free, 1_000_000, 500, values.files, 7, 0, 255];
  return Buffer.concat([Buffer.of(201), u32(id), ...all.map(u64)]);
}

export function text(value: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
