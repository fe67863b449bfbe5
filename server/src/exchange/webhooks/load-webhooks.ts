import { Gatherer } from '../../gatherer.js';
import { artifactsWithIds } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import { RecentlyUsed } from '../../recently-used.js';
import { deliveriesWithIds } from '../../resources/destinations/deliveries.js';
import { destinationsWithIds } from '../../resources/destinations/rows.js';
import { allSecretsOf, countingAt, type SigningSecrets } from '../../resources/destinations/signing-secrets.js';
import { eventsWithIds } from '../../resources/events/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Destinations, EventDeliveries } from '../../store/exchange-tables.js';
import type { Artifacts, Events } from '../../store/tables.js';

/** What is sent, and which attempt it is. */
interface LoadedDelivery {
  readonly delivery: EventDeliveries;
  /** `undefined`: its time has passed. */
  readonly event: Events | undefined;
  /** Whose JSON goes along. */
  readonly artifact: Artifacts | undefined;
}

/** What an attempt needs to know. */
export interface LoadedWebhook extends LoadedDelivery {
  /** `undefined`: it was deleted. */
  readonly destination: LoadedDestination | undefined;
}

export interface LoadedDestination extends Destinations {
  readonly secrets: SigningSecrets;
}

type LoaderServices = Pick<Platform, 'store' | 'secrets' | 'clock'>;

/** Deliveries that were read ahead, at most: those of jobs that are lost stay until there are too many. */
const MOST_AHEAD = 2_000;
/** Destinations whose secrets are remembered. */
const MOST_SECRETS = 500;

/**
 * Reads what webhooks of one account that begin in one turn need by the same few queries. What is sent is read ahead where it is known what
 * will be; where it goes to is read when it goes, so that nothing goes to what was changed, disabled or deleted by then.
 */
export class WebhookLoader {
  readonly #deliveries: Gatherer<string, LoadedDelivery | undefined>;
  readonly #destinations: Gatherer<string, LoadedDestination | undefined>;
  readonly #ahead = new Map<string, Promise<LoadedDelivery | undefined>>();
  readonly #secrets = new RecentlyUsed<string, KnownSecrets>(MOST_SECRETS);

  constructor(services: LoaderServices) {
    const { store } = services;
    this.#deliveries = new Gatherer(
      (take, accountId) => readRows(store, accountId, (queries) => readDeliveries(queries, take())),
      { begin: 'next-turn', runs: 'side-by-side' },
    );
    this.#destinations = new Gatherer(
      async (take, accountId) => {
        const ids = [...new Set(take())];
        const found = await readRows(store, accountId, (queries) => this.#readDestinations(services, queries, ids));
        return take().map((id) => {
          const destination = found.get(id);
          return destination instanceof Error ? Promise.reject(destination) : destination;
        });
      },
      // Nothing goes to a destination meanwhile, so that a turn of the event loop is a part of what it could have taken.
      { begin: 'end-of-tick', runs: 'side-by-side' },
    );
  }

  /** These will be asked for soon, or never. */
  readAhead(accountId: string, deliveryIds: readonly string[]): void {
    if (this.#ahead.size > MOST_AHEAD) this.#ahead.clear();
    for (const id of deliveryIds) {
      const read = this.#deliveries.add(id, accountId);
      // Whoever asks for it hears of it.
      read.catch(() => undefined);
      this.#ahead.set(id, read);
    }
  }

  /** @returns `undefined` where the delivery is not there any more. */
  async load(accountId: string, deliveryId: string): Promise<LoadedWebhook | undefined> {
    const ahead = this.#ahead.get(deliveryId);
    this.#ahead.delete(deliveryId);
    const loaded = await (ahead ?? this.#deliveries.add(deliveryId, accountId));
    if (loaded === undefined) return undefined;
    return { ...loaded, destination: await this.#destinations.add(loaded.delivery.destination_id, accountId) };
  }

  /** By id; an error for one whose secret cannot be read, so that it fails what goes there and nothing else. */
  async #readDestinations(
    { secrets, clock }: LoaderServices,
    queries: AccountQueries,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, LoadedDestination | Error>> {
    const rows = await destinationsWithIds(queries, ids);
    const now = clock.now();
    const read = async (row: Destinations): Promise<LoadedDestination | Error> => {
      try {
        const known = this.#secrets.get(row.id);
        const all = known?.version === row.secret_version ? known.all : await allSecretsOf(secrets, queries, row.id);
        this.#secrets.set(row.id, { version: row.secret_version, all });
        return { ...row, secrets: countingAt(all, row, now) };
      } catch (error) {
        if (error instanceof Error) return error;
        throw error;
      }
    };
    return new Map(await Promise.all(rows.map(async (row) => [row.id, await read(row)] as const)));
  }
}

interface KnownSecrets {
  readonly version: number;
  readonly all: SigningSecrets;
}

async function readDeliveries(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<readonly (LoadedDelivery | undefined)[]> {
  const deliveries = await deliveriesWithIds(queries, ids);
  const events = await eventsWithIds(queries, [...new Set(deliveries.map(({ event_id }) => event_id))]);
  const artifacts = await artifactsWithIds(
    queries,
    events.flatMap(({ artifact_id }) => artifact_id ?? []),
  );
  const eventOf = new Map(events.map((event) => [event.id, event]));
  const artifactOf = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return ids.map((id) => {
    const delivery = byId.get(id);
    if (delivery === undefined) return undefined;
    const event = eventOf.get(delivery.event_id);
    return { delivery, event, artifact: artifactOf.get(event?.artifact_id ?? '') };
  });
}
