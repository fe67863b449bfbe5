import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** Connections that a function has at once, at most. */
const MOST_AT_ONCE = 32;
/** Longer than any name of a host with its port. */
const MOST_LINE = 300;
const LINE = 10;
const LET_THROUGH = '+';

/** The only way out of a box. */
export interface Gate {
  readonly path: string;
  close(): Promise<void>;
}

/** Connects to what a function asks for. @throws to refuse it: the function sees a connection that is refused. */
export type Connect = (host: string, port: number) => Promise<Socket>;

/** @param path of a socket that does not exist yet, in a folder that others cannot enter. */
export async function openGate(path: string, connect: Connect): Promise<Gate> {
  const open = new Set<Socket>();
  // A function may send all before it hears, and hear after it has sent all.
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (inside) => {
    open.add(inside);
    inside.on('close', () => open.delete(inside));
    void letThrough(inside, connect, open);
  });
  server.maxConnections = MOST_AT_ONCE;
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(path, resolve);
  });
  // In the box it is somebody else who connects.
  await chmod(path, 0o666);
  return {
    path,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(path, { force: true });
    },
  };
}

async function letThrough(inside: Socket, connect: Connect, open: Set<Socket>): Promise<void> {
  inside.on('error', () => inside.destroy());
  try {
    const { host, port, rest } = await lineOf(inside);
    const outside = await connect(host, port);
    open.add(outside);
    outside.on('close', () => open.delete(outside));
    if (inside.destroyed) outside.destroy();
    inside.write(LET_THROUGH);
    if (rest.length > 0) outside.write(rest);
    pipeline(inside, outside, () => undefined);
    pipeline(outside, inside, () => undefined);
  } catch {
    inside.destroy();
  }
}

/** The first line, and what came behind it. */
async function lineOf(
  inside: Socket,
): Promise<{ readonly host: string; readonly port: number; readonly rest: Buffer }> {
  let all = Buffer.alloc(0);
  for await (const chunk of inside.iterator({ destroyOnReturn: false })) {
    all = Buffer.concat([all, chunk as Buffer]);
    const line = all.indexOf(LINE);
    if (line < 0 && all.length > MOST_LINE) break;
    if (line < 0) continue;
    const [, host = '', port = ''] = /^(\S+) (\d{1,5})$/.exec(all.toString('latin1', 0, line)) ?? [];
    return { host, port: Number(port), rest: all.subarray(line + 1) };
  }
  throw new Error('A function said no host and port.');
}
