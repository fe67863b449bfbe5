import type { DatabaseSync, StatementSyncInstance } from '@photostructure/sqlite';

/** A database through the `node:sqlite` API. */
export type Database = InstanceType<typeof DatabaseSync>;
/** A statement that its database has prepared. */
export type Statement = StatementSyncInstance;

type OpenDatabase = new (path: string, options?: { readonly readOnly?: boolean }) => Database;

/** SQLite as Node has it built in (from 22.13), else the package that has the same API prebuilt inside. */
export async function loadSqlite(): Promise<OpenDatabase> {
  const builtIn = builtInSqlite();
  if (builtIn !== undefined) return builtIn;
  const { DatabaseSync } = await import('@photostructure/sqlite');
  return DatabaseSync;
}

function builtInSqlite(): OpenDatabase | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) return undefined;
  // The types of the Node floor do not know `getBuiltinModule`; what it gives has the API of the package.
  const { getBuiltinModule } = process as { readonly getBuiltinModule?: (id: string) => unknown };
  const module = getBuiltinModule?.('node:sqlite') as { readonly DatabaseSync: OpenDatabase } | undefined;
  return module?.DatabaseSync;
}
