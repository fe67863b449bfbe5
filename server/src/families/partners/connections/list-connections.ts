import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { isVisible } from '../../../resources/connections/rows.js';
import { type AnyConnection, connectionAnswer } from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';
import { findPartnership } from '../../../resources/partnerships/rows.js';
import { PartnershipParams } from '../../../schemas/common.js';
import type { Connections } from '../../../store/tables.js';

/** By member of the answer. */
const LISTS = {
  buckets: 'bucket',
  hostedSftp: 'hosted-sftp',
  remoteFtp: 'remote-ftp',
  as2: 'as2',
  folders: 'folder',
} as const satisfies Record<string, Connections['kind']>;

export const listConnectionsRoute = route({
  operation: 'ListConnections',
  family: 'partners',
  method: 'GET',
  path: '/x12/partnerships/:partnershipId/connections',
  summary: 'Lists the connections of a partnership by their kind',
  schemas: {
    params: PartnershipParams,
    response: {
      200: Type.Object(
        Object.fromEntries(Object.entries(LISTS).map(([list, kind]) => [list, Type.Array(connectionAnswer(kind))])),
      ),
    },
  },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const { partnershipId } = call.params;
      await findPartnership(queries, partnershipId);
      const rows = await queries
        .from('connections')
        .selectAll()
        .where('partnership_id', '=', partnershipId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const lists: Record<string, AnyConnection[]> = {};
      for (const [list, kind] of Object.entries(LISTS)) {
        const shown = rows.filter((row) => row.kind === kind && isVisible(row, call.caller.mode));
        lists[list] = [];
        for (const row of shown) lists[list].push(await presentConnection(call.services, queries, row));
      }
      return lists;
    }),
  }),
});
