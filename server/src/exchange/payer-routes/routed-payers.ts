import { errorPlace, errorText } from '../../jobs/error-text.js';
import type { Platform } from '../../platform.js';
import { answerMsOf, settingsOf, transactionsOf } from '../../resources/payer-routes/columns.js';
import { findRoute, routesServing } from '../../resources/payer-routes/rows.js';
import { ROUTE_SECRETS } from '../../resources/payer-routes/save-route.js';
import { CONNECTIONS, type Connection, type StoredSettings } from '../../resources/payer-routes/schemas.js';
import { findRouteQueries } from '../../resources/payer-routes/secret-place.js';
import { payerWith } from '../../resources/payers/find-payer.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import type { EligibilityEngines } from '../eligibility/eligibility-engine.js';
import { ROUTE_KINDS } from './kinds.js';
import { askOver, newRouteState, type RouteState } from './open-route.js';
import type { PayerExchange, PayerReply, RouteFigures, ServingRoute } from './payer-exchange.js';
import { rememberAddresses } from './remember-addresses.js';
import { none } from './replies.js';
import type { OpenRoute, RouteCheck, RouteClient, RouteKinds } from './route-kind.js';

export interface ExchangeNeeds
  extends Pick<Platform, 'config' | 'store' | 'secrets' | 'clock' | 'outgoing' | 'metrics' | 'log'> {
  readonly realTime: { readonly engines: Pick<EligibilityEngines, 'get'> };
}

/** A route as it is open in this process. */
interface Opened {
  /** Of the row that it was opened by. */
  readonly updatedAt: number;
  readonly settings: StoredSettings;
  readonly client: RouteClient;
}

/** Milliseconds after which the connections of a route that was changed are closed: what is under way over them has ended. */
const OLD_CLIENT_MS = 130_000;

/** Reaches payers over the routes of the operator. */
export class RoutedPayers implements PayerExchange {
  readonly #needs: ExchangeNeeds;
  readonly #kinds: Partial<RouteKinds>;
  readonly #opened = new Map<string, Promise<Opened>>();
  readonly #states = new Map<string, RouteState>();
  readonly #closing = new Set<NodeJS.Timeout>();
  /** Row versions that `serving` has seen last, by route. */
  readonly #versions = new Map<string, PayerRoutes>();

