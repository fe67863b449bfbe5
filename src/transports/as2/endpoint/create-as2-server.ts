import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { requireForm } from '../../../model/check-options.js';
import { X12Error } from '../../../model/error.js';
import type { HeaderPair } from '../../http/post.js';
import { type ServerTls, serverTlsOptions } from '../../network/server-tls.js';
import { Admission, type AdmissionLimits } from '../../receiving/admission.js';
import { limitsOf } from '../../receiving/limits.js';
import { Listener, type SecureReceivingServer } from '../../receiving/listener.js';
import type { As2Endpoint } from './as2-endpoint.js';
import { type As2Response, plainResponse } from './as2-exchange.js';

export interface As2ServerOptions {
  /** Absent: plain HTTP, for behind a proxy that speaks TLS; AS2's own encryption does not hide who sends to whom. */
  readonly tls?: ServerTls | undefined;
  /** Others are answered with 404. Default: every path. */
  readonly path?: string | undefined;
  readonly limits?: Partial<As2ServerLimits> | undefined;
}

/** Times are milliseconds. */
export interface As2ServerLimits extends AdmissionLimits {
  /** Connections at once. Default 256. */
  readonly maxConnections: number;
  /** Those of one address (IPv6: one /64). Default 64. Behind a proxy all come from its address: as many as `maxConnections`. */
  readonly maxConnectionsPerAddress: number;
  /** Of one TLS handshake. Default 10,000. */
  readonly handshakeTimeout: number;
  /** For the headers of a request. Default 30,000. */
  readonly headersTimeout: number;
}

/**
 * Its `listen` also checks the endpoint, rejecting with what `As2Endpoint.check` throws, and posts receipts that an earlier process left;
 * its `close` leaves the endpoint open.
 */
export type As2Server = SecureReceivingServer;

const LIMITS: As2ServerLimits = {
  maxConnections: 256,
  maxConnectionsPerAddress: 64,
  handshakeTimeout: 10_000,
  headersTimeout: 30_000,
};

/**
 * A server of node:http or node:https for one endpoint.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function createAs2Server(endpoint: As2Endpoint, options: As2ServerOptions = {}): As2Server {
  requireForm('createAs2Server', 'endpoint', endpoint, 'object');
  requireForm('createAs2Server', 'options', options, 'object');
  const server = serverOf(endpoint, options);
  const admission = new Admission(limitsOf('AS2', LIMITS, options.limits));
  const connections = new Map<string, Connection>();
  // Before any byte is read; the listener of node:http comes after it, and finds a socket that is gone.
  server.prependListener('connection', (socket: Socket) => {
    const place = admission.admit(socket);
    if (place === undefined) return void socket.destroy();
    const name = nameOf(socket);
    connections.set(name, { socket, requests: 0 });
    socket.once('close', () => {
      connections.delete(name);
      place.leave();
    });
    // A held request is silent: by this the connection shows when the partner is gone.
    socket.setKeepAlive(true, 30_000);
  });
  server.on('request', (request, response) => {
    const connection = connections.get(nameOf(request.socket));
    if (connection === undefined) return;
    connection.requests++;
    response.once('close', () => connection.requests--);
  });
  const listener = new Listener({
    protocol: 'AS2',
    server,
    // Those that have sent nothing yet are no idle ones to node:http, which would wait for them.
    endIdle: () => {
      for (const { socket, requests } of connections.values()) if (requests === 0) socket.destroy();
    },
    cut: () => server.closeAllConnections(),
  });
  return {
    listen: async (at) => {
      listener.demandPlace(at);
      // Else every transmission would be answered with 503, and nobody here would know why.
      await endpoint.check();
      const address = await listener.listen(at);
      void endpoint.resume().catch(() => undefined);
      return address;
    },
    address: () => listener.address(),
    close: (closing) => listener.close(closing),
    renewTls: (renewed) => renewTls(server, renewed),
  };
}

function renewTls(server: Server, tls: ServerTls): void {
  const refuse = (text: string, cause?: unknown): never => {
    throw new X12Error('X12_OPTION_INVALID', text, { cause, details: { option: 'tls' } });
  };
  if (!(server instanceof SecureServer))
    return refuse('The AS2 server was opened without TLS: open it anew, with tls.');
  const options = serverTlsOptions(tls);
  try {
    server.setSecureContext(options);
  } catch (cause) {
    refuse('The certificate or the key of the AS2 server cannot be used.', cause);
  }
}

interface Connection {
  readonly socket: Socket;
  /** Under way. */
  requests: number;
}

/** The same for a socket and for the TLS over it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function serverOf(endpoint: As2Endpoint, { tls, path, limits }: As2ServerOptions): Server {
  const { handshakeTimeout, headersTimeout } = limitsOf('AS2', LIMITS, limits);
  const settings = {
    // Partners fold long headers, which Node refuses by default. What comes in goes nowhere but into our own reader.
    insecureHTTPParser: true,
    headersTimeout,
    // The endpoint has its own times for bodies, and holds requests.
    requestTimeout: 0,
    maxHeaderSize: 65_536,
    connectionsCheckingInterval: Math.min(5_000, headersTimeout),
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void respond(endpoint, { request, response, path });
  };
  const server =
    tls === undefined
      ? createPlainServer(settings, answer)
      : createSecureServer({ ...settings, ...serverTlsOptions(tls), handshakeTimeout }, answer);
  // No time-out of the socket: a held request is silent.
  return server.setTimeout(0);
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
  if (isFramedTwice(request)) return write(request, response, framedTwice);
  const known = path === undefined || url.split('?')[0] === path;
  const answer = known
    ? await endpoint.handle({ method, headers, body: request, ...(address === undefined ? {} : { address }) })
    : plainResponse(404, 'Not found.');
  write(request, response, answer);
}

/**
 * RFC 9112 6.1 and 6.3: where a body has both a length and chunks, a proxy in front may see another end than we do, and take what comes behind
 * for a request of the next partner: nothing more is read from such a connection. The parser that takes folded headers takes this, too.
 */
function isFramedTwice({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined && headers['transfer-encoding'] !== undefined;
}

const framedTwice = plainResponse(400, 'Content-Length and Transfer-Encoding exclude each other.');

function write(request: IncomingMessage, response: ServerResponse, { status, headers, body }: As2Response): void {
  if (response.destroyed) return;
  const whole = request.complete;
  const pairs = [...headers.flat(), ...(whole && !isFramedTwice(request) ? [] : ['Connection', 'close'])];
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
