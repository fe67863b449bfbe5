import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

export interface ServeOptions {
  /** Default 0: a free one. */
  readonly port?: number;
  /** The path that the files are below, such as `/ediloom/`. Default: none. */
  readonly base?: string;
}

/** Serves the files of a folder to this machine alone, as a plain host of static files does. */
export async function serveFolder(
  folder: string,
  { port = 0, base = '/' }: ServeOptions = {},
): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = pathOf(request.url ?? '/', base);
    const bytes = path === undefined ? undefined : await readFile(join(folder, path)).catch(() => undefined);
    if (path === undefined || bytes === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(bytes);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo; // of a server that listens on a port
  return {
    address: `http://127.0.0.1:${taken}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// `undefined` for what is outside of the base, or no path at all.
function pathOf(address: string, base: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(new URL(address, 'http://localhost').pathname));
    if (!path.startsWith(base) || path.includes('\0')) return undefined;
    return path.endsWith('/') ? `${path.slice(base.length)}index.html` : path.slice(base.length);
  } catch {
    return undefined;
  }
}
