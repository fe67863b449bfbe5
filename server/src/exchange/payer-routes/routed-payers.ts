import { errorPlace, errorText } from '../../jobs/error-text.js';
import type { Platform } from '../../platform.js';
import type { RouteTransaction } from '../../resources/payer-routes/claim-settings.js';
import { answerMsOf, batchSettingsOf, settingsOf, transactionsOf } from '../../resources/payer-routes/columns.js';
import { ASKING_NOTHING } from '../../resources/payer-routes/delivering-claims.js';
import { findRoute, routesServing } from '../../resources/payer-routes/rows.js';
import type { StoredSettings } from '../../resources/payer-routes/schemas.js';
import { payerWith } from '../../resources/payers/find-payer.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import { checkCarrier } from './check-carrier.js';
import { isOpen } from './hours.js';
import { ROUTE_KINDS } from './kinds.js';
import { type AskOptions, askOver, exchangeOver, newRouteState, placesOf, type RouteState } from './open-route.js';
import { type Opened, OpenedRoutes, type OpeningNeeds } from './opened-routes.js';
import type {
  FileExchange,
  FileReply,
  PayerExchange,
  PayerQuestion,
  PayerReply,
  RouteFigures,
  ServingRoute,
} from './payer-exchange.js';
import { type NoReply, none } from './replies.js';
import type { RouteCheck, RouteKinds } from './route-kind.js';

export interface ExchangeNeeds extends OpeningNeeds, Pick<Platform, 'metrics' | 'log'> {}

/** Reaches payers over the routes of the operator. */
export class RoutedPayers implements PayerExchange {
  readonly #needs: ExchangeNeeds;
  readonly #opened: OpenedRoutes;
  readonly #states = new Map<string, RouteState>();
  /** As they were seen last, by route. */
  readonly #names = new Map<string, string>();

  constructor(needs: ExchangeNeeds, kinds: Partial<RouteKinds> = ROUTE_KINDS) {
    this.#needs = needs;
    this.#opened = new OpenedRoutes(needs, kinds);
    needs.metrics.payerRoutes(() => this.#allFigures());
  }

  async serving(payerId: string, transaction: RouteTransaction): Promise<readonly ServingRoute[]> {
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
      if (!taken.includes(transaction) || (transaction === 'eligibility' && ASKING_NOTHING.has(route.kind))) return [];
      this.#names.set(route.id, route.name);
      // Now, while it is what it is: until the question is written it may be changed. Who asks hears of what fails.
      if (!ASKING_NOTHING.has(route.kind)) this.#opened.of(route.id, route.updated_at).catch(() => {});
      return [
        {
          routeId: route.id,
          version: route.updated_at,
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
          batch: batchSettingsOf(route.kind, settings),
          claims: settings.claims,
        } satisfies ServingRoute,
      ];
    });
  }

  ask(route: ServingRoute, question: PayerQuestion): Promise<PayerReply> {
    return this.#seen(route, (options) => askOver(options, question));
  }

  exchange(route: Pick<ServingRoute, 'routeId' | 'version' | 'name'>, step: FileExchange): Promise<FileReply> {
    return this.#seen(route, (options) => exchangeOver(options, step));
  }

  /** Over a route as it is open, counted and logged. */
  async #seen<Reply extends PayerReply | FileReply>(
    route: Pick<ServingRoute, 'routeId' | 'version' | 'name'>,
    go: (options: AskOptions) => Promise<Reply>,
  ): Promise<Reply | NoReply> {
    const began = performance.now();
    const { metrics, log } = this.#needs;
    const options = await this.#optionsOf(route);
    const reply = options === undefined ? none('refused', false) : await go(options);
    const outcome = reply.kind === 'none' ? reply.failure : 'answer';
    metrics.payerRoute(route.name, outcome, (performance.now() - began) / 1000);
    if (reply.kind === 'none') {
      log.warn(
        { route: route.name, failure: reply.failure, detail: reply.detail, sent: reply.wasSent },
        'a payer was not reached or gave no answer',
      );
    }
    return reply;
  }

  async #optionsOf(route: Pick<ServingRoute, 'routeId' | 'version' | 'name'>): Promise<AskOptions | undefined> {
    const opened = await this.#openOrLog(route);
    if (opened === undefined) return undefined;
    const { settings, client } = opened;
    const { clock, log } = this.#needs;
    const onBroken = (error: unknown): void => {
      log.error(
        { route: route.name, error: errorText(error), at: errorPlace(error) },
        'a kind of payer routes has failed in itself',
      );
    };
    return { settings, client, state: this.#stateOf(route.routeId), now: () => clock.now(), onBroken };
  }

  async hasRoomForBatch(route: ServingRoute): Promise<boolean> {
    const opened = await this.#openOrLog(route);
    // What cannot be opened is told by the attempt.
    return opened === undefined || this.#batchPlaces(route.routeId, opened.settings) > 0;
  }

  batchPlaces({ id, settings }: Pick<PayerRoutes, 'id' | 'settings'>): number {
    return this.#batchPlaces(id, settingsOf({ settings }));
  }

  #batchPlaces(routeId: string, settings: StoredSettings): number {
    const now = this.#needs.clock.now();
    const { breaker, places } = this.#stateOf(routeId);
    if (!isOpen(settings.hours, now) || breaker.takesNothing(now)) return 0;
    return places.roomForBatch(placesOf(settings));
  }

  async check(routeId: string): Promise<RouteCheck> {
    const row = await this.#needs.store.read((db) => findRoute(db, 'id', routeId));
    if (row?.kind === 'partnership') return checkCarrier(this.#needs, row);
    const opened = row && (await this.#openOrLog({ routeId, name: row.name, version: row.updated_at }));
    if (opened === undefined) {
      return {
        ok: false,
        text: 'It cannot be opened: the log of the server says why. Check its settings and secrets.',
      };
    }
    return opened.client.check(AbortSignal.timeout(20_000));
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  figures(routeId: string): RouteFigures | undefined {
    const state = this.#states.get(routeId);
    return state && figuresOf(state, this.#needs.clock.now());
  }

  /** Of all that were asked, by the names that they have now. */
  #allFigures() {
    const now = this.#needs.clock.now();
    return [...this.#states].map(([id, state]) => ({
      route: this.#names.get(id) ?? id,
      ...figuresOf(state, now),
    }));
  }

  #stateOf(routeId: string): RouteState {
    const state = this.#states.get(routeId) ?? newRouteState();
    this.#states.set(routeId, state);
    return state;
  }

  async #openOrLog({
    routeId,
    name,
    version,
  }: Pick<ServingRoute, 'routeId' | 'name' | 'version'>): Promise<Opened | undefined> {
    try {
      return await this.#opened.of(routeId, version);
    } catch (error) {
      this.#needs.log.error(
        { route: name, error: errorText(error), at: errorPlace(error) },
        'a payer route cannot be opened',
      );
      return undefined;
    }
  }
}

function figuresOf({ breaker, places }: RouteState, now: number): RouteFigures {
  return { breaker: breaker.state(now), openUntil: breaker.openUntil(now), underWay: places.underWay };
}

/** Of payers that the route does not name. */
function transactionsOfAny({ catchAll }: StoredSettings): readonly string[] {
  return catchAll === undefined ? [] : (catchAll.transactions ?? ['eligibility']);
}
