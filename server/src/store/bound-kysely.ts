import { type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** The parts of a kysely dialect that differ between the databases. */
export type DialectParts = Pick<Dialect, 'createAdapter' | 'createIntrospector' | 'createQueryCompiler'>;

/**
 * Kysely over one connection. It cannot begin transactions itself: the store does, so that no query runs beside one by mistake.
 */
export function boundKysely(connection: DatabaseConnection, parts: DialectParts): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => parts.createAdapter(),
      createIntrospector: (db) => parts.createIntrospector(db),
      createQueryCompiler: () => parts.createQueryCompiler(),
      createDriver: () => boundDriver(connection),
    },
  });
}

function boundDriver(connection: DatabaseConnection): Driver {
  const refuse = async (): Promise<never> => {
    throw new Error('Transactions are begun by the store: use store.write().');
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
}
