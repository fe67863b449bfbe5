import { directoryTransport } from 'ediloom/transports';
import { sqlJournal } from '../../journal/sql-journal.js';
import { as2ConnectionTransport } from '../../resources/connections/as2-transport.js';
import type {
  As2Settings,
  BucketSettings,
  FolderSettings,
  HostedSftpSettings,
  RemoteFtpSettings,
} from '../../resources/connections/connection-settings.js';
import { CONNECTION_KINDS } from '../../resources/connections/connection-settings.js';
import { joinDirectories } from '../../resources/connections/join-directories.js';
import { type OutboundTransport, objectTransport } from '../../resources/connections/object-transport.js';
import { remoteTransport } from '../../resources/connections/remote-transport.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import type { Services } from '../services.js';

export type TransportServices = Pick<Services, 'store' | 'objects' | 'secrets' | 'outgoing' | 'clock'>;

export interface Target {
  readonly accountId: string;
  readonly connection: Pick<Connections, 'id' | 'kind'>;
  /** Of the connection, as {@link settingsOf} gives them. */
  readonly settings: ConnectionSettings;
  /** Below the connection's outbound directory; `''`: none. */
  readonly directory: string;
  /** Names the delivery where the protocol names transmissions (AS2). */
  readonly deliveryId: string;
  /** For buckets: whether the account has it. */
  readonly bucketExists: boolean;
}

export type ConnectionSettings =
  | { readonly kind: 'bucket'; readonly values: BucketSettings }
  | { readonly kind: 'hosted-sftp'; readonly values: HostedSftpSettings }
  | { readonly kind: 'remote-ftp'; readonly values: RemoteFtpSettings }
  | { readonly kind: 'as2'; readonly values: As2Settings }
  | { readonly kind: 'folder'; readonly values: FolderSettings };

/** The settings of a row. */
export function settingsOf({ kind, settings }: Pick<Connections, 'kind' | 'settings'>): ConnectionSettings {
  // Rows are written only with settings that the schema of their kind has let through.
  return { kind, values: JSON.parse(settings) } as ConnectionSettings;
}

/** Opens what a connection delivers over; for one delivery, or one check. */
export async function openTransport(services: TransportServices, target: Target): Promise<OutboundTransport> {
  const { accountId, connection, settings, directory, deliveryId } = target;
  const { objects, outgoing, clock, store } = services;
  if (settings.kind === 'bucket' || settings.kind === 'hosted-sftp') {
    const { bucketName: bucket, parentDirectory, outboundSubdirectory } = settings.values;
    const path = joinDirectories(parentDirectory, outboundSubdirectory, directory);
    const prefix = path === '' ? '' : `${path}/`;
    return objectTransport({ objects, bucket, prefix, bucketExists: target.bucketExists });
  }
  const journal = sqlJournal({ store, accountId });
  if (settings.kind === 'folder') {
    const { root, outboundSubdirectory } = settings.values;
    const path = `/${joinDirectories(outboundSubdirectory, directory)}`;
    return directoryTransport({
      root,
      connection: connection.id,
      outbound: { directory: path, existing: 'overwrite' },
      journal,
      now: () => new Date(clock.now()),
    });
  }
  const shared = { connectionId: connection.id, journal, outgoing, clock, secrets: await secretsOf(services, target) };
  if (settings.kind === 'as2') {
    return as2ConnectionTransport({ ...shared, settings: settings.values, messageId: deliveryId });
  }
  return remoteTransport({ ...shared, settings: settings.values, directory });
}

async function secretsOf(
  { store, secrets }: TransportServices,
  { accountId, connection }: Target,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await store.read(async (db) => {
    const queries = new AccountQueries(db, accountId);
    for (const name of CONNECTION_KINDS[connection.kind].secrets) {
      const value = await secrets.get(queries, { purpose: 'connection', ownerId: connection.id, name });
      if (value !== undefined) found.set(name, value);
    }
  });
  return found;
}
