export type { ConnectionProblem } from './check-node.js';
export {
  CONNECTION_SCHEMA,
  type Connection,
  type ConnectionFile,
  checkConnection,
  readConnectionFile,
} from './connection.js';
export { type OpenConnectionOptions, openConnection } from './open-connection.js';
