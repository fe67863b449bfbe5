import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { judgeProvider } from '../../resources/providers/judge-provider.js';
import { listProviders } from '../../resources/providers/list-providers.js';
import { createProvider, deleteProvider, findProvider, updateProvider } from '../../resources/providers/rows.js';
import {
  NewProvider,
  Npi,
  ProviderId,
  ProviderSummary,
  ProviderUpdate,
  ShownProvider,
} from '../../resources/providers/schemas.js';
import { showProvider, showSummary } from '../../resources/providers/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../schemas/pages.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';
import { indexOfTaxId } from './indexes.js';

const COMMON = { family: 'enrollments', keys: 'live', pool: 'enrollments' } as const;
const AUDIT = { objectKind: 'provider', objectParam: 'providerId' } as const;
const ProviderParams = Type.Object({ providerId: ProviderId });
/** Values of one filter. */
const MOST_VALUES = 100;

const createProviderRoute = route({
  ...COMMON,
  operation: 'CreateProvider',
  method: 'POST',
  path: '/providers',
  summary: 'Create a provider who is to be enrolled with payers',
  description:
    'NPI and tax id say who it is, and never change; an account has each pair once. The tax id is stored sealed.',
  schemas: { body: NewProvider, response: { 200: ShownProvider } },
  audit: { action: 'create', objectKind: 'provider' },
  handle: async (call) => {
    const { services, body, caller } = call;
    judgeProvider(body);
    const taxIndex = await indexOfTaxId(services, caller.accountId, body.taxId);
    return call.commit(async (queries) => {
      const row = await createProvider(services, queries, body, taxIndex);
      return { body: showProvider(services.sealedColumns, row), objectId: row.id };
    });
  },
});

const getProviderRoute = route({
  ...COMMON,
  operation: 'GetProvider',
  method: 'GET',
  path: '/providers/:providerId',
  summary: 'Get a provider',
  audit: { action: 'read', ...AUDIT },
  schemas: { params: ProviderParams, response: { 200: ShownProvider } },
  handle: async (call) => ({
    body: showProvider(
      call.services.sealedColumns,
      await call.read((queries) => findProvider(queries, call.params.providerId)),
    ),
  }),
});

const updateProviderRoute = route({
  ...COMMON,
  operation: 'UpdateProvider',
  method: 'POST',
  path: '/providers/:providerId',
  summary: 'Replace name and contacts of a provider',
  description: 'Its enrollments have the new name at once. For another NPI or tax id create another provider.',
  audit: { action: 'update', ...AUDIT },
  schemas: { params: ProviderParams, body: ProviderUpdate, response: { 200: ShownProvider } },
  handle: async (call) => {
    const { services, params, body } = call;
    judgeProvider(body);
    return call.commit(async (queries) => {
      const row = await updateProvider(services, queries, params.providerId, body);
      return { body: showProvider(services.sealedColumns, row) };
    });
  },
});

const deleteProviderRoute = route({
  ...COMMON,
  operation: 'DeleteProvider',
  method: 'DELETE',
  path: '/providers/:providerId',
  summary: 'Delete a provider who has no enrollments',
  description: 'Deleted again it is no error.',
  audit: { action: 'delete', ...AUDIT },
  schemas: {
    params: ProviderParams,
    response: { 200: Type.Object({}, { description: 'It is deleted, or was not there.' }) },
  },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteProvider(queries, call.params.providerId);
      return { body: {} };
    }),
});

const listProvidersRoute = listRoute({
  ...COMMON,
  operation: 'ListProviders',
  method: 'GET',
  path: '/providers',
  summary: 'List providers, oldest first',
  paged: LARGE_PAGES,
  audit: { action: 'list', objectKind: 'provider' },
  schemas: {
    query: Type.Object({
      filter: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Part of the name or of the NPI, in letters of either case; of a tax id all nine digits.',
        }),
      ),
      providerNpis: Type.Optional(
        Type.Array(Npi, { maxItems: MOST_VALUES, description: 'These NPIs; may be given several times.' }),
      ),
      providerTaxIds: Type.Optional(
        Type.Array(Type.String({ pattern: '^\\d{2}-?\\d{7}$' }), {
          maxItems: MOST_VALUES,
          description: 'These tax ids; may be given several times.',
        }),
      ),
    }),
    response: { 200: PageOf(ProviderSummary, LargePageToken) },
  },
  list: async (call) => {
    const { services, query, caller, page } = call;
    const indexOf = (taxId: string) => indexOfTaxId(services, caller.accountId, taxId);
    const filters = {
      text: query.filter?.trim().toLowerCase(),
      textTaxIndex: /^\d{2}-?\d{7}$/.test(query.filter?.trim() ?? '') ? await indexOf(query.filter ?? '') : undefined,
      npis: query.providerNpis,
      taxIndexes: await Promise.all((query.providerTaxIds ?? []).map(indexOf)),
    };
    const rows = await call.read((queries) => listProviders(queries, filters, page));
    return mapPage(rows, (row) => showSummary(services.sealedColumns, row));
  },
});

/** Who is enrolled with payers. */
export const providerRoutes: readonly AnyRoute[] = [
  createProviderRoute,
  listProvidersRoute,
  getProviderRoute,
  updateProviderRoute,
  deleteProviderRoute,
];
