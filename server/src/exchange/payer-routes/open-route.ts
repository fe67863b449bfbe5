import { answerMsOf } from '../../resources/payer-routes/columns.js';
import type { StoredSettings } from '../../resources/payer-routes/schemas.js';
import { Breaker } from './breaker.js';
import { isOpen } from './hours.js';
import type { PayerQuestion, PayerReply } from './payer-exchange.js';
import { none } from './replies.js';
import type { RouteClient } from './route-kind.js';
import { RoutePlaces } from './route-places.js';

/** Milliseconds for a connection, name and TLS included: nothing has left so far. */
const CONNECT_MS = 10_000;
const CONCURRENCY = 500;
/** Milliseconds that a kind of route has to give its answer up once its time is over; then it is given up for it. */
const GIVING_UP_MS = 2_000;

/** What of a route lives as long as the process, whatever its settings change to. */
export interface RouteState {
  readonly breaker: Breaker;
  readonly places: RoutePlaces;
}

export function newRouteState(): RouteState {
  return { breaker: new Breaker(), places: new RoutePlaces() };
}

/** As many places as its settings say. */
export function placesOf({ concurrency = CONCURRENCY, ratePerSecond, batchConcurrency }: StoredSettings) {
  return { concurrency, ratePerSecond, batchConcurrency };
}

export interface AskOptions {
  readonly settings: StoredSettings;
  readonly state: RouteState;
  readonly client: RouteClient;
  readonly now: () => number;
  /** Told what a kind has thrown, against its word. */
  readonly onBroken: (error: unknown) => void;
}

/** Asks over a route: its hours, its breaker and its places first, and so long for the connection and for the answer. Rejects for nothing. */
export async function askOver(
  { settings, state, client, now, onBroken }: AskOptions,
  question: PayerQuestion,
): Promise<PayerReply> {
  if (!isOpen(settings.hours, now())) return none('closed', false);
  // First: who waits for a place that nothing is sent from waits for nothing, and takes the rate from those that are.
  if (state.breaker.takesNothing(now())) return none('breaker-open', false);
  const { accountId, isOfBatch } = question;
  const leave = await state.places.take({ accountId, isOfBatch, ...placesOf(settings) });
  if (leave === undefined) return none('busy', false);
  try {
    const attempt = state.breaker.begin(now());
    if (attempt === undefined) return none('breaker-open', false);
    const reply = await timed(client, question, { answerMs: answerMsOf(settings), onBroken });
    attempt.over(reply, now(), settings.breaker);
    return reply;
  } finally {
    leave();
  }
}

/** The time of the answer counts from the first byte. */
async function timed(
  client: RouteClient,
  question: PayerQuestion,
  { answerMs, onBroken }: Pick<AskOptions, 'onBroken'> & { readonly answerMs: number },
): Promise<PayerReply> {
  const over = new AbortController();
  let wasSent = false;
  let givenUp = (_: PayerReply): void => {};
  // A check that never ended would hold its places, and those of its account, for ever.
  const end = new Promise<PayerReply>((resolve) => {
    givenUp = resolve;
  });
  const late = (): void => {
    over.abort();
    timer = setTimeout(() => givenUp(none(wasSent ? 'timed-out' : 'not-reached', wasSent)), GIVING_UP_MS);
  };
  let timer = setTimeout(late, CONNECT_MS);
  const onSending = (): void => {
    clearTimeout(timer);
    timer = setTimeout(late, answerMs);
    wasSent = true;
    question.onSending();
  };
  try {
    const { x12, payloadId } = question;
    return await Promise.race([client.ask({ x12, payloadId, onSending }, over.signal), end]);
  } catch (error) {
    // The check must not hang on it.
    onBroken(error);
    return none('broken-off', wasSent);
  } finally {
    clearTimeout(timer);
  }
}
