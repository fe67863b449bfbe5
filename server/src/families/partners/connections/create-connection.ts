import type { AnyRoute } from '../../../gateway/route.js';
import { route } from '../../../operations/route.js';
import { type KindNames, pathsOf } from '../../../resources/connections/kinds.js';
import { createConnection } from '../../../resources/connections/rows.js';
import { connectionAnswer, type GivenConnection, newConnection } from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';
import { PartnershipParams } from '../../../schemas/common.js';

export function createConnectionRoute(names: KindNames): AnyRoute {
  return route({
    operation: `Create${names.operation}Connection`,
    family: 'partners',
    method: 'POST',
    ...pathsOf(names),
    summary: `Connects a partnership over ${names.title}`,
    schemas: {
      params: PartnershipParams,
      body: newConnection(names.kind),
      response: { 201: connectionAnswer(names.kind) },
    },
    audit: { action: 'create', objectKind: 'connection' },
    handle: (call) => {
      const { services, caller, params } = call;
      const place = { kind: names.kind, partnershipId: params.partnershipId, mode: caller.mode };
      return call.commit(async (queries) => {
        // The schema of the kind has let it through.
        const row = await createConnection(services, queries, place, call.body as GivenConnection);
        return { status: 201, body: await presentConnection(services, queries, row), objectId: row.id };
      });
    },
  });
}
