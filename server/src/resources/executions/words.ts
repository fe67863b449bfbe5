import { oneOf } from '../../schemas/common.js';

// Words of the interface that executions and transactions share.

export const Direction = oneOf(['INBOUND', 'OUTBOUND', 'UNKNOWN']);
export const Mode = oneOf(['test', 'production', 'other'], 'ISA15: T, P, I.');
export const ConnectionType = oneOf(['BUCKET', 'AS2', 'PLATFORM_FTP', 'REMOTE_FTP', 'PLATFORM_ACCOUNT_FTP']);
