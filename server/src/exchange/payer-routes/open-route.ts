import { answerMsOf } from '../../resources/payer-routes/columns.js';
import type { StoredSettings } from '../../resources/payer-routes/schemas.js';
import { Breaker } from './breaker.js';
import { isOpen } from './hours.js';
import type { FileExchange, FileReply, PayerQuestion, PayerReply } from './payer-exchange.js';
import { NO_FILES, type NoReply, none } from './replies.js';
import type { RouteClient } from './route-kind.js';
import { RoutePlaces } from './route-places.js';

/** Milliseconds for a connection, name and TLS included: nothing has left so far. */
const CONNECT_MS = 10_000;
const CONCURRENCY = 500;
/** Milliseconds that a kind of route has to give its answer up once its time is over; then it is given up for it. */
const GIVING_UP_MS = 2_000;

/** Milliseconds for the answer to a file at least: it has many times the bytes of a question. */
const FILE_MS = 60_000;

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
export function askOver(options: AskOptions, question: PayerQuestion): Promise<PayerReply> {
  const { client, settings } = options;
  const { x12, payloadId } = question;
  return within(options, {
    ...question,
    answerMs: answerMsOf(settings),
    go: (onSending, signal) => client.ask({ x12, payloadId, onSending }, signal),
  });
}

/** Does a step of a file, the same way; a file has a minute at least. */
export async function exchangeOver(options: AskOptions, { accountId, ...step }: FileExchange): Promise<FileReply> {
  const { client, settings } = options;
  const { exchange } = client;
  if (exchange === undefined) return NO_FILES;
  return within<FileReply>(options, {
    ...{ accountId, isOfBatch: true, onSending: () => {} },
    answerMs: Math.max(FILE_MS, answerMsOf(settings)),
    go: (onSending, signal) => exchange({ ...step, onSending }, signal),
  });
}

/** What goes over a route, and how long its answer may take. */
interface Sent<Reply> extends Pick<PayerQuestion, 'accountId' | 'isOfBatch' | 'onSending'> {
  readonly answerMs: number;
  readonly go: (onSending: () => void, signal: AbortSignal) => Promise<Reply>;
}

async function within<Reply extends PayerReply | FileReply>(
  { settings, state, now, onBroken }: Omit<AskOptions, 'client'>,
  sent: Sent<Reply>,
): Promise<Reply | NoReply> {
  if (!isOpen(settings.hours, now())) return none('closed', false);
  // First: who waits for a place that nothing is sent from waits for nothing, and takes the rate from those that are.
  if (state.breaker.takesNothing(now())) return none('breaker-open', false);
  const { accountId, isOfBatch } = sent;
  const leave = await state.places.take({ accountId, isOfBatch, ...placesOf(settings) });
  if (leave === undefined) return none('busy', false);
  try {
    const attempt = state.breaker.begin(now());
    if (attempt === undefined) return none('breaker-open', false);
    const reply = await timed(sent, onBroken);
    attempt.over(reply, now(), settings.breaker);
    return reply;
  } finally {
    leave();
  }
}

/** The time of the answer counts from the first byte. */
async function timed<Reply>(
  { answerMs, go, ...sent }: Sent<Reply>,
  onBroken: AskOptions['onBroken'],
): Promise<Reply | NoReply> {
  const over = new AbortController();
  let wasSent = false;
  let givenUp = (_: NoReply): void => {};
  // A check that never ended would hold its places, and those of its account, for ever.
  const end = new Promise<NoReply>((resolve) => {
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
    sent.onSending();
  };
  try {
    return await Promise.race([go(onSending, over.signal), end]);
  } catch (error) {
    // The check must not hang on it.
    onBroken(error);
    return none('broken-off', wasSent);
  } finally {
    clearTimeout(timer);
  }
}
