import Type from 'typebox';
import { isoTime } from '../../clock.js';
import type { AnyRoute } from '../../gateway/route.js';
import { downloadLink } from '../../links/signed-link.js';
import { exportTable, MOST_EXPORTED } from '../../resources/enrollments/export.js';
import { listEnrollmentRows, withinRoom } from '../../resources/enrollments/list.js';
import { SORTS, type Sort } from '../../resources/enrollments/order.js';
import { EnrollmentSummary } from '../../resources/enrollments/schemas.js';
import { partsOf, showEnrollmentSummary } from '../../resources/enrollments/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../schemas/pages.js';
import { closed, oneOf } from '../../schemas/shapes.js';
import { listRoute, route } from '../route.js';
import { FILTERS, storedFilters } from './enrollment-filters.js';

const COMMON = { family: 'enrollments', keys: 'live', pool: 'enrollments' } as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
// The keys of the table, which has no others.
const SORT_NAMES = Object.keys(SORTS) as (keyof typeof SORTS)[];
const SORT_TEXTS = SORT_NAMES.flatMap((by) => [`${by}:asc`, `${by}:desc`]);

function sortOf(text: string): Sort {
  const [by, direction] = text.split(':');
  // The schema lets through what is made of the table.
  return { by, direction } as Sort;
}

const page = PageOf(EnrollmentSummary, LargePageToken);
const EnrollmentPage = Type.Object(
  {
    ...page.properties,
    totalCount: Type.Optional(
      Type.Integer({ description: 'How many the list has, where that is known without looking at all of them.' }),
    ),
  },
  { title: 'EnrollmentPage', description: 'A page of enrollments.' },
);

const listEnrollmentsRoute = listRoute({
  ...COMMON,
  operation: 'ListEnrollments',
  method: 'GET',
  path: '/enrollments',
  summary: 'List enrollments, in the order that is asked for',
  description: 'Without `sortBy` the newest first. Of several filters all count.',
  paged: LARGE_PAGES,
  audit: { action: 'list', objectKind: 'enrollment' },
  schemas: {
    query: Type.Object({
      ...FILTERS,
      sortBy: Type.Optional(
        Type.Array(oneOf(SORT_TEXTS, { title: 'EnrollmentSort', description: 'By what, and in which direction.' }), {
          maxItems: 6,
          description: 'The order, the first counts most; the id decides last. May be given several times.',
        }),
      ),
    }),
    response: { 200: EnrollmentPage },
  },
  list: async (call) => {
    const { services, query, caller } = call;
    const { sortBy = [], ...asked } = query;
    const filters = await storedFilters(services, caller.accountId, asked);
    const sorts = sortBy.map(sortOf);
    return call.read(async (queries) => {
      const page = await listEnrollmentRows(queries, filters, sorts, call.page);
      const { items, next, totalCount } = await withinRoom(queries, sorts, page);
      const shown = (await partsOf(queries, items)).map((parts) => showEnrollmentSummary(services, parts));
      return { items: shown, next, ...(totalCount === undefined ? {} : { beside: { totalCount } }) };
    });
  },
});

const exportEnrollmentsRoute = route({
  ...COMMON,
  operation: 'ExportEnrollmentsCsv',
  method: 'POST',
  path: '/enrollments/export',
  summary: 'Export enrollments as a table',
  description: `Under the filters of the list; ${MOST_EXPORTED.toLocaleString('en')} at most. The address is good for some minutes, the file is kept for a day, sealed. Where there are none, there is no file.`,
  scope: 'enrollments:read',
  looksThrough: true,
  audit: { action: 'export', objectKind: 'enrollment' },
  schemas: {
    body: Type.Object(FILTERS, { ...closed, title: 'EnrollmentFilters', description: 'Which enrollments.' }),
    response: {
      200: Type.Object(
        {
          recordCount: Type.Integer({ description: 'Enrollments in the table.' }),
          downloadUrl: Type.Optional(Type.String({ description: 'Where it is read, without a key.' })),
          filename: Type.Optional(Type.String({ description: 'A name for the file.' })),
        },
        { title: 'ExportedEnrollments', description: 'A table of enrollments.' },
      ),
    },
  },
  handle: async (call) => {
    const { services, caller, body } = call;
    const filters = await storedFilters(services, caller.accountId, body);
    const { bytes, count } = await exportTable(services, filters, call);
    if (count === 0) return call.commit(async () => ({ body: { recordCount: 0 } }));
    const now = services.clock.now();
    const filename = `enrollments-${isoTime(now).slice(0, 19).replaceAll(':', '')}Z.csv`;
    const about = { model: 'enrollment-export', ownerId: caller.accountId, usage: 'output', name: filename } as const;
    const kept = { type: 'text/csv', bytes, expiresAt: now + DAY_MS, sealed: true } as const;
    const prepared = await services.artifacts.prepare(caller.accountId, [{ ...about, ...kept }]);
    return call.commit(async (queries) => {
      await services.artifacts.insert(queries, prepared);
      const id = prepared[0]?.id ?? '';
      return { body: { recordCount: count, downloadUrl: downloadLink(services, caller, id), filename }, objectId: id };
    });
  },
});

/** Enrollments as lists and tables. */
export const enrollmentListRoutes: readonly AnyRoute[] = [listEnrollmentsRoute, exportEnrollmentsRoute];
