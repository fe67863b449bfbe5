import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Client, FileInfo } from 'basic-ftp';
import { abortedError } from '../../delivery/aborted.js';
import { transportReasonOf } from '../../delivery/transport-error.js';
import { requireForm } from '../../model/check-options.js';
import type { X12Error } from '../../model/error.js';
import { isX12Error } from '../../model/error.js';
import type { ConnectFiles, RemoteFile } from '../files/remote-files.js';
import { FtpsErrors, shown } from './ftps-error.js';
import { type FtpsOptions, type FtpsSettings, ftpsSettings } from './ftps-options.js';
import { FtpsSession } from './ftps-session.js';
import { limitReplies } from './limit-replies.js';
import { loadBasicFtp } from './load-basic-ftp.js';
import type { FtpsStep } from './reply-reason.js';
import { seeCertificate } from './see-certificate.js';
import { certificateFacts, fingerprintOf, tlsOptions } from './trust.js';

type BasicFtp = typeof import('basic-ftp');

/** Milliseconds between the system's own probes of a silent connection: a long transfer leaves the control connection silent. */
const PROBE_INTERVAL = 15_000;

/**
 * Sessions with one FTPS server: secured before the login, never plain.
 * @throws X12Error `X12_OPTION_INVALID` at once for options that cannot be used.
 */
export function connectFtps(options: FtpsOptions): ConnectFiles {
  requireForm('connectFtps', 'options', options, 'object');
  const given = ftpsSettings(options);
  const errors = new FtpsErrors(given);
  let pinned: X509Certificate | undefined;
  return async (signal) => {
    const ftp = await loadBasicFtp();
    const settings = { ...given, address: (await options.addressOf?.(given.host)) ?? given.host };
    pinned ??= await findPinned(settings, errors, signal);
    try {
      return await openSession(ftp, settings, errors, pinned, signal);
    } catch (error) {
      // The next attempt looks for a pinned certificate anew: the server may have changed to another of those pinned.
      pinned = undefined;
      throw await withCertificate(error, settings, errors, signal);
    }
  };
}

/** The certificate with a pinned fingerprint that the server shows; `undefined` without pins. */
async function findPinned(
  settings: FtpsSettings,
  errors: FtpsErrors,
  signal: AbortSignal | undefined,
): Promise<X509Certificate | undefined> {
  if (settings.pins.length === 0) return undefined;
  const seen = await seeCertificate(settings, signal).catch((error) => {
    throw signal?.aborted ? abortedError(signal?.reason) : errors.of('connect', error);
  });
  if (seen !== undefined && settings.pins.includes(fingerprintOf(seen))) return seen;
  throw errors.because('certificate-pin-differs', 'connect', {
    details: seen === undefined ? {} : certificateFacts(seen),
  });
}

/** A refused certificate is reported: subject, issuer, last day and fingerprint are what a person compares with the partner. */
async function withCertificate(
  error: unknown,
  settings: FtpsSettings,
  errors: FtpsErrors,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const reason = transportReasonOf(error);
  if (
    !isX12Error(error) ||
    reason === undefined ||
    !reason.startsWith('certificate-') ||
    'certificateFingerprint' in error.details
  )
    return error;
  const seen = await seeCertificate(settings, signal).catch(() => undefined);
  if (seen === undefined) return error;
  return errors.because(reason, 'connect', { cause: error.cause, details: certificateFacts(seen) });
}

async function openSession(
  ftp: BasicFtp,
  settings: FtpsSettings,
  errors: FtpsErrors,
  pinned: X509Certificate | undefined,
  signal: AbortSignal | undefined,
): Promise<FtpsSession> {
  const client = new ftp.Client(settings.replyTimeout, {
    allowSeparateTransferHost: false,
    maxListingBytes: settings.maxListingBytes,
  });
  client.ftp.ipFamily = settings.family;
  limitReplies(client.ftp);
  let step: FtpsStep = 'connect';
  const stop = stopper(client, settings, signal, () => errors.because('timed-out', step));
  try {
    const greeting = await stop.first(
      connect(client, settings, pinned, (next) => {
        step = next;
      }),
    );
    const facts = { server: shown(greeting.replace(/^\d{3}[ -]/, '').slice(0, 200)), ...tlsFacts(client) };
    stop.standing();
    step = 'log in';
    return new FtpsSession(await stop.first(logIn(client, ftp, settings, facts)));
  } catch (error) {
    client.close();
    throw signal?.aborted ? abortedError(signal?.reason) : errors.of(step, error);
  } finally {
    stop.end();
  }
}

async function connect(
  client: Client,
  settings: FtpsSettings,
  pinned: X509Certificate | undefined,
  next: (step: FtpsStep) => void,
): Promise<string> {
  const { address, port, mode } = settings;
  const options = tlsOptions(settings, pinned);
  let greeting: string;
  if (mode === 'implicit') {
    ({ message: greeting } = await client.connectImplicitTLS(address, port, options));
  } else {
    const answered = client.connect(address, port);
    ({ message: greeting } = await Promise.race([answered, untilAnotherProtocol(client.ftp.socket)]));
    next('start TLS');
    await client.useTLS(options);
  }
  client.ftp.socket.setKeepAlive(true, PROBE_INTERVAL);
  client.ftp.socket.setNoDelay(true);
  if (!(client.ftp.socket instanceof TLSSocket)) throw new Error('The connection is not secured.');
  return greeting;
}

/** A server of SSH speaks first, too, and the library would wait for a code until the time is up. Never resolves. */
function untilAnotherProtocol(socket: Socket): Promise<never> {
  return new Promise((_, reject) => {
    socket.once('data', (chunk: Buffer) => {
      if (chunk.length >= 4 && !/^\d{3}[ -]/.test(chunk.toString('latin1', 0, 4))) {
        reject(new Error('Unexpected FTP greeting'));
      }
    });
  });
}

async function logIn(client: Client, ftp: BasicFtp, settings: FtpsSettings, facts: Readonly<Record<string, string>>) {
  await client.login(settings.username, settings.password);
  const features = new Map([...(await client.features())].map(([name, what]) => [name.toUpperCase(), what]));
  if (features.has('UTF8')) await client.sendIgnoringError('OPTS UTF8 ON');
  await client.send('PBSZ 0');
  await client.send('PROT P');
  await client.send('TYPE I');
  if (features.has('MLST')) await client.sendIgnoringError('OPTS MLST type;size;modify;');
  const home = await client.pwd();
  return {
    client,
    settings,
    features,
    home,
    facts,
    readListing: (text: string) => ftp.parseList(text).map(remoteFile),
  };
}

function remoteFile(file: FileInfo): RemoteFile {
  return { name: file.name, kind: file.isFile ? 'file' : file.isDirectory ? 'directory' : 'other', size: file.size };
}

function tlsFacts(client: Client): Readonly<Record<string, string>> {
  const socket = client.ftp.socket;
  if (!(socket instanceof TLSSocket)) return {};
  const certificate = socket.getPeerX509Certificate();
  return {
    tls: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    ...(certificate === undefined ? {} : certificateFacts(certificate)),
  };
}

/** Ends what waits when the time for connecting is up, or by the signal. */
function stopper(client: Client, settings: FtpsSettings, signal: AbortSignal | undefined, late: () => X12Error) {
  let stop: (error: Error) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      reject(error);
      client.close();
    };
  });
  stopped.catch(() => {});
  const timer = setTimeout(() => stop(late()), settings.connectTimeout);
  const abort = () => stop(abortedError(signal?.reason));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    first: <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, stopped]),
    /** From here on, only the time for each reply counts. */
    standing: () => clearTimeout(timer),
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
