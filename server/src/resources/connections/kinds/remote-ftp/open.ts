import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { deliverWithRetries, type FileTransportSettings, type Transport } from 'ediloom/transports';
import { type FtpsTransportOptions, ftpsTransport } from 'ediloom/transports/ftps';
import { type SftpTransportOptions, sftpTransport } from 'ediloom/transports/sftp';
import { checkHost } from '../check-host.js';
import { joinDirectories } from '../join-directories.js';
import type { OpenContext, OutboundTransport } from '../kind.js';
import type { RemoteFtpSettings } from './settings.js';

/** Milliseconds before an attempt tries again by itself. */
const RETRY_WAIT = 1_000;

/**
 * A partner's SFTP or FTPS server. The host is resolved once, checked, and reached by the address that was checked; data
 * connections of FTPS go nowhere else.
 * @throws Problem `ADDRESS_REFUSED`; X12Error.
 */
export async function openRemote(settings: RemoteFtpSettings, context: OpenContext): Promise<OutboundTransport> {
  const { address } = await checkHost(context.outgoing, settings.host);
  const transport =
    settings.protocol === 'SFTP'
      ? sftpTransport(sftpOptions(settings, context, address))
      : ftpsTransport(ftpsOptions(settings, context, address));
  return withRetries(transport, settings.retries ?? 0);
}

function filesOf(
  settings: RemoteFtpSettings,
  { connectionId, directory, journal, clock }: OpenContext,
): FileTransportSettings {
  const path = joinDirectories(settings.rootDirectory, settings.outboundSubdirectory, directory);
  return {
    connection: connectionId,
    // A name that comes again replaces the file, as it does in a bucket.
    outbound: { directory: `/${path}`, existing: 'overwrite' },
    journal,
    now: () => new Date(clock.now()),
  };
}

function sftpOptions(settings: RemoteFtpSettings, context: OpenContext, host: string): SftpTransportOptions {
  const { secrets } = context;
  return {
    ...filesOf(settings, context),
    server: {
      host,
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

function ftpsOptions(settings: RemoteFtpSettings, context: OpenContext, host: string): FtpsTransportOptions {
  const { secrets } = context;
  const { isImplicit = false, ca, fingerprints } = settings.ftpsAdvancedFields ?? {};
  return {
    ...filesOf(settings, context),
    server: {
      host,
      port: settings.port,
      mode: isImplicit ? 'implicit' : 'explicit',
      username: settings.username,
      password: secrets.get('password') ?? '',
      // The certificate is for the name, whatever address it was reached by.
      tls: { ca, fingerprints, ...(isIP(settings.host) === 0 ? { servername: settings.host } : {}) },
      connectTimeout: settings.timeout,
      replyTimeout: settings.readyTimeout,
    },
  };
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
        wait: async (ms, ended) => setTimeout(ms, undefined, { signal: ended }),
        signal,
      }),
    check: (signal) => transport.check(signal),
    close: () => transport.close(),
  };
}
