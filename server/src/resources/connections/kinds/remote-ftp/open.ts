import { setTimeout } from 'node:timers/promises';
import { deliverWithRetries, type FileTransportSettings, type Transport } from 'ediloom/transports';
import { type FtpsTransportOptions, ftpsTransport } from 'ediloom/transports/ftps';
import { type SftpTransportOptions, sftpTransport } from 'ediloom/transports/sftp';
import { checkHost } from '../check-host.js';
import { joinDirectories } from '../join-directories.js';
import type { OpenContext, OutboundTransport } from '../kind.js';
import { IDLE_SESSION, pastResting } from './past-resting.js';
import type { RemoteFtpSettings } from './settings.js';

/** Milliseconds before an attempt tries again by itself. */
const RETRY_WAIT = 1_000;
const MOST_SESSIONS = 1_000;

/**
 * A partner's SFTP or FTPS server. At each login the host is resolved, checked, and reached by the address that was checked; data
 * connections of FTPS go nowhere else. What is done over it fails with Problem `ADDRESS_REFUSED` where the address may not be reached.
 * @throws X12Error.
 */
export function openRemote(settings: RemoteFtpSettings, context: OpenContext): OutboundTransport {
  const transport =
    settings.protocol === 'SFTP'
      ? sftpTransport(sftpOptions(settings, context))
      : ftpsTransport(ftpsOptions(settings, context));
  return pastResting(withRetries(transport, settings.retries ?? 0), waitReally);
}

function filesOf(settings: RemoteFtpSettings, { connectionId, journal, clock }: OpenContext): FileTransportSettings {
  const path = joinDirectories(settings.rootDirectory, settings.outboundSubdirectory);
  return {
    connection: connectionId,
    // A name that comes again replaces the file, as it does in a bucket.
    outbound: { directory: `/${path}`, existing: 'overwrite' },
    // How many deliveries there are at once is decided by the jobs; another process may need the partner's next place.
    sessions: { max: MOST_SESSIONS, idleMs: IDLE_SESSION },
    journal,
    now: () => new Date(clock.now()),
  };
}

function sftpOptions(settings: RemoteFtpSettings, context: OpenContext): SftpTransportOptions {
  const { secrets } = context;
  return {
    ...filesOf(settings, context),
    server: {
      host: settings.host,
      addressOf: addressOf(context),
      port: settings.port,
      username: settings.username,
      password: secrets.get('password'),
      privateKey: secrets.get('privateKey'),
      passphrase: secrets.get('passphrase'),
      hostKeys: settings.hostKeys,
      algorithms: settings.algorithms,
      connectTimeout: settings.timeout,
      readyTimeout: settings.readyTimeout,
      ...(settings.disableFastDownload === true ? { readAhead: 1 } : {}),
    },
  };
}

function ftpsOptions(settings: RemoteFtpSettings, context: OpenContext): FtpsTransportOptions {
  const { secrets } = context;
  const { isImplicit = false, ca, fingerprints } = settings.ftpsAdvancedFields ?? {};
  return {
    ...filesOf(settings, context),
    server: {
      host: settings.host,
      addressOf: addressOf(context),
      port: settings.port,
      mode: isImplicit ? 'implicit' : 'explicit',
      username: settings.username,
      password: secrets.get('password') ?? '',
      tls: { ca, fingerprints },
      connectTimeout: settings.timeout,
      replyTimeout: settings.readyTimeout,
    },
  };
}

function addressOf({ outgoing }: OpenContext): (host: string) => Promise<string> {
  return async (host) => (await checkHost(outgoing, host)).address;
}

function withRetries(transport: Transport, retries: number): OutboundTransport {
  if (retries === 0) return transport;
  return {
    kind: transport.kind,
    deliver: (payload, signal) =>
      deliverWithRetries(transport, payload, {
        attempts: retries + 1,
        delayMs: RETRY_WAIT,
        random: Math.random,
        wait: waitReally,
        signal,
      }),
    check: (signal) => transport.check(signal),
    close: () => transport.close(),
  };
}

async function waitReally(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal });
}
