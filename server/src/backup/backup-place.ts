import type { Clock } from '../clock.js';
import type { Config, Environment } from '../config.js';
import type { MasterKeys } from '../secrets/secrets.js';
import { copyPostgres } from '../store/postgres/copy-postgres.js';
import { restorePostgres } from '../store/postgres/restore-postgres.js';
import { copySqlite, demandStore } from '../store/sqlite/copy-sqlite.js';
import { restoreSqlite } from '../store/sqlite/restore-sqlite.js';
import type { Store } from '../store/store.js';
import type { StoreCopy, StoreRestore } from '../store/store-copy.js';

/** The server that is backed up, or restored: its settings say where its parts are. */
export interface BackupPlace {
  readonly config: Config;
  readonly environment: Environment;
  readonly keys: MasterKeys;
  readonly clock: Clock;
  /** A line for the person who waits. */
  readonly progress: (line: string) => void;
}

export function dialectOfPlace({ config }: Pick<BackupPlace, 'config'>): Store['dialect'] {
  return config.databaseUrl === undefined ? 'sqlite' : 'postgres';
}

/** Name of the file that the copy of a store is. */
export const STORE_FILES = { sqlite: 'store.sqlite', postgres: 'store.pgdump' } as const;

/** Before the store is asked for anything, which would make one. @throws StoreError. */
export function demandPlace({ config }: BackupPlace): void {
  if (config.databaseUrl === undefined) demandStore(config.dataDir);
}

export function copyStore({ config, environment }: BackupPlace, path: string): Promise<StoreCopy> {
  return config.databaseUrl === undefined
    ? copySqlite({ folder: config.dataDir, path })
    : copyPostgres({ url: config.databaseUrl, environment, path });
}

export function restoreStore({ config, environment }: BackupPlace): Promise<StoreRestore> {
  return config.databaseUrl === undefined
    ? restoreSqlite({ folder: config.dataDir })
    : restorePostgres({ url: config.databaseUrl, environment });
}
