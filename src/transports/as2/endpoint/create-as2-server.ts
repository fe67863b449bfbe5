import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { X12Error } from '../../../model/error.js';
import type { HeaderPair } from '../../http/post.js';
import type { As2Endpoint } from './as2-endpoint.js';
import { type As2Response, plainResponse } from './as2-exchange.js';

export interface As2ServerOptions {
  /** PEM. Absent: plain HTTP, for behind a proxy that speaks TLS; AS2's own encryption does not hide who sends to whom. */
  readonly tls?: As2ServerTls | undefined;
  /** Others are answered with 404. Default: every path. */
  readonly path?: string | undefined;
  /** Milliseconds for the headers of a request, TLS included. Default 30,000. */
  readonly headersTimeoutMs?: number | undefined;
  /** Default 256. */
  readonly maxConnections?: number | undefined;
}

export interface As2ServerTls {
  readonly certificate: string;
  readonly privateKey: string;
  readonly passphrase?: string | undefined;
  /** PEM of authorities: partners must show a certificate of one of them. */
  readonly clientAuthorities?: string | readonly string[] | undefined;
  /** Default TLSv1.2. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
}

export interface As2Server {
  /** Default host: all addresses; port 0: one that is free. Also posts receipts that an earlier process left. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /** Stops listening and ends all connections. The endpoint stays open. */
  close(): Promise<void>;
}

/** A server of node:http or node:https for one endpoint. */
export function createAs2Server(endpoint: As2Endpoint, options: As2ServerOptions = {}): As2Server {
  const { tls, path, headersTimeoutMs = 30_000, maxConnections = 256 } = options;
  const settings = {
    // Partners fold long headers, which Node refuses by default. What comes in goes nowhere but into our own reader.
    insecureHTTPParser: true,
    headersTimeout: headersTimeoutMs,
    // The endpoint has its own times for bodies, and holds requests.
    requestTimeout: 0,
    maxHeaderSize: 65_536,
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs),
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void respond(endpoint, { request, response, path });
  };
  const server: Server =
    tls === undefined
      ? createPlainServer(settings, answer)
      : createSecureServer({ ...settings, ...tlsSettings(tls), handshakeTimeout: headersTimeoutMs }, answer);
  server.maxConnections = maxConnections;
  // No time-out of the socket: a held request is silent. Its connection shows when the partner is gone.
  server.setTimeout(0);
  server.on('connection', (socket) => socket.setKeepAlive(true, 30_000));
  return {
    listen: async (port, host) => {
      const address = await listening(server, port, host);
      void endpoint.resume().catch(() => undefined);
      return address;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function tlsSettings({ certificate, privateKey, passphrase, clientAuthorities, minVersion = 'TLSv1.2' }: As2ServerTls) {
  const ca = typeof clientAuthorities === 'string' ? [clientAuthorities] : [...(clientAuthorities ?? [])];
  return {
    cert: certificate,
    key: privateKey,
    minVersion,
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(ca.length === 0 ? {} : { ca, requestCert: true, rejectUnauthorized: true }),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string | undefined;
}

async function respond(endpoint: As2Endpoint, { request, response, path }: Exchange): Promise<void> {
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  const { rawHeaders, method = '', url = '/', socket } = request;
  const headers = Array.from({ length: rawHeaders.length / 2 }, (_, i): HeaderPair => {
    return [rawHeaders[2 * i] ?? '', rawHeaders[2 * i + 1] ?? ''];
  });
  const address = socket.remoteAddress;
  const known = path === undefined || url.split('?')[0] === path;
  const answer = known
    ? await endpoint.handle({ method, headers, body: request, ...(address === undefined ? {} : { address }) })
    : plainResponse(404, 'Not found.');
  write(request, response, answer);
}

function write(request: IncomingMessage, response: ServerResponse, { status, headers, body }: As2Response): void {
  if (response.destroyed) return;
  const whole = request.complete;
  const pairs = [...headers.flat(), ...(whole ? [] : ['Connection', 'close'])];
  response.writeHead(status, pairs);
  if (whole) return void response.end(body);
  // The answer goes out at once, and the connection is read on for a while: cut before the partner has sent what it sends, it
  // would take the answer away with it.
  response.write(body);
  const end = (): void => {
    clearTimeout(late);
    response.end();
  };
  const late = setTimeout(end, LINGER);
  late.unref();
  request.once('end', end);
  request.once('close', end);
  request.resume();
}

/** Milliseconds for what a partner still sends after the answer. */
const LINGER = 5_000;

function listening(server: Server, port: number, host: string | undefined): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error): void => {
      reject(new X12Error('X12_CONNECTION_INVALID', `The AS2 server cannot listen on port ${port}.`, { cause }));
    };
    server.once('error', failed);
    server.listen(port, host, () => {
      server.removeListener('error', failed);
      const address = server.address();
      if (address === null || typeof address === 'string') failed(new Error('It has no port.'));
      else resolve(address);
    });
  });
}
