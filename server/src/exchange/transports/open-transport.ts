import { sqlJournal } from '../../journal/sql-journal.js';
import { changedMeanwhile } from '../../problems.js';
import { putBytes } from '../../resources/buckets/put-bytes.js';
import type { OpenContext, OutboundTransport } from '../../resources/connections/kinds/kind.js';
import { connectionsWithIds } from '../../resources/connections/sending-connection.js';
import type { ReadConnection } from '../../resources/connections/settings-of.js';
import { AccountQueries } from '../../store/account-queries.js';
import { as2UrlOf } from '../as2/as2-url.js';
import type { Services } from '../services.js';

export type TransportServices = Pick<
  Services,
  'store' | 'objects' | 'room' | 'secrets' | 'outgoing' | 'clock' | 'config'
>;

/** What is opened, and for what. */
export interface Target extends Pick<OpenContext, 'deliveryId' | 'bucketExists'> {
  readonly read: ReadConnection;
}

/** A connection's secrets by their names. */
export type ConnectionSecrets = OpenContext['secrets'];

/** Opens what a connection delivers over. @throws Problem, X12Error: as its kind says. */
export async function openTransport(
  services: TransportServices,
  target: Target,
  secrets?: ConnectionSecrets,
): Promise<OutboundTransport> {
  const { kind, settings } = target.read;
  return kind.open(settings, await openContext(services, target, secrets));
}

/** What opening takes beside the settings. @throws as {@link secretsOf}. */
export async function openContext(
  services: TransportServices,
  { read, deliveryId, bucketExists }: Target,
  secrets?: ConnectionSecrets,
): Promise<OpenContext> {
  const { connection } = read;
  const { store, objects, outgoing, clock } = services;
  return {
    connectionId: connection.id,
    deliveryId,
    bucketExists,
    secrets: secrets ?? (await secretsOf(services, read)),
    objects,
    putBytes: (bytes, options) => putBytes(services, connection.account_id, bytes, options),
    journal: sqlJournal({ store, accountId: connection.account_id }),
    outgoing: outgoing.forAccount(connection.account_id),
    clock,
    as2Url: as2UrlOf(services.config),
  };
}

/**
 * Those that are set of the secrets that its kind has.
 * @throws Problem that `isChangedMeanwhile` knows, where the settings are others by now: the connection was read before the file was, which
 *   may have taken long, and new secrets must not go to a host of before.
 */
export async function secretsOf(
  { store, secrets }: Pick<TransportServices, 'store' | 'secrets'>,
  { connection, kind }: Pick<ReadConnection, 'connection' | 'kind'>,
): Promise<ConnectionSecrets> {
  const found = new Map<string, string>();
  if (kind.secrets.length === 0) return found;
  await store.read(async (db) => {
    const queries = new AccountQueries(db, connection.account_id);
    for (const name of kind.secrets) {
      const value = await secrets.get(queries, { purpose: 'connection', ownerId: connection.id, name });
      if (value !== undefined) found.set(name, value);
    }
    // After the secrets, which change in one commit with the settings. One that is being delivered over is not deleted.
    const [now] = await connectionsWithIds(queries, [connection.id]);
    if (now !== undefined && now.settings !== connection.settings)
      throw changedMeanwhile('The connection was changed meanwhile. Try again.');
  });
  return found;
}
