import Type from 'typebox';
import { JSON_TYPE } from '../gateway/render-answer.js';
import type { AnyRoute } from '../gateway/route.js';
import { checkMapping, replacementOf } from '../resources/mappings/check-mapping.js';
import type { Mapping, MappingSummary } from '../resources/mappings/mapping.js';
import {
  createMapping,
  deleteMapping,
  findMapping,
  listMappingSummaries,
  listMappings,
  replaceMapping,
} from '../resources/mappings/rows.js';
import { runMapping } from '../resources/mappings/run-mapping.js';
import {
  MappingBody,
  MappingId,
  MappingList,
  MappingUpdate,
  NewMapping,
  ValidationErrors,
} from '../resources/mappings/schemas.js';
import { showMapping } from '../resources/mappings/shown.js';
import { PAGED } from '../schemas/pages.js';
import { Nothing } from '../schemas/shapes.js';
import { mapPage, type Page } from '../store/page.js';
import { listRoute, route } from './route.js';

/** Ids of mappings are the server's; names are for people. */
const MappingParams = Type.Object({ id: MappingId });
/** Definitions may be large: a list leaves them out unless they are asked for. */
const MetadataOnly = Type.Optional(
  Type.Boolean({ description: 'Default true: id, name, type, created_at and updated_at only.' }),
);

const ValidationMode = Type.Optional(
  Type.Enum(['strict'], { description: 'Both schemas are held against the documents. Default: nothing is checked.' }),
);

/** What is mapped, and what it is mapped to. */
const anyJson = (description: string) => Type.Unknown({ description });

/** An expression, two schemas and the lookup tables, each with a limit of its own. */
const DEFINITION_BYTES = 2 * 1024 * 1024;
const DOCUMENT_BYTES = 6 * 1024 * 1024;

/** The expression is read in the worker before the transaction: 400 with all that is wrong, in this family's own codes. */
const createMappingRoute = route({
  operation: 'CreateMapping',
  family: 'mappings',
  pool: 'mappings',
  method: 'POST',
  path: '/mappings',
  summary: 'Create a mapping from JSON to JSON',
  schemas: { body: NewMapping, response: { 201: MappingBody } },
  bodyLimit: DEFINITION_BYTES,
  problems: ['conflict', 'over-quota'],
  audit: { action: 'create', objectKind: 'mapping' },
  handle: async (call) => {
    const { services, caller, body } = call;
    await checkMapping(services.customerCode, caller.accountId, body);
    return call.commit(async (queries) => {
      const mapping = await createMapping({ queries, clock: services.clock, mode: caller.mode }, body);
      return { status: 201, body: showMapping(mapping), objectId: mapping.id };
    });
  },
});

/** The items stand in the answer under two names, as clients of this family read either. */
const listMappingsRoute = listRoute({
  operation: 'ListMappings',
  family: 'mappings',
  pool: 'mapping-lists',
  method: 'GET',
  path: '/mappings',
  summary: 'List mappings, oldest first',
  schemas: { query: Type.Object({ metadata_only: MetadataOnly }), response: { 200: MappingList } },
  paged: { ...PAGED, alsoAs: 'mappings' },
  list: async (call): Promise<Page<unknown>> => {
    const { caller, query, page } = call;
    const listed = await call.read<Page<Mapping | MappingSummary>>((queries) =>
      query.metadata_only === false ? listMappings(queries, caller, page) : listMappingSummaries(queries, caller, page),
    );
    return mapPage(listed, showMapping);
  },
});

/** With its definition; instants are of whole seconds in this family. */
const getMappingRoute = route({
  operation: 'GetMapping',
  family: 'mappings',
  pool: 'mappings',
  method: 'GET',
  path: '/mappings/:id',
  summary: 'Get a mapping with its definition',
  schemas: { params: MappingParams, response: { 200: MappingBody } },
  handle: async (call) => ({
    body: showMapping(await call.read((queries) => findMapping(queries, call.caller, call.params.id))),
  }),
});

/** Name, type and expression stay where they are left out; schemas and lookup tables are taken away. */
const updateMappingRoute = route({
  operation: 'UpdateMapping',
  family: 'mappings',
  pool: 'mappings',
  method: 'PUT',
  path: '/mappings/:id',
  summary: 'Replace the definition of a mapping',
  description: 'Name, type and expression stay where they are left out; schemas and lookup tables are taken away.',
  schemas: { params: MappingParams, body: MappingUpdate, response: { 200: MappingBody } },
  bodyLimit: DEFINITION_BYTES,
  problems: ['conflict'],
  audit: { action: 'update', objectKind: 'mapping', objectParam: 'id' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    const definition = replacementOf(await call.read((queries) => findMapping(queries, caller, params.id)), body);
    await checkMapping(services.customerCode, caller.accountId, definition);
    return call.commit(async (queries) => ({
      body: showMapping(
        await replaceMapping({ queries, clock: services.clock, mode: caller.mode }, params.id, definition),
      ),
    }));
  },
});

/** Whether requests still name it is not known: they get a 404 from now on. */
const deleteMappingRoute = route({
  operation: 'DeleteMapping',
  family: 'mappings',
  pool: 'mappings',
  method: 'DELETE',
  path: '/mappings/:id',
  summary: 'Delete a mapping',
  description: 'Requests that still name it get a 404 from now on.',
  schemas: { params: MappingParams, response: { 204: Nothing } },
  audit: { action: 'delete', objectKind: 'mapping', objectParam: 'id' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteMapping(queries, call.caller, call.params.id);
      return { status: 204, body: undefined };
    }),
});

/** It changes nothing, so that a key that may read is enough. A document that cannot be mapped is a 400 `mapping_failed`. */
const mapDocumentRoute = route({
  operation: 'MapDocument',
  family: 'mappings',
  pool: 'mappings',
  method: 'POST',
  path: '/mappings/:id/map',
  summary: 'Map a JSON document',
  description: `The answer is what it was mapped to, within 7 seconds. A document that cannot be mapped is a 400 with the code \`mapping_failed\`;
one with a number that would be changed on its way, such as 12345678901234567890, has \`bad_parameters\`: send it as text.

With \`validation_mode=strict\` the schema of the source is held against the document, and the schema of the target against what it was mapped to:
what they do not allow is a 400 with the code \`validation_failed\`, and \`validation_errors\` says what, and where. Nothing is checked otherwise.`,
  scope: 'mappings:read',
  schemas: {
    params: MappingParams,
    query: Type.Object({ validation_mode: ValidationMode }),
    body: anyJson('The document: any JSON.'),
    response: { 200: anyJson('What it was mapped to: any JSON.') },
  },
  bodyLimit: DOCUMENT_BYTES,
  exactNumbers: true,
  refusals: { 400: ValidationErrors },
  handle: async ({ services, caller, params, query, body }) => {
    const isStrict = query.validation_mode === 'strict';
    const text = await runMapping(services, caller, { mappingId: params.id, input: body, isStrict });
    return { headers: { 'content-type': JSON_TYPE }, body: Buffer.from(text) };
  },
});

/** JSON to JSON, by expressions that customers write. */
export const mappingRoutes: readonly AnyRoute[] = [
  createMappingRoute,
  listMappingsRoute,
  getMappingRoute,
  updateMappingRoute,
  deleteMappingRoute,
  mapDocumentRoute,
];
