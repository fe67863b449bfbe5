import { expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../src/caller.js';
import { createRealTimeChecks } from '../../src/exchange/eligibility/real-time-checks.js';
import { runCheck } from '../../src/exchange/eligibility/run-check.js';
import type { ServingRoute } from '../../src/exchange/payer-routes/payer-exchange.js';
import type { Services } from '../../src/exchange/services.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { documentOf, responseOf } from '../../src/resources/eligibility-checks/documents.js';
import { giveUpChecks } from '../../src/resources/eligibility-checks/expired.js';
import { addAccount, writeAs } from '../support/accounts.js';
import { answerTo, CHECK, fakeExchange, insertPayers, ROUTE } from '../support/eligibility.js';
import { testServices } from '../support/test-services.js';
import { Mortal } from './mortal.js';

const PATIENCE_MS = 60_000;
/** Longer than any check may be under way. */
const LATER_MS = 600_000;
const CALLER: Caller = { accountId: 'account-1', keyId: 'k', mode: 'live' };
const ORIGIN = { peer: '127.0.0.1', isTrustedProxy: false, forwarded: undefined };

interface World {
  readonly services: Services;
  /** How often the payer was asked. */
  readonly asked: () => number;
  readonly later: () => Promise<void>;
}

async function openWorld(routes: readonly ServingRoute[]): Promise<World> {
  const { services, clock, close } = await testServices();
  onTestFinished(close);
  await addAccount(services.store, CALLER.accountId);
  await insertPayers(services.store, [{ id: 'LAKES', primary: '00042' }]);
  let asked = 0;
  const payerExchange = fakeExchange(routes, async ({ x12, onSending }, { routeId }) => {
    if (routeId !== ROUTE.routeId) return { kind: 'none', failure: 'not-reached', wasSent: false };
    onSending();
    asked++;
    return { kind: 'answer', x12: await answerTo(x12) };
  });
  return {
    services: { ...services, payerExchange },
    asked: () => asked,
    later: async () => {
      clock.advance(LATER_MS);
      await services.store.write((tx) => giveUpChecks(tx, clock.now()));
    },
  };
}

/** A check in a process that is killed at a step. @returns the id, if it came to its answer. */
async function check({ services: built }: World, process: Mortal): Promise<string | undefined> {
  const mortal = process.services(built);
  const { payerExchange, clock } = built;
  const services: Services = {
    ...mortal,
    realTime: createRealTimeChecks(mortal),
    controlNumbers: createControlNumberTable({ store: mortal.store, clock }),
    payerExchange: { ...payerExchange, ask: process.around('ask', payerExchange.ask) },
  };
  const input = { source: 'json', request: CHECK, origin: ORIGIN } as const;
  const answered = runCheck({ services, caller: CALLER }, input, async (_, { work, context, item }) => {
    await writeAs(services.store, CALLER.accountId, (queries) => work(queries, [item], context));
  });
  const outcome = await Promise.race([answered, process.died]);
  return outcome?.id;
}

const WRITE = ['before: write', 'after: write'];
const KEEP = ['before: keep bytes', 'after: keep bytes'];
const ASK = ['before: ask', 'after: ask'];
const DEAD: ServingRoute = { ...ROUTE, routeId: 'route-0', name: 'dead' };

it.each([
  ['over one route', [ROUTE], []],
  // With numbers of its own, and its question beside the one that never left.
  ['over a route behind one that nobody answers', [DEAD, ROUTE], [...WRITE, ...KEEP, ...WRITE, ...ASK]],
] as const)(
  'a check %s is whole, unknown or was never sent, whenever its process is killed',
  {
    timeout: PATIENCE_MS,
  },
  async (_, routes, more) => {
    const world = await openWorld(routes);
    const { store } = world.services;
    const deaths: (string | undefined)[] = [];
    const known = new Set<string>();
    for (let at = 1; ; at++) {
      const before = world.asked();
      const victim = new Mortal(at);
      const answered = await check(world, victim);
      deaths.push(victim.end);
      await world.later();
      const rows = await store.read((db) => db.selectFrom('eligibility_checks').selectAll().execute());
      const made = rows.filter(({ id }) => !known.has(id));
      for (const { id } of made) known.add(id);
      const sent = world.asked() - before;
      const killed = `killed ${deaths.length}: ${victim.end}`;
      expect(made.length, killed).toBeLessThanOrEqual(1);
      const [row] = made;
      // What leaves is a row before.
      expect(sent, killed).toBeLessThanOrEqual(row === undefined ? 0 : 1);
      if (row !== undefined) {
        const documents = ['request', 'question'] as const;
        for (const name of documents) await documentOf(world.services, CALLER, { checkId: row.id, name });
        const response = await responseOf(world.services, CALLER, row.id);
        const isWhole = row.status === 'ANSWERED';
        expect(row.status, killed).toBe(isWhole ? 'ANSWERED' : 'UNKNOWN');
        expect(response === undefined, killed).toBe(!isWhole);
        if (isWhole) await documentOf(world.services, CALLER, { checkId: row.id, name: 'payer-answer' });
      }
      if (answered !== undefined) {
        expect(row).toMatchObject({ id: answered, status: 'ANSWERED' });
        break;
      }
    }
    expect(deaths).toEqual([...WRITE, ...KEEP, ...WRITE, ...ASK, ...more, ...KEEP, ...WRITE, undefined]);
  },
);
