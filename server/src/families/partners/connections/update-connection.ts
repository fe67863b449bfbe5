import type { AnyRoute } from '../../../gateway/route.js';
import { route } from '../../../operations/route.js';
import { type KindNames, pathsOf } from '../../../resources/connections/kinds.js';
import { updateConnection } from '../../../resources/connections/rows.js';
import {
  ConnectionParams,
  connectionAnswer,
  connectionUpdate,
  type GivenConnection,
} from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';

export function updateConnectionRoute({ kind, ...names }: KindNames): AnyRoute {
  return route({
    operation: `Update${names.operation}Connection`,
    family: 'partners',
    method: 'PUT',
    ...pathsOf({ kind, ...names }, '/:connectionId'),
    summary: `Replaces the settings of a connection over ${names.title}; secrets that are not given stay`,
    schemas: { params: ConnectionParams, body: connectionUpdate(kind), response: { 200: connectionAnswer(kind) } },
    audit: { action: 'update', objectKind: 'connection', objectParam: 'connectionId' },
    handle: (call) => {
      const { services, caller } = call;
      const { partnershipId, connectionId } = call.params;
      const place = { kind, partnershipId, mode: caller.mode };
      return call.commit(async (queries) => {
        // The schema of the kind has let it through.
        const row = await updateConnection(services, queries, place, connectionId, call.body as GivenConnection);
        return { body: await presentConnection(services, queries, row) };
      });
    },
  });
}
