import type { JsonObject } from '../../json.js';
import type { Connections } from '../../store/tables.js';
import type { ConnectionKind } from './kinds/kind.js';
import { kindOf } from './kinds/kind-table.js';

/** The settings of a connection. The one place where the column is read. */
export function settingsOf({ settings }: Pick<Connections, 'settings'>): JsonObject {
  // Rows are written only with settings that the schema of their kind has let through.
  return JSON.parse(settings) as JsonObject;
}

/** A connection with what its kind makes of its settings. */
export interface ReadConnection {
  readonly connection: Connections;
  readonly kind: ConnectionKind;
  readonly settings: JsonObject;
  /** The bucket that it delivers into; `undefined`: none of this server. */
  readonly bucket: string | undefined;
}

export function readConnection(connection: Connections): ReadConnection {
  const kind = kindOf(connection);
  const settings = settingsOf(connection);
  return { connection, kind, settings, bucket: kind.bucketOf?.(settings) };
}
