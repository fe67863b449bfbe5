import Type, { type TUnsafe } from 'typebox';
import { checkConnection } from '../../exchange/transports/check-connection.js';
import type { AnyRoute } from '../../gateway/route.js';
import { deleteConnection } from '../../resources/connections/delete-connection.js';
import { hostWarnings } from '../../resources/connections/host-warnings.js';
import type { RequestedKind } from '../../resources/connections/kinds/kind.js';
import { createConnection, findConnection, updateConnection } from '../../resources/connections/rows.js';
import type { GivenConnection } from '../../resources/connections/schemas.js';
import {
  AnyConnection,
  connectionAnswer,
  connectionUpdate,
  newConnection,
} from '../../resources/connections/schemas.js';
import { showConnection } from '../../resources/connections/shown.js';
import { Nothing } from '../../schemas/shapes.js';
import { route } from '../route.js';

interface PlaceParams {
  /** Absent: connections that all partnerships may use. */
  readonly partnershipId?: string;
}

/** A place of connections as its routes show it: below a partnership those of one kind, beside all partnerships those of any. */
export interface PlaceRoutes {
  /** In names of operations: `Create<operation>Connection`. */
  readonly operation: string;
  /** Path and aliases of the place, and of what is below it. */
  readonly paths: (rest?: string) => { readonly path: string; readonly aliases?: readonly string[] };
  /** Of the place's path; the types say what routes of any place may ask for. */
  readonly params: TUnsafe<PlaceParams>;
  readonly connectionParams: TUnsafe<PlaceParams & { readonly connectionId: string }>;
  /** What is made and changed there. */
  readonly makes: RequestedKind;
  /** What is found there; absent: connections of any kind. */
  readonly finds?: RequestedKind;
  readonly summaries: Readonly<Record<'create' | 'get' | 'update' | 'delete' | 'check', string>>;
}

const FAMILY = 'partners';
const ONE = '/:connectionId';
const audited = { objectKind: 'connection', objectParam: 'connectionId' } as const;

/** The routes of one connection of a place. */
export function placeRoutes(place: PlaceRoutes): readonly AnyRoute[] {
  return [
    createConnectionRoute(place),
    getConnectionRoute(place),
    updateConnectionRoute(place),
    deleteConnectionRoute(place),
    checkConnectionRoute(place),
  ];
}

function createConnectionRoute({ operation, paths, params, makes: kind, summaries }: PlaceRoutes): AnyRoute {
  return route({
    operation: `Create${operation}Connection`,
    family: FAMILY,
    method: 'POST',
    ...paths(),
    summary: summaries.create,
    schemas: { params, body: newConnection(kind), response: { 201: connectionAnswer(kind) } },
    problems: ['conflict'],
    audit: { action: 'create', objectKind: 'connection' },
    handle: async (call) => {
      const place = { kind, partnershipId: call.params.partnershipId, mode: call.caller.mode };
      // The schema of the kind has let it through.
      const given = call.body as GivenConnection;
      const warnings = await warningsOf(call.services.outgoing.forAccount(call.caller.accountId), kind, given);
      return call.commit(async (queries) => {
        const row = await createConnection(call.services, queries, place, given);
        const body = { ...(await showConnection(call.services, queries, row)), ...warnings };
        return { status: 201, body, objectId: row.id };
      });
    },
  });
}

function getConnectionRoute({ operation, paths, connectionParams, finds: kind, summaries }: PlaceRoutes): AnyRoute {
  return route({
    operation: `Get${operation}Connection`,
    family: FAMILY,
    method: 'GET',
    ...paths(ONE),
    summary: summaries.get,
    schemas: {
      params: connectionParams,
      response: { 200: kind === undefined ? AnyConnection : connectionAnswer(kind) },
    },
    handle: async (call) => ({
      body: await call.read(async (queries) => {
        const { partnershipId, connectionId } = call.params;
        const place = { kind, partnershipId, mode: call.caller.mode };
        return showConnection(call.services, queries, await findConnection(queries, place, connectionId));
      }),
    }),
  });
}

