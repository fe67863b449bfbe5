import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { S3Listening } from '../../config.js';
import { isLoopback } from '../../http/address-place.js';
import type { LeastRate } from '../../http/least-rate.js';
import { limitConnections } from '../../http/limit-connections.js';
import { SILENT_MS } from '../../http/silence.js';
import { trustedProxies } from '../../http/trusted-proxies.js';
import { KeyedTurns } from '../../keyed-turns.js';
import { KnownS3Keys } from '../../resources/s3-keys/known-s3-keys.js';
import { type S3Code, S3Error } from '../../s3-wire/s3-error.js';
import { CertificateFiles } from '../listeners/certificate-files.js';
import {
  type ExchangeListener,
  ListenWhenNeeded,
  type LookEvery,
  type OpenListener,
} from '../listeners/listen-when-needed.js';
import type { Services } from '../services.js';
import { AccountPlaces } from './account-places.js';
import { errorAnswer } from './send-answer.js';
import { type ServeOptions, serveRequest } from './serve-request.js';

/** Time for the headers of a request to come, and for a new connection to send something. */
const HEADERS_MS = 20_000;
/** How often connections are looked through for those that are late. */
const LOOK_MS = 5_000;
/** A connection between two requests is closed after this. */
const KEEP_ALIVE_MS = 72_000;
const HEADER_BYTES = 16 * 1024;
const LINGER_MS = 1_000;
const CLOSE_LOOK_MS = 100;

export interface S3ListenerOptions extends LookEvery {
  /** How slowly bodies may come. */
  readonly leastRate?: LeastRate | undefined;
  /** Requests of one account at once. */
  readonly placesOfAccount?: number | undefined;
}

/** Serves clients of S3 on a port of its own, as a bucket may have the name of a path of the API. */
export function createS3Listener(
  services: Services,
  listening: S3Listening,
  { leastRate, placesOfAccount, ...looks }: S3ListenerOptions = {},
): ExchangeListener {
  const keys = new KnownS3Keys(services);
  const places = new AccountPlaces(placesOfAccount);
  const [completions, xmlTurns] = [new KeyedTurns(), new KeyedTurns()];
  const isProxy = trustedProxies(services.config);
  return new ListenWhenNeeded({
    ...looks,
    name: 'S3',
    // It listens wherever its port is set, whether anybody has a key pair or not.
    isNeeded: async () => true,
    open: () => openListener({ services, keys, places, completions, xmlTurns, isProxy, leastRate }, listening),
    log: services.log,
  });
}

async function openListener(serving: ServeOptions, { port, tls }: S3Listening): Promise<OpenListener> {
  const { config } = serving.services;
  const files = tls === undefined ? undefined : new CertificateFiles({ ...tls, settings: 'S3_TLS_CERT, S3_TLS_KEY' });
  const server: Server | TlsServer =
    files === undefined
      ? createServer(HTTP)
      : await files.use(({ certificate, privateKey }) =>
          createTlsServer({ ...HTTP, cert: certificate, key: privateKey, handshakeTimeout: HEADERS_MS }),
        );
  server.on('request', (request, response) => void serveRequest(serving, [request, response], false));
  server.on('checkContinue', (request, response) => void serveRequest(serving, [request, response], true));
  server.on('clientError', refuse);
  server.setTimeout(SILENT_MS);
  limitConnections(server, {
    perAddress: config.connectionsPerAddress,
    // All clients of a proxy have its address.
    isExempt: (address) => serving.isProxy(address) || isLoopback(address),
  });
  const { ownConnections } = serving.services;
  server.on(files === undefined ? 'connection' : 'secureConnection', (socket: Socket) =>
    ownConnections.accepted(socket),
  );
  await listen(server, port, config.exchangeHost);
  const address = server.address() as AddressInfo;
  return {
    address: { host: address.address, port: address.port },
    renew: async () =>
      files?.useRenewed(({ certificate, privateKey }) => {
        if (server instanceof TlsServer) server.setSecureContext({ cert: certificate, key: privateKey });
      }),
    close: (graceMs) => close(server, graceMs),
  };
}

const HTTP = {
  maxHeaderSize: HEADER_BYTES,
  headersTimeout: HEADERS_MS,
  // No limit in time, as bodies may have any size: they have a least rate instead.
  requestTimeout: 0,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: LOOK_MS,
};

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Takes no new connection. Requests under way have `graceMs` to end; then their connections are closed. */
async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // A connection whose request has ended meanwhile would wait for the next one.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_LOOK_MS);
  const all = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(all);
}

/** By what the parser of HTTP says. */
const REFUSALS: Readonly<Record<string, S3Code>> = {
  HPE_HEADER_OVERFLOW: 'RequestHeaderSectionTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
};

/** What the parser of HTTP refuses before there is a request; the bytes are not shown. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  // A client that has read a part of an answer would take this for the rest of it.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const refused = new S3Error(REFUSALS[error.code ?? ''] ?? 'BadRequest');
  const body = String(errorAnswer(refused, '').body);
  const head = [
    `HTTP/1.1 ${refused.status} Refused`,
    'content-type: application/xml',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Destroyed at once, the connection might end before its client has read the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
