import { Gatherer } from '../../gatherer.js';
import { artifactsWithIds } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import { deliveriesWithIds } from '../../resources/destinations/deliveries.js';
import { destinationsWithIds } from '../../resources/destinations/rows.js';
import { type SigningSecrets, secretsOf } from '../../resources/destinations/signing-secrets.js';
import { eventsWithIds } from '../../resources/events/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Destinations, EventDeliveries } from '../../store/exchange-tables.js';
import type { Artifacts, Events } from '../../store/tables.js';

/** What an attempt needs to know. */
export interface LoadedWebhook {
  readonly delivery: EventDeliveries;
  /** `undefined`: its time has passed. */
  readonly event: Events | undefined;
  /** `undefined`: it was deleted. */
  readonly destination: LoadedDestination | undefined;
  /** Whose JSON goes along. */
  readonly artifact: Artifacts | undefined;
}

export interface LoadedDestination extends Destinations {
  readonly secrets: SigningSecrets;
}

type LoaderServices = Pick<Platform, 'store' | 'secrets' | 'clock'>;

/** Reads what webhooks of one account that begin in one turn need by the same few queries. */
export class WebhookLoader {
  readonly #deliveries: Gatherer<string, LoadedWebhook | undefined>;

  constructor(services: LoaderServices) {
    this.#deliveries = new Gatherer(
      async (take, accountId) => {
        const found = await readRows(services.store, accountId, (queries) => readWebhooks(services, queries, take()));
        return take().map((id) => {
          const webhook = found.get(id);
          return webhook instanceof Error ? Promise.reject(webhook) : webhook;
        });
      },
      { begin: 'next-turn', runs: 'side-by-side' },
    );
  }

  /** @returns `undefined` where the delivery is not there any more. */
  load(accountId: string, deliveryId: string): Promise<LoadedWebhook | undefined> {
    return this.#deliveries.add(deliveryId, accountId);
  }
}

async function readWebhooks(
  services: LoaderServices,
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedWebhook | Error>> {
  const deliveries = await deliveriesWithIds(queries, ids);
  const [events, destinations] = await Promise.all([
    eventsWithIds(queries, [...new Set(deliveries.map(({ event_id }) => event_id))]),
    readDestinations(services, queries, [...new Set(deliveries.map(({ destination_id }) => destination_id))]),
  ]);
  const artifacts = await artifactsWithIds(
    queries,
    events.flatMap(({ artifact_id }) => artifact_id ?? []),
  );
  const eventOf = new Map(events.map((event) => [event.id, event]));
  const artifactOf = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  const loaded = (delivery: EventDeliveries): LoadedWebhook | Error => {
    const destination = destinations.get(delivery.destination_id);
    if (destination instanceof Error) return destination;
    const event = eventOf.get(delivery.event_id);
    return { delivery, event, destination, artifact: artifactOf.get(event?.artifact_id ?? '') };
  };
  return new Map(deliveries.map((delivery) => [delivery.id, loaded(delivery)]));
}

/** By id; an error for one whose secret cannot be read, so that it fails what goes there and nothing else. */
async function readDestinations(
  { secrets, clock }: LoaderServices,
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedDestination | Error>> {
  const rows = await destinationsWithIds(queries, ids);
  const now = clock.now();
  const read = async (row: Destinations): Promise<LoadedDestination | Error> => {
    try {
      return { ...row, secrets: await secretsOf(secrets, queries, row, now) };
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  };
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await read(row)] as const)));
}
