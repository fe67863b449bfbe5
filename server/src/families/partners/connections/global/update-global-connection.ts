import { route } from '../../../../operations/route.js';
import { updateConnection } from '../../../../resources/connections/rows.js';
import {
  connectionAnswer,
  connectionUpdate,
  type GivenConnection,
  GlobalConnectionParams,
} from '../../../../resources/connections/schemas.js';
import { presentConnection } from '../../../../resources/connections/shown.js';

export const updateGlobalConnectionRoute = route({
  operation: 'UpdateGlobalConnection',
  family: 'partners',
  method: 'PUT',
  path: '/global-connections/:connectionId',
  summary: 'Replaces the settings of a connection that all partnerships may use',
  schemas: {
    params: GlobalConnectionParams,
    body: connectionUpdate('bucket'),
    response: { 200: connectionAnswer('bucket') },
  },
  audit: { action: 'update', objectKind: 'connection', objectParam: 'connectionId' },
  handle: (call) => {
    const { services, caller } = call;
    const place = { kind: 'bucket', partnershipId: undefined, mode: caller.mode } as const;
    return call.commit(async (queries) => {
      // The schema of the kind has let it through.
      const given = call.body as GivenConnection;
      const row = await updateConnection(services, queries, place, call.params.connectionId, given);
      return { body: await presentConnection(services, queries, row) };
    });
  },
});
