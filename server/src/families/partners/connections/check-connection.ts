import Type from 'typebox';
import { checkConnection } from '../../../exchange/transports/check-connection.js';
import type { AnyRoute } from '../../../gateway/route.js';
import { route } from '../../../operations/route.js';
import { type KindNames, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection } from '../../../resources/connections/rows.js';
import { ConnectionParams } from '../../../resources/connections/schemas.js';

export function checkConnectionRoute({ kind, ...names }: KindNames): AnyRoute {
  return route({
    operation: `Check${names.operation}Connection`,
    family: 'partners',
    method: 'POST',
    ...pathsOf({ kind, ...names }, '/:connectionId/check'),
    summary: `Tries a connection over ${names.title}, and says what works`,
    schemas: { params: ConnectionParams, response: { 200: CheckAnswer } },
    audit: { action: 'check', objectKind: 'connection', objectParam: 'connectionId' },
    handle: async (call) => {
      const { partnershipId, connectionId } = call.params;
      const place = { kind, partnershipId, mode: call.caller.mode };
      const row = await call.read((queries) => findConnection(queries, place, connectionId));
      return { body: await checkConnection(call.services, row, call.signal) };
    },
  });
}

/** What was tried, in order, and what the other side showed. */
export const CheckAnswer = Type.Object({
  kind: Type.String(),
  ok: Type.Boolean(),
  steps: Type.Array(
    Type.Object(
      { name: Type.String(), ok: Type.Boolean(), text: Type.Optional(Type.String()) },
      { additionalProperties: true },
    ),
  ),
  facts: Type.Object({}, { additionalProperties: true }),
});
