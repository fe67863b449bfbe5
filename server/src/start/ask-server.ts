import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type TLSSocket } from 'node:tls';

export interface Question {
  /** Where the server listens, as it has written down. */
  readonly url: string;
  /** SHA-256 of its certificate; absent where it speaks plain HTTP. */
  readonly fingerprint: string | undefined;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

/** @returns status and body of the answer. */
export async function askServer({ url, fingerprint, path, token, body }: Question) {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = protocol === 'https:' ? await connectTo({ host, port: Number(port), fingerprint }) : undefined;
  const asked = request({
    ...{ host, port, path, method: 'POST' },
    headers: { authorization: token, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    ...(socket === undefined ? {} : { createConnection: () => socket }),
  });
  asked.end(body);
  const [response] = await once(asked, 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: Number(response.statusCode), body: Buffer.concat(parts).toString('utf8') };
}

/**
 * The certificate is for the name that clients use, and that is not the address which this machine reaches the server at: it is known by
 * its fingerprint instead, before the token is sent.
 */
async function connectTo({
  host,
  port,
  fingerprint,
}: {
  readonly host: string;
  readonly port: number;
  readonly fingerprint: string | undefined;
}): Promise<TLSSocket> {
  const socket = connect({ host, port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  if (hashOf(socket.getPeerX509Certificate()?.raw) === fingerprint) return socket;
  socket.destroy();
  throw new Error('Another program answers there.');
}

/** The first certificate of a PEM file. */
export function fingerprintOf(certFile: string): string | undefined {
  return hashOf(new X509Certificate(readFileSync(certFile)).raw);
}

function hashOf(certificate: Uint8Array | undefined): string | undefined {
  return certificate && createHash('sha256').update(certificate).digest('hex');
}
