import type { Services } from '../../exchange/services.js';
import type { Answer, Call } from '../../gateway/call.js';
import type { JsonObject } from '../../json.js';
import type { RequestedKind } from '../../resources/connections/kinds/kind.js';
import { changeConnection } from '../../resources/connections/rows.js';
import type { AnyConnection } from '../../resources/connections/schemas.js';
import { showConnection } from '../../resources/connections/shown.js';

interface Params {
  readonly partnershipId: string;
  readonly connectionId: string;
}

/** To the audit every operation below a connection is a change of the connection. */
export const CHANGE_AUDIT = { action: 'update', objectKind: 'connection', objectParam: 'connectionId' } as const;

/**
 * Changes some settings of a partnership's connection and answers what it is then.
 * @param change makes all settings of those that stand; secrets that it leaves out stay.
 */
export function commitChanged(
  call: Call<Params, unknown, unknown, Services>,
  kind: RequestedKind,
  change: (settings: JsonObject) => JsonObject,
): Promise<Answer<AnyConnection>> {
  const { partnershipId, connectionId } = call.params;
  const place = { kind, partnershipId, mode: call.caller.mode };
  return call.commit(async (queries) => {
    const row = await changeConnection(call.services, queries, place, connectionId, change);
    return { body: await showConnection(call.services, queries, row) };
  });
}
