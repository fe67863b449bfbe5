import { type RouteWithFigures, withFigures } from '../exchange/payer-routes/show-figures.js';
import type { Services } from '../exchange/services.js';
import { conflict } from '../problems.js';
import { applyRoutes, type RoutesReport } from '../resources/payer-routes/apply-routes.js';
import { shownRoutes } from '../resources/payer-routes/list-shown.js';
import { type RoutesFile, readRoutesFile } from '../resources/payer-routes/read-routes-file.js';
import { findRoute } from '../resources/payer-routes/rows.js';
import { enableRoute, removeRoute } from '../resources/payer-routes/save-route.js';
import { type Command, demandNoWords, textIn, UsageError } from './command.js';

/** How payers are reached. */
export const PAYER_ROUTE_COMMANDS: readonly Command[] = [
  {
    name: 'payer-routes apply',
    usage: 'FILE [--dry-run]',
    summary: 'Makes the routes to payers what a file says; routes that it does not name stay.',
    options: { 'dry-run': { type: 'boolean', help: 'says what would change, and changes nothing' } },
    prepare: async ({ positionals: [path, ...more], options }, environment) => {
      if (path === undefined || more.length > 0) throw new UsageError('payer-routes apply takes one file.');
      const file = await readRoutesFile(path, environment);
      const dryRun = options['dry-run'] === true;
      // By another name: a server of before, which has not been restarted, would look at no faults and apply it.
      return file.faults.length === 0 ? { routes: file.routes, dryRun } : { faulty: file, dryRun };
    },
    // What `prepare` has read: but for those with faults it passed the schema of routes.
    run: async (services, { routes, faulty, dryRun }) =>
      applyRoutes(services, (faulty ?? { routes, faults: [] }) as RoutesFile, dryRun === true),
    show: ({ changes, dryRun }: RoutesReport) => {
      const lines = changes.map(({ name, change }) => `${change.padEnd(9)} ${name}`);
      return [...lines, ...(dryRun ? ['Nothing was changed: this was a dry run.'] : [])].join('\n');
    },
    // A server of before, which has not been restarted, gives none.
    warn: ({ warnings = [] }: Partial<RoutesReport>) => warnings.map(untaken),
  },
  {
    name: 'payer-routes',
    alias: 'payer-routes list',
    usage: '',
    summary: 'Lists the routes to payers, in the order in which they are asked.',
    prepare: async (args) => {
      demandNoWords('payer-routes', args);
      return {};
    },
    run: async (services) => {
      const routes = await services.store.read((db) => shownRoutes(services, db));
      return routes.map((route) => withFigures(services.payerExchange, route));
    },
    show: (routes: readonly RouteWithFigures[]) => routes.map(line).join('\n'),
  },
  changing('payer-routes enable', 'Has checks and claims sent over a route.', async (services, id) => {
    await services.store.write((tx) => enableRoute(services, tx, id, true));
    return 'It is enabled.';
  }),
  changing(
    'payer-routes disable',
    'Has no more checks sent over a route, and its claims wait; what is under way goes to its end.',
    async (services, id) => {
      await services.store.write((tx) => enableRoute(services, tx, id, false));
      return 'It is disabled.';
    },
  ),
  changing('payer-routes delete', 'Removes a route, its payers and its secrets.', async (services, id) => {
    await services.store.write((tx) => removeRoute(services, tx, id));
    return 'It is deleted.';
  }),
  changing('payer-routes check', 'Tries the connection of a route, and asks nothing.', async (services, id) => {
    const { ok, text } = await services.payerExchange.check(id);
    if (!ok) throw conflict(`FAILED  ${text}`);
    return `ok  ${text}`;
  }),
];

function untaken({ name, transaction, payers, payerCount }: RoutesReport['warnings'][number]): string {
  const more = payerCount > payers.length ? ` and ${payerCount - payers.length} more` : '';
  const what = transaction === 'eligibility' ? 'such checks' : 'such claims';
  return `The route ${name} has ${transaction} for ${payers.join(', ')}${more}, whose transactionSupport has it not: ${what} are refused until payers import says otherwise.`;
}

/** A command about one route, by its name. */
function changing(name: string, summary: string, work: (services: Services, id: string) => Promise<string>): Command {
  return {
    name,
    usage: 'NAME',
    summary,
    prepare: async ({ positionals: [route, ...more] }) => {
      if (route === undefined || more.length > 0) throw new UsageError(`${name} takes the name of one route.`);
      return { route };
    },
    run: async (services, input) => {
      const route = textIn(input, 'route');
      const row = await services.store.read((db) => findRoute(db, 'name', route));
      if (row === undefined) throw new UsageError('There is no route of this name: payer-routes lists them.');
      return { said: await work(services, row.id) };
    },
    show: ({ said }: { readonly said: string }) => said,
  };
}

function line(route: RouteWithFigures): string {
  const { name, kind, enabled, position, payerCount, catchAll, connection, inThisProcess } = route;
  const { url } = connection ?? {};
  const named = `${payerCount} payer${payerCount === 1 ? '' : 's'}`;
  const payers = catchAll === undefined ? named : payerCount === 0 ? 'all payers' : `${named} and all others`;
  const columns = [String(position).padStart(4), enabled ? 'enabled ' : 'disabled', kind.padEnd(11), payers, name, url];
  return [...columns, breakerText(inThisProcess)].filter((column) => column !== undefined).join('  ');
}

/** Of a breaker that keeps checks back in the process that answers. */
function breakerText({ breaker, openUntil }: Partial<NonNullable<RouteWithFigures['inThisProcess']>> = {}) {
  if (breaker === 'open') return `breaker open until ${openUntil} (this process)`;
  return breaker === 'half-open' ? 'breaker half open: one check tries (this process)' : undefined;
}
