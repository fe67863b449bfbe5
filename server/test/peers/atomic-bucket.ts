import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** A bucket on loopback, as `s3Objects` takes it. */
export interface AtomicBucket {
  readonly url: string;
  /** What it has under a key. */
  read(key: string): string | undefined;
  /** PUTs whose sender was gone before it had the answer. */
  abandoned(): number;
  close(): Promise<void>;
}

export interface AtomicBucketOptions {
  /** Most milliseconds before a PUT is seen, and once more before it is answered: room for kills in between. */
  readonly slowMs?: number;
}

interface Place {
  readonly objects: Map<string, Kept>;
  readonly slowMs: number;
}

interface Kept {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The part of S3 that deliveries use, with its promise: an object is there whole or not at all, whenever its sender goes. s3rver does
 * not keep that promise. It empties the object before it reads the body, and answers before the bytes are written; a PUT that is
 * given up leaves nothing where a whole object was.
 */
export async function atomicBucket({ slowMs = 0 }: AtomicBucketOptions = {}): Promise<AtomicBucket> {
  const objects = new Map<string, Kept>();
  let abandoned = 0;
  const server = createServer((incoming, outgoing) => {
    outgoing.on('close', () => {
      if (incoming.method === 'PUT' && !outgoing.writableFinished) abandoned++;
    });
    answer({ objects, slowMs }, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a server that listens at a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://key:secret@objects?endpoint=http://127.0.0.1:${port}`,
    read: (key) => objects.get(`/objects/${key}`)?.body.toString('utf8'),
    abandoned: () => abandoned,
    close: () => closed(server),
  };
}

async function answer({ objects, slowMs }: Place, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://bucket');
  const path = decodeURIComponent(pathname);
  // Rejects where it breaks off before its length.
  const body = await buffer(incoming);
  if (incoming.headers.authorization === undefined) return end(outgoing, 403);
  // Parts of uploads, lists and the like are not asked for here.
  if ([...searchParams.keys()].some((name) => name !== 'x-id')) return end(outgoing, 501);
  if (incoming.method === 'PUT') {
    if (!isAsSigned(incoming, body)) return end(outgoing, 400);
    if (slowMs > 0) await setTimeout(Math.random() * slowMs);
    objects.set(path, { body, headers: keptHeaders(incoming) });
    if (slowMs > 0) await setTimeout(Math.random() * slowMs);
    return void outgoing.writeHead(200, { etag: '"e"' }).end();
  }
  if (incoming.method === 'DELETE') {
    objects.delete(path);
    return end(outgoing, 204);
  }
  const kept = objects.get(path);
  if (kept === undefined) return end(outgoing, 404);
  outgoing.writeHead(200, { ...kept.headers, 'content-length': kept.body.length });
  outgoing.end(incoming.method === 'HEAD' ? undefined : kept.body);
}

function isAsSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  return headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex');
}

function keptHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function end(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status).end();
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
