import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildInspector } from './build.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.edi': 'application/edi-x12',
};

/** What the page says of itself, and what only a header can say. */
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves a folder of static files to this machine alone. Port 0 takes a free one. */
export async function serveFolder(
  folder: string,
  port = 0,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(async (request, response) => {
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    const path = pathOf(request.url ?? '/');
    const file = path === undefined ? undefined : join(folder, path);
    const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (file === undefined || found?.isFile() !== true) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port: taken } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${taken}/` };
}

// Never above the folder: what is left of `..` after normalizing would lead there.
function pathOf(address: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(new URL(address, 'http://local').pathname));
    return path.includes('..') || path.includes('\0') ? undefined : path.endsWith('/') ? `${path}index.html` : path;
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = fileURLToPath(new URL('./dist', import.meta.url));
  await buildInspector(folder);
  const { url } = await serveFolder(folder, Number(process.env.PORT ?? 0));
  process.stdout.write(`The X12 inspector: ${url}\n`);
}
