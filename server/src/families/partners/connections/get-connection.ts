import type { AnyRoute } from '../../../gateway/route.js';
import { route } from '../../../operations/route.js';
import { type KindNames, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection } from '../../../resources/connections/rows.js';
import { ConnectionParams, connectionAnswer } from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';

export function getConnectionRoute({ kind, ...names }: KindNames): AnyRoute {
  return route({
    operation: `Get${names.operation}Connection`,
    family: 'partners',
    method: 'GET',
    ...pathsOf({ kind, ...names }, '/:connectionId'),
    summary: `Reads a connection over ${names.title}`,
    schemas: { params: ConnectionParams, response: { 200: connectionAnswer(kind) } },
    handle: async (call) => {
      const { partnershipId, connectionId } = call.params;
      const place = { kind, partnershipId, mode: call.caller.mode };
      return {
        body: await call.read(async (queries) =>
          presentConnection(call.services, queries, await findConnection(queries, place, connectionId)),
        ),
      };
    },
  });
}
