import { oneOf } from '../../schemas/common.js';
import { PUBLIC_TYPES } from '../connections/kinds/kind-table.js';

// Words of the interface that executions and transactions share.

export const Direction = oneOf(['INBOUND', 'OUTBOUND', 'UNKNOWN']);
export const Mode = oneOf(['test', 'production', 'other'], 'ISA15: T, P, I.');
/** Those of the kinds of connections, and one that clients of the interface know and no kind has. */
export const ConnectionType = oneOf([...PUBLIC_TYPES, 'PLATFORM_ACCOUNT_FTP']);
