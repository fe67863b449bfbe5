import { oneOf } from '../../schemas/shapes.js';
import { PUBLIC_TYPES } from '../connections/kinds/kind-table.js';

// Words of the interface that executions and transactions share.

export const Direction = oneOf(['INBOUND', 'OUTBOUND', 'UNKNOWN'], {
  title: 'Direction',
  description: 'INBOUND came from the partner, OUTBOUND goes there.',
});
export const Mode = oneOf(['test', 'production', 'other'], {
  title: 'TransactionMode',
  description: 'ISA15: T is test, P production, I other.',
});
/** Those of the kinds of connections, and one that clients of the interface know and no kind has. */
export const ConnectionType = oneOf([...PUBLIC_TYPES, 'PLATFORM_ACCOUNT_FTP'], {
  title: 'PublicConnectionType',
  description:
    'Over what the file went. BUCKET is also a folder of the operator, PLATFORM_FTP the SFTP server that comes with this one.',
});
