import { route } from '../../../../operations/route.js';
import { createConnection } from '../../../../resources/connections/rows.js';
import { connectionAnswer, type GivenConnection, newConnection } from '../../../../resources/connections/schemas.js';
import { presentConnection } from '../../../../resources/connections/shown.js';

export const createGlobalConnectionRoute = route({
  operation: 'CreateGlobalConnection',
  family: 'partners',
  method: 'POST',
  path: '/global-connections',
  summary: 'Connects all partnerships of the account over a bucket',
  schemas: { body: newConnection('bucket'), response: { 201: connectionAnswer('bucket') } },
  audit: { action: 'create', objectKind: 'connection' },
  handle: (call) => {
    const { services, caller } = call;
    const place = { kind: 'bucket', partnershipId: undefined, mode: caller.mode } as const;
    return call.commit(async (queries) => {
      // The schema of the kind has let it through.
      const row = await createConnection(services, queries, place, call.body as GivenConnection);
      return { status: 201, body: await presentConnection(services, queries, row), objectId: row.id };
    });
  },
});
