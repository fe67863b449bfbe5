import type { Services } from '../exchange/services.js';
import { type RouteMonth, routeReport } from '../resources/eligibility-checks/route-report.js';
import { listRoutes } from '../resources/payer-routes/rows.js';
import { type Command, demandNoWords, textIn, UsageError } from './command.js';

interface CoreReport {
  /** YYYY-MM, in UTC. */
  readonly month: string;
  readonly routes: readonly (RouteMonth & { readonly name: string; readonly meetsRule: boolean })[];
}

/** CAQH CORE: so many of a hundred real-time checks are answered within 20 s, in each calendar month. */
const CORE_PERCENT = 90;

/** What payers have done. */
export const REPORT_COMMANDS: readonly Command[] = [
  {
    name: 'report core',
    usage: '[--month YYYY-MM]',
    summary: 'Says of each payer route how many checks of a month were answered within 20 s, and why others were not.',
    options: { month: { type: 'string', help: 'a calendar month in UTC; default: this one' } },
    prepare: async (args) => {
      demandNoWords('report core', args);
      const { month } = args.options;
      if (month !== undefined && (typeof month !== 'string' || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))) {
        throw new UsageError('--month is a calendar month: 2026-01.');
      }
      return { month: month ?? '' };
    },
    run: (services, input) => report(services, input.month === '' ? '' : textIn(input, 'month')),
    show: ({ month, routes }: CoreReport) =>
      routes.length === 0
        ? `No payer route was asked in ${month}.`
        : [`${month} (UTC)`, ...routes.map(line)].join('\n'),
  },
];

async function report({ store, clock }: Services, asked: string): Promise<CoreReport> {
  const month = asked === '' ? new Date(clock.now()).toISOString().slice(0, 7) : asked;
  const from = Date.parse(`${month}-01T00:00:00Z`);
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const routes = await store.read(listRoutes);
  const months = [];
  for (const { id, name } of routes) {
    // Apart from all other work: a month may have very many.
    const counted = await store.list((db) => routeReport(db, id, { from, before: next.getTime() }));
    if (counted.sent > 0 || Object.keys(counted.failures).length > 0) {
      months.push({ ...counted, name, meetsRule: counted.inTime * 100 >= counted.sent * CORE_PERCENT });
    }
  }
  return { month, routes: months };
}

function line({ name, sent, answered, inTime, longestMs, failures, meetsRule }: CoreReport['routes'][number]): string {
  const share = sent === 0 ? '-' : `${((inTime / sent) * 100).toFixed(1)} %`;
  const others = Object.entries(failures).map(([why, count]) => `${count} ${why}`);
  return [
    `${meetsRule ? 'ok   ' : 'BELOW'}  ${name}: ${share} of ${sent} within 20 s (at least ${CORE_PERCENT} %)`,
    `       ${answered} answered, the slowest after ${(longestMs / 1000).toFixed(1)} s`,
    ...(others.length === 0 ? [] : [`       no answer: ${others.join(', ')}`]),
  ].join('\n');
}
