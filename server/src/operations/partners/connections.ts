import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import type { RequestedKind } from '../../resources/connections/kinds/kind.js';
import { GLOBAL_KIND, KINDS, REQUESTED_KINDS } from '../../resources/connections/kinds/kind-table.js';
import { listsByKind } from '../../resources/connections/lists-by-kind.js';
import { ConnectionId } from '../../resources/connections/outbound-connection.js';
import { listGlobalConnections } from '../../resources/connections/rows.js';
import { AnyConnection, connectionAnswer } from '../../resources/connections/schemas.js';
import { showConnections } from '../../resources/connections/shown.js';
import { findPartnership } from '../../resources/partnerships/rows.js';
import { PartnershipId, PartnershipParams } from '../../schemas/ids.js';
import { PAGED, PageOf } from '../../schemas/pages.js';
import { listRoute, route } from '../route.js';
import { type PlaceRoutes, placeRoutes } from './connection-routes.js';

/** Of a connection of a partnership. */
export const ConnectionParams = Type.Object({ partnershipId: PartnershipId, connectionId: ConnectionId });

/** Paths of the connections of a kind, and of what is below them; with those that clients of another spelling use. */
export function kindPaths({ segment, alias }: RequestedKind, rest = '') {
  const below = (name: string): string => `/x12/partnerships/:partnershipId/connections/${name}${rest}`;
  return { path: below(segment), aliases: alias === undefined ? [] : [below(alias)] };
}

/** Connections of a kind that one partnership has. */
function ofPartnership(kind: RequestedKind): PlaceRoutes {
  const { operation, title } = kind;
  return {
    operation,
    paths: (rest) => kindPaths(kind, rest),
    params: Type.Unsafe(PartnershipParams),
    connectionParams: Type.Unsafe(ConnectionParams),
    makes: kind,
    finds: kind,
    summaries: {
      create: `Connect a partnership over ${title}`,
      get: `Get a connection over ${title}`,
      update: `Replace the settings of a connection over ${title}`,
      delete: `Delete a connection over ${title} that nothing refers to`,
      check: `Try a connection over ${title}`,
    },
  };
}

/** Connections that all partnerships of the account may use. */
const GLOBAL: PlaceRoutes = {
  operation: 'Global',
  paths: (rest = '') => ({ path: `/global-connections${rest}` }),
  params: Type.Unsafe(Type.Object({})),
  connectionParams: Type.Unsafe(Type.Object({ connectionId: ConnectionId })),
  makes: GLOBAL_KIND,
  summaries: {
    create: `Connect all partnerships of the account over ${GLOBAL_KIND.title}`,
    get: 'Get a connection that all partnerships may use',
    update: 'Replace the settings of a connection that all partnerships may use',
    delete: 'Delete a connection that nothing refers to',
    check: 'Try a connection that all partnerships may use',
  },
};

const listConnectionsRoute = route({
  operation: 'ListConnections',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId/connections',
  summary: 'List the connections of a partnership by their kind',
  schemas: {
    params: PartnershipParams,
    response: {
      200: Type.Object(
        Object.fromEntries(
          KINDS.map((kind) => [
            kind.list,
            Type.Array(connectionAnswer(kind), { description: `Those over ${kind.title}.` }),
          ]),
        ),
        { title: 'PartnershipConnections', description: 'All connections of the partnership, by their kind.' },
      ),
    },
  },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const { partnershipId } = call.params;
      await findPartnership(queries, partnershipId);
      return listsByKind(call.services, queries, partnershipId, call.caller.mode);
    }),
  }),
});

const listGlobalRoute = listRoute({
  operation: 'ListGlobalConnections',
  family: 'partners',
  method: 'GET',
  path: '/global-connections',
  summary: 'List connections that all partnerships may use, oldest first',
  schemas: { response: { 200: PageOf(AnyConnection) } },
  paged: PAGED,
  list: (call) =>
    call.read(async (queries) => {
      const page = await listGlobalConnections(queries, call.caller.mode, call.page);
      return { ...page, items: await showConnections(call.services, queries, page.items) };
    }),
});

export const connectionRoutes: readonly AnyRoute[] = [
  listConnectionsRoute,
  ...REQUESTED_KINDS.flatMap((kind) => placeRoutes(ofPartnership(kind))),
];

/** Shown behind all that a partnership's connections have. */
export const globalConnectionRoutes: readonly AnyRoute[] = [listGlobalRoute, ...placeRoutes(GLOBAL)];
