import { checkConnection } from 'ediloom/transports/connection';

checkConnection({ kind: 'sftp', host: 'sftp.example.com' });
