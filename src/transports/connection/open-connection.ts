import { resolve } from 'node:path';
import type { Journal } from '../../delivery/journal.js';
import type { Transport } from '../../delivery/transport.js';
import { requireForm } from '../../model/check-options.js';
import type { DirectoryTransportOptions } from '../directory.js';
import { createDirectoryTransport } from '../directory.js';
import type { FileTransportSettings } from '../files/file-transport.js';
import type { InboundSettings } from '../files/settings.js';
import type { FtpsTransportOptions } from '../ftps/ftps-transport.js';
import type { SftpTransportOptions } from '../sftp/sftp-transport.js';
import { type ConnectionFile, resolveConnection } from './connection.js';
import type { As2ConnectionOptions } from './open-as2.js';

export interface OpenConnectionOptions {
  /** One that outlives the process. */
  readonly journal: Journal;
  /** In which `${NAME}` is looked up. Default that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Told of each file of an inbox that is left though its name fits. */
  readonly onSkipped?: InboundSettings['onSkipped'];
  /** Told once partners can reach a connection that they push to; what it returns is waited for. */
  readonly onListening?: As2ConnectionOptions['onListening'];
}

/**
 * Reads what the references of a connection name, and makes its transport; nothing is connected yet.
 * @throws X12Error `X12_CONNECTION_INVALID`, `X12_OPTION_INVALID`.
 */
export async function openConnection(file: ConnectionFile, how: OpenConnectionOptions): Promise<Transport> {
  requireForm('openConnection', 'file', file, 'object');
  requireForm('openConnection', 'options', how, 'object');
  requireForm('openConnection', 'file.connection', file.connection, 'object');
  const { connection, directory } = file;
  const { journal, environment, onSkipped, onListening } = how;
  const resolved = await resolveConnection(connection, { directory, environment });
  const { $schema: _schema, kind: _kind, id: _id, ...options } = resolved;
  const inbound = withSkipped(options.inbound, onSkipped);
  const told = onListening === undefined ? {} : { onListening };
  const shared = {
    ...options,
    ...inbound,
    connection: connection.id,
    journal,
    ...(connection.kind === 'as2' ? told : {}),
  };
  return TRANSPORTS[connection.kind]?.(shared, directory) ?? unreachable();
}

type Options = Readonly<Record<string, unknown>> & Pick<FileTransportSettings, 'connection' | 'journal'>;
type Open = (options: Options, directory: string) => Promise<Transport> | Transport;

// The schema of each kind has the names and types of its transport's options, so that a checked connection is one of them.
const TRANSPORTS: Readonly<Record<string, Open>> = {
  directory: (options, directory) =>
    createDirectoryTransport({
      ...options,
      root: resolve(directory, String(options.root)),
    } as DirectoryTransportOptions),
  sftp: async (options) => {
    const { createSftpTransport } = await import('../sftp/sftp-transport.js');
    return createSftpTransport(options as unknown as SftpTransportOptions);
  },
  ftps: async (options) => {
    const { createFtpsTransport } = await import('../ftps/ftps-transport.js');
    return createFtpsTransport(options as unknown as FtpsTransportOptions);
  },
  as2: async (options) => {
    const { openAs2 } = await import('./open-as2.js');
    return openAs2(options as unknown as As2ConnectionOptions);
  },
};

function withSkipped(inbound: unknown, onSkipped: InboundSettings['onSkipped']): { inbound?: unknown } {
  return typeof inbound === 'object' && onSkipped !== undefined ? { inbound: { ...inbound, onSkipped } } : {};
}

function unreachable(): never {
  throw new TypeError('A kind that was checked has no transport.');
}
