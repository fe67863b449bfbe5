import { setTimeout } from 'node:timers/promises';
import {
  deliverWithRetries,
  type FileTransportSettings,
  type InboundSettings,
  type Transport,
} from 'ediloom/transports';
import { createFtpsTransport, type FtpsTransportOptions } from 'ediloom/transports/ftps';
import { createSftpTransport, type SftpTransportOptions } from 'ediloom/transports/sftp';
import { checkHost } from '../check-host.js';
import { joinDirectories } from '../join-directories.js';
import type { InboundTransport, OpenContext, OutboundTransport, PollRound } from '../kind.js';
import { IDLE_SESSION, pastResting } from './past-resting.js';
import { remotePlan } from './polling.js';
import type { RemoteFtpSettings } from './settings.js';

/** Milliseconds before an attempt tries again by itself. */
const RETRY_WAIT = 1_000;
const MOST_SESSIONS = 1_000;
/** In milliseconds. */
const DAY = 24 * 60 * 60_000;

/**
 * A partner's SFTP or FTPS server. At each login the host is resolved, checked, and reached by the address that was checked; data
 * connections of FTPS go nowhere else. What is done over it fails with Problem `ADDRESS_REFUSED` where the address may not be reached.
 * @throws X12Error.
 */
export function openRemote(settings: RemoteFtpSettings, context: OpenContext): OutboundTransport {
  const path = joinDirectories(settings.rootDirectory, settings.outboundSubdirectory);
  // A name that comes again replaces the file, as it does in a bucket.
  const outbound = { directory: `/${path}`, existing: 'overwrite' } as const;
  // How many deliveries there are at once is decided by the jobs; another process may need the partner's next place.
  const sessions = { max: MOST_SESSIONS, idleMs: IDLE_SESSION };
  // Where files are looked for is for checks alone here: each looks at both directories.
  const looks = remotePlan(settings) === undefined ? {} : { inbound: { directory: inboxOf(settings) } };
  const transport = transportOf(settings, context, { outbound, ...looks, sessions });
  return pastResting(withRetries(transport, settings.retries ?? 0), waitReally);
}

/** The same, to look for files by one session. */
export function openRemoteInbox(settings: RemoteFtpSettings, context: OpenContext, round: PollRound): InboundTransport {
  const { rootDirectory, archiveSubdirectory, deleteAfterRetrieval, ignoreFileTimestamps } = settings;
  const inbound: InboundSettings = {
    directory: inboxOf(settings),
    ignoreTimes: ignoreFileTimestamps === true,
    ...(archiveSubdirectory === undefined
      ? { afterAccept: deleteAfterRetrieval === true ? 'remove' : 'leave' }
      : { archiveDirectory: `/${joinDirectories(rootDirectory, archiveSubdirectory)}` }),
    ...round,
  };
  // Small files wait for a large one before them, however long it takes.
  return transportOf(settings, context, { inbound, sessions: { max: 1, idleMs: IDLE_SESSION, waitMs: DAY } });
}

function inboxOf({ rootDirectory, inboundSubdirectory }: RemoteFtpSettings): string {
  return `/${joinDirectories(rootDirectory, inboundSubdirectory)}`;
}

type Way = Pick<FileTransportSettings, 'outbound' | 'inbound' | 'sessions'>;

function transportOf(settings: RemoteFtpSettings, context: OpenContext, way: Way): Transport {
  return settings.protocol === 'SFTP'
    ? createSftpTransport(sftpOptions(settings, context, way))
    : createFtpsTransport(ftpsOptions(settings, context, way));
}

function filesOf({ connectionId, journal, clock }: OpenContext, way: Way): FileTransportSettings {
  return { connection: connectionId, journal, now: () => new Date(clock.now()), ...way };
}

function sftpOptions(settings: RemoteFtpSettings, context: OpenContext, way: Way): SftpTransportOptions {
  const { secrets } = context;
  return {
    ...filesOf(context, way),
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

function ftpsOptions(settings: RemoteFtpSettings, context: OpenContext, way: Way): FtpsTransportOptions {
  const { secrets } = context;
  const { isImplicit = false, ca, fingerprints } = settings.ftpsAdvancedFields ?? {};
  return {
    ...filesOf(context, way),
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
