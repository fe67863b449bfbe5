import { route } from '../../../operations/route.js';
import { demandFilename } from '../filename-expression.js';
import { presentPartnership } from './present.js';
import { createPartnership, proposedId } from './queries.js';
import { NewPartnership, Partnership } from './schemas.js';

export const createPartnershipRoute = route({
  operation: 'CreateX12Partnership',
  family: 'partners',
  method: 'POST',
  path: '/x12/partnerships',
  summary: 'Creates a partnership of a local profile and a partner profile',
  schemas: { body: NewPartnership, response: { 201: Partnership } },
  keys: 'live',
  audit: { action: 'create', objectKind: 'partnership' },
  handle: async (call) => {
    const { services, caller, body } = call;
    const filename = body.ackConfiguration?.connection?.filename;
    await demandFilename(services, caller.accountId, filename, '/ackConfiguration/connection/filename');
    return call.commit(async (queries) => {
      const row = await createPartnership(queries, services.clock, body);
      return { status: 201, body: await presentPartnership(queries, row), objectId: proposedId(body) };
    });
  },
});
