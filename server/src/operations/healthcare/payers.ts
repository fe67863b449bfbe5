import Type, { type Static } from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { notFound } from '../../problems.js';
import type { Catalogue } from '../../resources/payers/catalogue.js';
import {
  CoverageType,
  OperatingState,
  PayerRecord,
  PlatformId,
  Program,
  SEARCHED,
  SupportFilter,
} from '../../resources/payers/schemas.js';
import { isBehind, rankOf, searchPayers, showHit } from '../../resources/payers/search.js';
import { SearchResult } from '../../resources/payers/search-schemas.js';
import { statsOf } from '../../resources/payers/search-stats.js';
import { PageOf } from '../../schemas/pages.js';
import { type AskedPage, pageOf } from '../../store/page.js';
import { listRoute, route } from '../route.js';

/** As many as there can be: a list without a size has all. */
const ALL = 1_000_000;

const listPayersRoute = listRoute({
  operation: 'ListPayerRecords',
  family: 'healthcare',
  method: 'GET',
  path: '/payers',
  summary: 'List payers, in the order of their platform ids',
  description: 'Without a size of page all of them.',
  schemas: { response: { 200: PageOf(PayerRecord) } },
  paged: { defaultSize: ALL, maxSize: ALL, minSize: 10 },
  list: async ({ services, page }) => {
    const { payers, list } = await services.payers.get();
    const [after = ''] = page.after ?? [];
    if (after === '' && page.size >= payers.length) return { written: await list() };
    const behind = after === '' ? payers : payers.filter(({ platformId }) => platformId > String(after));
    return pageOf(behind.slice(0, page.size + 1), page.size, ({ platformId }) => [platformId]);
  },
});

const getPayerRoute = route({
  operation: 'GetPayerRecord',
  family: 'healthcare',
  method: 'GET',
  path: '/payer/:platformId',
  summary: 'Get a payer',
  description: 'By its platform id alone: SearchPayers finds it by what else it is known by.',
  schemas: {
    params: Type.Object({ platformId: PlatformId }),
    response: {
      200: Type.Object({ payer: PayerRecord }, { description: 'The payer.' }),
    },
  },
  handle: async ({ services, params }) => {
    const payer = (await services.payers.get()).byId.get(params.platformId);
    if (payer === undefined) throw notFound('payer');
    return { body: { payer } };
  },
});

const all = (item: typeof CoverageType | typeof OperatingState | typeof Program, what: string) =>
  Type.Optional(
    Type.Array(item, {
      maxItems: 60,
      description: `Those that have all of these ${what}; may be given several times.`,
    }),
  );

const Search = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words of names and ids: whole, their beginnings or parts, in either case; typing errors are forgiven. Twelve words count.',
    }),
  ),
  ...(Object.fromEntries(SEARCHED.map((name) => [name, Type.Optional(SupportFilter)])) as Record<
    (typeof SEARCHED)[number],
    ReturnType<typeof Type.Optional<typeof SupportFilter>>
  >),
  coverageTypes: all(CoverageType, 'coverage types'),
  operatingStates: all(OperatingState, 'states'),
  programs: all(Program, 'programs'),
});
type Search = Static<typeof Search>;

const searchPayersRoute = listRoute({
  operation: 'SearchPayers',
  family: 'healthcare',
  method: 'GET',
  path: '/payers/search',
  summary: 'Search payers by names and ids, best first',
  description:
    '`stats` counts what the whole search has found. `matches` is HTML: hits stand in `<b>`, the text around them is escaped.',
  schemas: { query: Search, response: { 200: SearchResult } },
  paged: { defaultSize: 20, maxSize: 100, minSize: 10 },
  list: async ({ services, caller, query, page }) => {
    const catalogue = await services.payers.get();
    // Words that thousands have take some ten milliseconds: whoever sends many such searches waits for them, and others for one.
    return services.heavyTurns.run(caller.accountId, () => pageOfSearch(catalogue, query, page));
  },
});

function pageOfSearch(catalogue: Catalogue, asked: Search, { after, size }: AskedPage) {
  const found = searchPayers(catalogue, asked);
  const behind = after === undefined ? found : found.filter((hit) => isBehind(hit, after));
  const { items, next } = pageOf(behind.slice(0, size + 1), size, rankOf);
  const hits = items.map((hit) => showHit(hit, asked.query ?? ''));
  return { items: hits, next, beside: { stats: statsOf(found.map(({ payer }) => payer)) } };
}

const payersCsvRoute = route({
  operation: 'ListPayerRecordsCsv',
  family: 'healthcare',
  method: 'GET',
  path: '/payers/csv',
  summary: 'Get all payers as a table',
  description: 'Every value stands in quotation marks; values of a list are joined by bars.',
  schemas: { response: { 200: Type.String({ description: 'Comma-separated values, a header first.' }) } },
  answerType: 'text/plain',
  handle: async ({ services }) => ({
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: await (await services.payers.get()).table(),
  }),
});

/** Payers: the same for all accounts, and for test keys. */
export const payerRoutes: readonly AnyRoute[] = [listPayersRoute, searchPayersRoute, payersCsvRoute, getPayerRoute];
