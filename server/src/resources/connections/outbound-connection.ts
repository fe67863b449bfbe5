import Type, { type Static } from 'typebox';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { isDirectoryName } from '../filenames/filename.js';
import { KIND_NAMES, KIND_SPELLINGS, kindNameOf, kindOf } from './kinds/kind-table.js';
import { lockConnection } from './lock-connection.js';
import { settingsOf } from './settings-of.js';

/** As requests name kinds: other spellings that clients have are taken too. */
const ConnectionTypeIn = Type.Enum([...KIND_SPELLINGS], {
  description: 'Type of the connection, as a check: it is known by the id.',
});
export const ConnectionType = Type.Enum([...KIND_NAMES], {
  title: 'ConnectionType',
  description: 'What kind of connection it is; `folder` is made by the operator alone.',
});

export const ConnectionId = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$', description: 'Id of a connection.' });

const Subdirectory = Type.String({
  maxLength: 200,
  pattern: '^[^/\\\\\\u0000-\\u001f\\u007f]+(/[^/\\\\\\u0000-\\u001f\\u007f]+)*$',
  description: 'Below the outbound directory of the connection, in place of its outbound subdirectory.',
});

export const FilenameExpression = Type.String({
  minLength: 1,
  maxLength: 1000,
  description:
    'Name of outgoing files, in JSONata: `"PO_" & $millis() & ".edi"`. Default: the id of the file execution.',
});

/** Where files go, as requests say it. */
export const OutboundConnectionIn = Type.Object(
  {
    connectionType: Type.Optional(ConnectionTypeIn),
    connectionId: ConnectionId,
    subdirectory: Type.Optional(Subdirectory),
    filename: Type.Optional(FilenameExpression),
  },
  {
    additionalProperties: false,
    title: 'OutboundConnectionToSet',
    description: 'Where files go. Absent: nothing can be sent.',
  },
);
export type OutboundConnectionIn = Static<typeof OutboundConnectionIn>;

/** Where files go, as answers say it. */
export const OutboundConnection = Type.Object(
  {
    connectionType: ConnectionType,
    connectionId: ConnectionId,
    subdirectory: Type.Optional(Subdirectory),
    filename: Type.Optional(FilenameExpression),
  },
  { title: 'OutboundConnection', description: 'Where files go. Absent: nothing can be sent.' },
);
export type OutboundConnection = Static<typeof OutboundConnection>;

/**
 * The connection that a reference names: one of the partnership, or one of the account that no partnership has.
 * @throws Problem `invalid` where there is none, or it is of another type.
 */
export async function demandConnection(
  queries: AccountQueries,
  partnershipId: string,
  { connectionType, connectionId, subdirectory }: OutboundConnectionIn,
): Promise<Connections> {
  const connection = await lockConnection(queries, connectionId);
  if (connection === undefined || (connection.partnership_id ?? partnershipId) !== partnershipId) {
    throw refused('/connection/connectionId', 'The partnership has no such connection. Create it first.');
  }
  if (connectionType !== undefined && kindNameOf(connectionType) !== connection.kind) {
    throw refused(
      '/connection/connectionType',
      'The connection is of another type. Leave the type out, or name its own.',
    );
  }
  if (subdirectory?.split('/').some((part) => part === '.' || part === '..')) {
    throw refused('/connection/subdirectory', 'A subdirectory must have no "." and "..".');
  }
  demandPlace(connection, subdirectory);
  return connection;
}

/** In a bucket of ours a directory is named as the connection itself may name one, and is not where files come in. */
function demandPlace(connection: Connections, subdirectory: string | undefined): void {
  if (subdirectory === undefined || kindOf(connection).bucketOf === undefined) return;
  if (!subdirectory.split('/').every(isDirectoryName)) {
    throw refused(
      '/connection/subdirectory',
      'A subdirectory has names that begin with no dot, end with no dot or space, have none of <>:"|?* and are no device (CON, NUL, COM1).',
    );
  }
  const kind = kindOf(connection);
  const settings = settingsOf(connection);
  const outbound = kind.placesOf?.(settings).outbound;
  if (outbound === undefined || connection.inbound_place === null) return;
  if (!`${outbound}${subdirectory}/`.startsWith(connection.inbound_place)) return;
  throw refused(
    '/connection/subdirectory',
    'Files of the partner come in there over the connection. Choose another directory.',
  );
}

function refused(path: string, message: string): Error {
  return invalid(message, { errors: [{ path, message }] });
}
