import type { InboundPayload, OutboundPayload } from '../../delivery/payload.js';
import type { CheckReport, Receipt, Transport } from '../../delivery/transport.js';
import { isX12Error } from '../../model/error.js';
import { type FileTransportSettings, fileTransport } from '../files/file-transport.js';
import type { ConnectFiles } from '../files/remote-files.js';
import { connectSftp } from './connect-sftp.js';
import type { SftpOptions } from './sftp-options.js';

export interface SftpTransportOptions extends FileTransportSettings {
  readonly server: SftpOptions;
}

/**
 * The transport to a partner's SFTP server.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function sftpTransport({ server, ...settings }: SftpTransportOptions): Transport {
  return new SftpTransport(connectSftp(server), settings);
}

/** Files over a session, and a check that shows the host key and the algorithms of a server that was refused, too. */
class SftpTransport implements Transport {
  readonly kind = 'sftp';
  readonly #files: Transport;
  /** Of the last login that failed. */
  #seen: Readonly<Record<string, string>> = {};

  constructor(connect: ConnectFiles, settings: FileTransportSettings) {
    this.#files = fileTransport({
      ...settings,
      kind: this.kind,
      connect: async (signal) => {
        try {
          return await connect(signal);
        } catch (error) {
          this.#seen = factsOf(error);
          throw error;
        }
      },
    });
  }

  deliver(payload: OutboundPayload, signal?: AbortSignal): Promise<Receipt> {
    return this.#files.deliver(payload, signal);
  }

  receive(signal?: AbortSignal): AsyncIterable<InboundPayload> {
    return this.#files.receive(signal);
  }

  async check(signal?: AbortSignal): Promise<CheckReport> {
    this.#seen = {};
    const report = await this.#files.check(signal);
    return { ...report, facts: { ...this.#seen, ...report.facts } };
  }

  close(): Promise<void> {
    return this.#files.close();
  }
}

/** What the login had seen before it failed; `connectSftp` puts nothing but text there. */
function factsOf(error: unknown): Readonly<Record<string, string>> {
  const facts = isX12Error(error) ? (error as { details?: { facts?: unknown } }).details?.facts : undefined;
  return typeof facts === 'object' && facts !== null ? { ...(facts as Record<string, string>) } : {};
}