  constructor(needs: ExchangeNeeds, kinds: Partial<RouteKinds> = ROUTE_KINDS) {
    this.#needs = needs;
    this.#kinds = kinds;
    needs.metrics.payerRoutes(() => this.#allFigures());
  }

  async serving(payerId: string, transaction: string): Promise<readonly ServingRoute[]> {
    const rows = await this.#needs.store.read(async (db) => {
      const routes = await routesServing(db, payerId);
      if (routes.length === 0) return [];
      const payer = await payerWith(db, payerId);
      return routes.map((route) => ({ route, payer }));
    });
    return rows.flatMap(({ route, payer }) => {
      const settings = settingsOf(route);
      const named = route.transactions;
      const taken = named === null ? transactionsOfAny(settings) : transactionsOf({ transactions: named });
      if (!taken.includes(transaction)) return [];
      this.#versions.set(route.id, route);
      return [
        {
          routeId: route.id,
          name: route.name,
          kind: route.kind,
          sender: settings.sender,
          receiver: settings.receiver,
          applicationSender: settings.applicationSender ?? settings.sender.id,
          applicationReceiver: settings.applicationReceiver ?? settings.receiver.id,
          traceOriginator: settings.traceOriginator,
          delimiters: settings.delimiters,
          serviceTypes: settings.serviceTypes ?? 'together',
          payerId: route.id_on_route ?? payer?.primaryPayerId ?? payerId,
          payerName: (route.name_on_route ?? payer?.displayName ?? payerId).slice(0, 60),
          dependents: named === null ? (settings.catchAll?.dependents ?? true) : route.dependents !== 0,
          overlay: settings.overlay === undefined ? undefined : JSON.stringify(settings.overlay),
          enrollmentPolicy: settings.enrollmentPolicy,
          answerMs: answerMsOf(settings),
        } satisfies ServingRoute,
      ];
    });
  }

  async ask(route: ServingRoute, question: Parameters<PayerExchange['ask']>[1]): Promise<PayerReply> {
    const began = performance.now();
    const reply = await this.#asked(route, question);
    const outcome = reply.kind === 'answer' ? 'answer' : reply.failure;
    const { metrics, log } = this.#needs;
    metrics.payerRoute(route.name, outcome, (performance.now() - began) / 1000);
    if (reply.kind === 'none') {
      log.warn(
        { route: route.name, failure: reply.failure, detail: reply.detail, sent: reply.wasSent },
        'a payer was not reached or gave no answer',
      );
    }
    return reply;
  }

  async #asked(route: ServingRoute, question: Parameters<PayerExchange['ask']>[1]): Promise<PayerReply> {
    const opened = await this.#openOrLog(route.routeId);
    if (opened === undefined) return none('refused', false);
    const { settings, client } = opened;
    const { clock, log } = this.#needs;
    const state = this.#stateOf(route.routeId);
    const onBroken = (error: unknown): void => {
      log.error(
        { route: route.name, error: errorText(error), at: errorPlace(error) },
        'a kind of payer routes has failed in itself',
      );
    };
    return askOver({ settings, client, state, now: () => clock.now(), onBroken }, question);
  }

  async check(routeId: string): Promise<RouteCheck> {
    const row = await this.#needs.store.read((db) => findRoute(db, 'id', routeId));
    if (row !== undefined) this.#versions.set(routeId, row);
    const opened = await this.#openOrLog(routeId);
    if (opened === undefined) {
      return {
        ok: false,
        text: 'It cannot be opened: the log of the server says why. Check its settings and secrets.',
      };
    }
    return opened.client.check(AbortSignal.timeout(20_000));
  }

  async close(): Promise<void> {
    for (const timer of this.#closing) clearTimeout(timer);
    const all = await Promise.allSettled(this.#opened.values());
    this.#opened.clear();
    for (const one of all) if (one.status === 'fulfilled') one.value.client.close();
  }

  figures(routeId: string): RouteFigures | undefined {
    const state = this.#states.get(routeId);
    return state && figuresOf(state, this.#needs.clock.now());
  }

  /** Of all that were asked, by the names that they have now. */
  #allFigures() {
    const now = this.#needs.clock.now();
    return [...this.#states].map(([id, state]) => ({
      route: this.#versions.get(id)?.name ?? id,
      ...figuresOf(state, now),
    }));
  }

  #stateOf(routeId: string): RouteState {
    const state = this.#states.get(routeId) ?? newRouteState();
    this.#states.set(routeId, state);
    return state;
  }

  async #openOrLog(routeId: string): Promise<Opened | undefined> {
    try {
      return await this.#open(routeId);
    } catch (error) {
      const route = this.#versions.get(routeId)?.name;
      this.#needs.log.error(
        { route, error: errorText(error), at: errorPlace(error) },
        'a payer route cannot be opened',
      );
      return undefined;
    }
  }

  /** As its row was seen last: one that was changed is opened anew, and what is under way over the old one goes to its end. */
  async #open(routeId: string): Promise<Opened> {
    const row = this.#versions.get(routeId);
    if (row === undefined) throw new Error('A route is asked that serves nobody.');
    const kept = this.#opened.get(routeId);
    const current = await kept?.catch(() => undefined);
    if (current?.updatedAt === row.updated_at) return current;
    // Another may have opened it meanwhile.
    const now = this.#opened.get(routeId);
    if (now !== undefined && now !== kept) return now;
    const opening = this.#openAnew(row);
    this.#opened.set(routeId, opening);
    opening.catch(() => this.#opened.delete(routeId));
    if (current !== undefined) this.#closeLater(current);
    return opening;
  }

  #closeLater({ client }: Opened): void {
    const timer = setTimeout(() => {
      this.#closing.delete(timer);
      client.close();
    }, OLD_CLIENT_MS).unref();
    this.#closing.add(timer);
  }

  async #openAnew(row: PayerRoutes): Promise<Opened> {
    const { store, secrets, outgoing, clock, config, realTime } = this.#needs;
    // The settings have passed the schema of this kind.
    const open = this.#kinds[row.kind] as OpenRoute | undefined;
    if (open === undefined) throw new Error(`This release has no routes of the kind ${row.kind}.`);
    const settings = settingsOf(row);
    const values = await store.read(async (db) => {
      const queries = await findRouteQueries(db);
      if (queries === undefined) return [];
      return Promise.all(
        CONNECTIONS[row.kind].secrets.map(
          async (name) =>
            [name, await secrets.get(queries, { purpose: ROUTE_SECRETS, ownerId: row.id, name })] as const,
        ),
      );
    });
    const client = open({
      connection: (settings.connection ?? {}) as Connection,
      secrets: Object.fromEntries(values),
      // Of its own: names of payers whose name servers are silent would keep those of all others waiting.
      guard: rememberAddresses(outgoing.forAccount(`payer-route ${row.id}`), { now: () => clock.now() }),
      now: () => clock.now(),
      engines: realTime.engines,
      trustedAuthorities: config.trustedAuthorities,
    });
    return { updatedAt: row.updated_at, settings, client };
  }
}

function figuresOf({ breaker, places }: RouteState, now: number): RouteFigures {
  return { breaker: breaker.state(now), openUntil: breaker.openUntil(now), underWay: places.underWay };
}

/** Of payers that the route does not name. */
function transactionsOfAny({ catchAll }: StoredSettings): readonly string[] {
  return catchAll === undefined ? [] : (catchAll.transactions ?? ['eligibility']);
}
