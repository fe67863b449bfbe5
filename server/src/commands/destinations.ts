import { writeAudit } from '../audit/write-audit.js';
import type { Services } from '../exchange/services.js';
import { FAMILIES } from '../families.js';
import { Problem } from '../problems.js';
import { heldFor, longestTried } from '../resources/destinations/attempts.js';
import { allDestinations, findDestination, updateDestination } from '../resources/destinations/rows.js';
import type { Destination } from '../resources/destinations/schemas.js';
import { showDestination } from '../resources/destinations/shown.js';
import { shownEventId } from '../resources/events/event-id.js';
import { pingDestination } from '../resources/events/ping.js';
import { resendEvent } from '../resources/events/rows.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Arguments, type Command, demandNoWords, optionalText, textIn, UsageError } from './command.js';

/** An operator sees what keys of either mode have made. */
const OPERATOR = { mode: 'live' } as const;
/** As far as events are counted that wait. */
const COUNTED = 1_000;

interface ShownDestination extends Destination {
  /** Events that wait for it to be enabled; 1,000 are that many or more. */
  readonly waiting: number;
  /** Of an event that has failed once, and is tried again. */
  readonly failing?: string;
}

/** What a command does to a destination or an event, and how that is audited. */
interface Change {
  readonly action: string;
  readonly objectKind: 'destination' | 'event';
  /** @returns what a person is shown. */
  work(services: Services, queries: AccountQueries, id: string): Promise<string>;
}

/** Where events are sent to. */
export const DESTINATION_COMMANDS: readonly Command[] = [
  {
    name: 'destinations show',
    usage: 'ID',
    summary: 'Shows where events are sent to, and what waits for it; its secret is shown over HTTP alone.',
    options: ACCOUNT,
    prepare: async (args) => idOf('destinations show', 'a destination', args),
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return forPerson(async () => {
        return readRows(services.store, accountId, async (queries) => {
          const row = await findDestination(queries, OPERATOR, textIn(input, 'id'));
          const waiting = (await heldFor(queries, row.id, COUNTED)).length;
          return { ...showDestination(row), waiting, ...failingOf(await longestTried(queries, row.id)) };
        });
      });
    },
    show: (shown: ShownDestination) =>
      Object.entries(shown)
        .map(([name, value]) => `${name.padEnd(17)} ${textOf(value)}`)
        .join('\n'),
  },
  changing('destinations enable', 'Has a destination sent events, first those that have waited for it.', {
    action: 'update',
    objectKind: 'destination',
    work: async (services, queries, id) => {
      await updateDestination(services, queries, OPERATOR, { id, given: { status: 'ENABLED' } });
      return `destination ${id} is enabled, and is sent what has waited for it`;
    },
  }),
  changing('destinations disable', 'Has a destination sent nothing until it is enabled; what is on its way waits.', {
    action: 'update',
    objectKind: 'destination',
    work: async (services, queries, id) => {
      await updateDestination(services, queries, OPERATOR, { id, given: { status: 'DISABLED' } });
      return `destination ${id} is disabled`;
    },
  }),
  changing('destinations ping', 'Sends a destination a test.', {
    action: 'ping',
    objectKind: 'destination',
    work: async (services, queries, id) =>
      `event ${await pingDestination(services, queries, OPERATOR, id)} is on its way; destinations show ${id} says what comes of it`,
  }),
  changing('destinations retry', 'Sends an event again, under the same id, to all destinations that it went to.', {
    action: 'retry',
    objectKind: 'event',
    work: async (services, queries, id) => {
      await resendEvent(services, queries, OPERATOR, { id, at: services.clock.now() });
      return `event ${id} is on its way again`;
    },
  }),
  {
    name: 'destinations',
    alias: 'destinations list',
    usage: '',
    summary: 'Lists where events are sent to, the oldest first.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('destinations', args);
      return { account: args.options.account };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return (await readRows(services.store, accountId, allDestinations)).map(showDestination);
    },
    show: (all: readonly Destination[]) =>
      all.length === 0
        ? `Events are sent nowhere. POST /${FAMILIES.events.version}/destinations makes a destination.`
        : all
            .map(({ id, status, mode, name, destinationUrl, lastDeliveryTime, disabledReason }) => {
              const line = [id, status.padEnd(8), mode.padEnd(10), lastDeliveryTime ?? 'never', name, destinationUrl];
              return [line.join('  '), ...(disabledReason === undefined ? [] : [`  ${disabledReason}`])].join('\n');
            })
            .join('\n'),
  },
];

function changing(name: string, summary: string, { action, objectKind, work }: Change): Command {
  return {
    name,
    usage: 'ID',
    summary,
    options: ACCOUNT,
    prepare: async (args) => idOf(name, objectKind === 'event' ? 'an event' : 'a destination', args),
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const id = textIn(input, 'id');
      return forPerson(() =>
        services.store.write(async (tx) => {
          const queries = new AccountQueries(tx, accountId);
          const done = await work(services, queries, id);
          await writeAudit(queries, services.clock, { action, objectKind, objectId: id });
          return { done };
        }),
      );
    },
    show: ({ done }: { readonly done: string }) => done,
  };
}

function failingOf(tried: Awaited<ReturnType<typeof longestTried>>): Pick<ShownDestination, 'failing'> {
  if (tried === undefined) return {};
  const { event_id, attempts, answer } = tried;
  return { failing: `event ${shownEventId(event_id)}, tried ${Number(attempts)} times so far: ${answer ?? ''}` };
}

function idOf(name: string, what: string, { positionals: [id, ...more], options }: Arguments) {
  if (id === undefined || more.length > 0) throw new UsageError(`${name} takes the id of ${what}.`);
  return { id, account: options.account };
}

/** What the resource refuses is the fault of the command line here. */
async function forPerson<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) {
      const next =
        error.kind === 'not-found'
          ? ` \`ediloom-server destinations\` lists where events are sent to, GET /${FAMILIES.events.version}/events the events.`
          : '';
      throw new UsageError(`${error.message}${next}`);
    }
    throw error;
  }
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