function updateConnectionRoute({ operation, paths, connectionParams, makes: kind, summaries }: PlaceRoutes): AnyRoute {
  return route({
    operation: `Update${operation}Connection`,
    family: FAMILY,
    method: 'PUT',
    ...paths(ONE),
    summary: summaries.update,
    description:
      'What is left out is taken away, but for secrets and certificates: they stay until they are taken away.',
    schemas: {
      params: connectionParams,
      body: connectionUpdate(kind),
      response: { 200: connectionAnswer(kind) },
    },
    // What it is known by may be another's.
    problems: kind.identity === undefined ? [] : ['conflict'],
    audit: { action: 'update', ...audited },
    handle: async (call) => {
      const { partnershipId, connectionId } = call.params;
      const place = { kind, partnershipId, mode: call.caller.mode };
      // The schema of the kind has let it through.
      const given = call.body as GivenConnection;
      const warnings = await warningsOf(call.services.outgoing.forAccount(call.caller.accountId), kind, given);
      return call.commit(async (queries) => {
        const row = await updateConnection(call.services, queries, place, connectionId, given);
        return { body: { ...(await showConnection(call.services, queries, row)), ...warnings } };
      });
    },
  });
}

function deleteConnectionRoute({ operation, paths, connectionParams, finds: kind, summaries }: PlaceRoutes): AnyRoute {
  return route({
    operation: `Delete${operation}Connection`,
    family: FAMILY,
    method: 'DELETE',
    ...paths(ONE),
    summary: summaries.delete,
    description: 'A 409 while settings, or files on their way, need it.',
    schemas: { params: connectionParams, response: { 204: Nothing } },
    problems: ['conflict'],
    audit: { action: 'delete', ...audited },
    handle: (call) => {
      const { partnershipId, connectionId } = call.params;
      const place = { kind, partnershipId, mode: call.caller.mode };
      return call.commit(async (queries) => {
        await deleteConnection(call.services, queries, await findConnection(queries, place, connectionId));
        return { status: 204, body: undefined };
      });
    },
  });
}

function checkConnectionRoute({ operation, paths, connectionParams, finds: kind, summaries }: PlaceRoutes): AnyRoute {
  return route({
    operation: `Check${operation}Connection`,
    family: FAMILY,
    method: 'POST',
    ...paths(`${ONE}/check`),
    summary: summaries.check,
    description:
      'Connects as a delivery would, says what works, for AS2 also whether what the partner sends would be taken, and changes nothing. A connection that does not work is a 200 with `ok: false`.',
    schemas: { params: connectionParams, response: { 200: CheckAnswer } },
    audit: { action: 'check', ...audited },
    handle: async (call) => {
      const { partnershipId, connectionId } = call.params;
      const place = { kind, partnershipId, mode: call.caller.mode };
      const row = await call.read((queries) => findConnection(queries, place, connectionId));
      return { body: await checkConnection(call.services, row, call.signal) };
    },
  });
}

/** What an answer says beside the connection; nothing where there is nothing to say. */
async function warningsOf(...parts: Parameters<typeof hostWarnings>): Promise<object> {
  const warnings = await hostWarnings(...parts);
  return warnings.length === 0 ? {} : { warnings };
}

/** What was tried, in order, and what the other side showed. */
const CheckStep = Type.Object(
  {
    name: Type.String({ description: 'What was tried: `login`.' }),
    ok: Type.Boolean({ description: 'Whether it worked.' }),
    text: Type.Optional(Type.String({ description: 'What was seen, and what to do where it did not work.' })),
  },
  { additionalProperties: true, title: 'CheckStep', description: 'One thing that was tried.' },
);
const CheckAnswer = Type.Object(
  {
    kind: Type.String({ description: 'The kind of connection.' }),
    ok: Type.Boolean({
      description: 'Whether a delivery would get through, and what the partner sends would be taken.',
    }),
    steps: Type.Array(CheckStep, { description: 'What was tried, in order, up to the first that did not work.' }),
    facts: Type.Object({}, { additionalProperties: true, description: 'What the other side showed of itself.' }),
  },
  { title: 'ConnectionCheck', description: 'What was tried, and what came of it.' },
);
