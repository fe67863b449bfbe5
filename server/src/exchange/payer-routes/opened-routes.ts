import { settingsOf } from '../../resources/payer-routes/columns.js';
import { findRoute } from '../../resources/payer-routes/rows.js';
import { ROUTE_SECRETS } from '../../resources/payer-routes/save-route.js';
import {
  CONNECTIONS,
  type Connection,
  type RouteKindName,
  type StoredSettings,
} from '../../resources/payer-routes/schemas.js';
import { findRouteQueries } from '../../resources/payer-routes/secret-place.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { Transaction } from '../../store/store.js';
import type { EligibilityEngines } from '../eligibility/eligibility-engine.js';
import type { TransportServices } from '../transports/open-transport.js';
import { rememberAddresses } from './remember-addresses.js';
import type { OpenRoute, RouteClient, RouteKinds } from './route-kind.js';

export interface OpeningNeeds extends TransportServices {
  readonly realTime: { readonly engines: Pick<EligibilityEngines, 'get'> };
}

/** A route as it is open in this process. */
export interface Opened {
  readonly settings: StoredSettings;
  readonly client: RouteClient;
}

/**
 * Milliseconds after which the connections of a route that was changed are closed: what is under way over them has ended. A check may wait for
 * a place, connect, and be answered in all the time that settings can give it, which is 134 s.
 */
const OLD_CLIENT_MS = 150_000;

/**
 * Routes as they are open in this process, each version for itself: what was written for a route goes where it went then, with what that
 * one logs in with, though the route is changed or deleted meanwhile. Sent elsewhere, it would show a payer the patient or the password of
 * another.
 */
export class OpenedRoutes {
  readonly #needs: OpeningNeeds;
  readonly #kinds: Partial<RouteKinds>;
  /** By route, then by version. */
  readonly #opened = new Map<string, Map<number, Promise<Opened>>>();
  /** Timers of versions that are closed soon. */
  readonly #closing = new Map<Promise<Opened>, NodeJS.Timeout>();

  constructor(needs: OpeningNeeds, kinds: Partial<RouteKinds>) {
    this.#needs = needs;
    this.#kinds = kinds;
  }

  /**
   * @param version `updated_at` of the row.
   * @throws Error where it cannot be opened, as where it was changed or deleted before this process has opened that version.
   */
  of(routeId: string, version: number): Promise<Opened> {
    const versions = this.#opened.get(routeId) ?? new Map<number, Promise<Opened>>();
    this.#opened.set(routeId, versions);
    const known = versions.get(version);
    if (known !== undefined) return known;
    const opening = this.#open(routeId, version);
    versions.set(version, opening);
    opening.then(
      () => this.#closeOlder(versions, version),
      () => versions.delete(version),
    );
    return opening;
  }

  async close(): Promise<void> {
    for (const timer of this.#closing.values()) clearTimeout(timer);
    const all = await Promise.allSettled([...this.#opened.values()].flatMap((versions) => [...versions.values()]));
    this.#opened.clear();
    for (const one of all) if (one.status === 'fulfilled') one.value.client.close();
  }

  #closeOlder(versions: Map<number, Promise<Opened>>, newest: number): void {
    for (const [version, opened] of versions) {
      if (version >= newest || this.#closing.has(opened)) continue;
      const timer = setTimeout(() => {
        this.#closing.delete(opened);
        versions.delete(version);
        opened.then(({ client }) => client.close()).catch(() => {});
      }, OLD_CLIENT_MS).unref();
      this.#closing.set(opened, timer);
    }
  }

  async #open(routeId: string, version: number): Promise<Opened> {
    const { store, outgoing, clock, config, realTime } = this.#needs;
    const { row, secrets } = await store.read((db) => this.#versionOf(db, routeId, version));
    // The settings have passed the schema of this kind.
    const kinds: Partial<Record<RouteKindName, unknown>> = this.#kinds;
    const open = kinds[row.kind] as OpenRoute | undefined;
    if (open === undefined) throw new Error(`This release has no routes of the kind ${row.kind}.`);
    const settings = settingsOf(row);
    const client = open({
      connection: (settings.connection ?? {}) as Connection,
      secrets,
      // Of its own: names of payers whose name servers are silent would keep those of all others waiting.
      guard: rememberAddresses(outgoing.forAccount(`payer-route ${routeId}`), { now: () => clock.now() }),
      now: () => clock.now(),
      engines: realTime.engines,
      trustedAuthorities: config.trustedAuthorities,
    });
    return { settings, client };
  }

  /** Its row and its secrets, which change in one transaction: they belong together where the row is the same before and after. */
  async #versionOf(db: Transaction, routeId: string, version: number) {
    const row = await this.#rowOf(db, routeId, version);
    const queries = await findRouteQueries(db);
    const values =
      queries === undefined
        ? []
        : await Promise.all(
            CONNECTIONS[row.kind].secrets.map(async (name) => {
              const place = { purpose: ROUTE_SECRETS, ownerId: routeId, name };
              return [name, await this.#needs.secrets.get(queries, place)] as const;
            }),
          );
    await this.#rowOf(db, routeId, version);
    return { row, secrets: Object.fromEntries(values) };
  }

  async #rowOf(db: Transaction, routeId: string, version: number): Promise<PayerRoutes> {
    const row = await findRoute(db, 'id', routeId);
    if (row?.updated_at !== version) throw new Error('The route was changed or deleted at this moment.');
    return row;
  }
}
