import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { KINDS, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection } from '../../../resources/connections/rows.js';
import { ConnectionParams, connectionAnswer } from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';
import { Instant } from '../../../schemas/common.js';

export const putLastPollTimeRoute = route({
  operation: 'UpdateRemoteFtpLastPollTime',
  family: 'partners',
  method: 'PUT',
  ...pathsOf(KINDS['remote-ftp'], '/:connectionId/last-poll-time'),
  summary: 'Says up to when files of the partner have been picked up',
  schemas: {
    params: ConnectionParams,
    body: Type.Object({ lastPollAt: Instant }, { additionalProperties: false }),
    response: { 200: connectionAnswer('remote-ftp') },
  },
  audit: { action: 'update', objectKind: 'connection', objectParam: 'connectionId' },
  handle: (call) => {
    const { services, caller } = call;
    const { partnershipId, connectionId } = call.params;
    const place = { kind: 'remote-ftp', partnershipId, mode: caller.mode } as const;
    return call.commit(async (queries) => {
      await findConnection(queries, place, connectionId);
      const row = await queries
        .update('connections')
        .set({ last_poll_at: Date.parse(call.body.lastPollAt), updated_at: services.clock.now() })
        .where('id', '=', connectionId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { body: await presentConnection(services, queries, row) };
    });
  },
});
