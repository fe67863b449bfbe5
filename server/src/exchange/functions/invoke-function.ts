import { NoPlace } from '../../box/places.js';
import { BoxError, NO_JSON, type Ran } from '../../box/runner.js';
import { ulid } from '../../ids.js';
import { invalid, Problem } from '../../problems.js';
import { type NewInvocation, recordInvocation } from '../../resources/functions/invocation-rows.js';
import { demandEvent, MOST_EVENT_BYTES } from '../../resources/functions/promise-event.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Functions, Invocations } from '../../store/function-tables.js';
import { StoreError } from '../../store/store.js';
import type { Services } from '../services.js';
import type { FunctionMachine } from './functions.js';
import { endOf } from './invocation-end.js';
import { runFunction } from './run-function.js';

type Needs = Pick<
  Services,
  'store' | 'objects' | 'secrets' | 'payloads' | 'clock' | 'outgoing' | 'ownConnections' | 'config' | 'metrics' | 'log'
>;

/** Milliseconds for which somebody who waits for the answer waits for a place. */
const PATIENCE_MS = 5_000;

/** Whoever only read that the store does not answer would think that nothing has happened. */
const NOT_WRITTEN =
  'The function has run to its end, but the server could not store how it ended. Look whether its work is done before you invoke it again: it would run once more.';

export interface Invoked {
  readonly id: string;
  readonly ran: Ran;
}

/**
 * Invokes a function for somebody who waits for its result, and writes down how it ended.
 * @throws Problem `invalid` where the event is no JSON in UTF-8, `too-many` where no place becomes free or earlier results are not read, `unavailable` where the machine could not run it; what the signal is aborted with.
 */
export async function invokeFunction(
  services: Needs,
  machine: FunctionMachine,
  of: Functions,
  {
    event,
    source,
    depth,
    signal,
    onOver,
    also,
  }: Pick<NewInvocation, 'depth'> & {
    readonly event: Buffer;
    readonly source: Invocations['source'];
    readonly signal?: AbortSignal | undefined;
    /** Is given what is to be called once the result has been read, or its client has left; absent: it goes nowhere. */
    readonly onOver?: ((work: () => void) => void) | undefined;
    /** What else is written in the commit that writes down how it ended. */
    readonly also?: ((queries: AccountQueries) => Promise<void>) | undefined;
  },
): Promise<Invoked> {
  demandEvent(event);
  const startedAt = services.clock.now();
  const id = ulid({ now: () => startedAt });
  const onPlace = (): void => machine.unread.demandRoom(of.account_id);
  const run = { function: of, invocationId: id, event, depth, patienceMs: PATIENCE_MS, signal, onPlace };
  const ran = await runFunction(services, machine, run).catch((error: unknown) => {
    throw problemOf(services, error);
  });
  demandRead(event, ran);
  if (ran.how === 'returned') onOver?.(machine.unread.hold(of.account_id, ran.result.length));
  const invocation = { function: of, kind: 'RequestResponse' as const, source, depth };
  const end = endOf(ran, { attempts: 1, startedAt });
  const written = services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, of.account_id);
    await recordInvocation(services, queries, id, invocation, end);
    await also?.(queries);
  });
  await written.catch((error: unknown) => {
    throw error instanceof StoreError ? new Problem('unavailable', NOT_WRITTEN, { cause: error }) : error;
  });
  return { id, ran };
}

/** A function may throw an error of this name itself: that is for its own client to make out. @throws Problem `invalid`. */
function demandRead(event: Uint8Array, ran: Ran): void {
  if (event.length <= MOST_EVENT_BYTES || ran.how === 'returned' || ran.error.errorType !== NO_JSON) return;
  throw invalid('A function is invoked with JSON: this is none.', { code: 'BAD_EVENT' });
}

function problemOf({ log }: Pick<Needs, 'log'>, error: unknown): unknown {
  if (error instanceof NoPlace) {
    return new Problem(
      'too-many',
      'Functions of the account wait for others of it. Invoke fewer at a time, and try again.',
    );
  }
  if (!(error instanceof BoxError)) return error;
  log.error({ trouble: error.message }, 'A function could not be run: this machine made no box for it.');
  return new Problem('unavailable', 'The server could not run the function. Nothing of it has begun; try again.');
}
