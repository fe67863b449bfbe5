import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** A socket that is listened on as long as the process of the folder lives, however it ends. */
const ALIVE = 'alive';
/** Of a folder that has no socket yet: its process may be about to listen. */
const YOUNG_MS = 60_000;

/** A folder that goes with its process: what one that was killed has left is removed by the next that opens one. */
export interface OwnFolder {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Makes a folder for this process alone. Other processes of this machine may have theirs beside it.
 * @param above a folder with a short path: the system has little room for names of sockets.
 * @param prefix of its name, and of those that were left.
 */
export async function openOwnFolder(above: string, prefix: string, now: number): Promise<OwnFolder> {
  await dropLeft(above, prefix, now);
  const path = await mkdtemp(join(above, prefix));
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(join(path, ALIVE), resolve);
  });
  // It keeps nobody from ending.
  server.unref();
  return {
    path,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** What belongs to other users, or goes meanwhile, stays as it is. */
async function dropLeft(above: string, prefix: string, now: number): Promise<void> {
  const names = await readdir(above).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const path = join(above, name);
    if (await isLeft(path, now)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(path: string, now: number): Promise<boolean> {
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect(join(path, ALIVE), () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  if (code === 'ECONNREFUSED') return true;
  if (code !== 'ENOENT') return false;
  const madeAt = await stat(path).then(
    ({ ctimeMs }) => ctimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  return madeAt < now - YOUNG_MS;
}
