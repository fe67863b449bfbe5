import { expect, it } from 'vitest';
import { demandPorts } from '../../src/start/demand-ports.js';
import { readConfig } from '../../src/start/read-config.js';

const OPEN = { ALLOW_INSECURE: '1' };
const TLS = { TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' };

it.each([
  [{ PORT: '9000', S3_PORT: '9000' }, 'PORT and S3_PORT are both 9000. Give each a port of its own.'],
  [{ SFTP_PORT: '8480' }, 'PORT and SFTP_PORT are both 8480'],
  [{ PORT: '2222' }, 'PORT and SFTP_PORT are both 2222'],
  [{ AS2_PORT: '9000', S3_PORT: '9000' }, 'AS2_PORT and S3_PORT are both 9000'],
  [{ ...TLS, SFTP_PORT: '2121' }, 'SFTP_PORT and FTPS_PORT are both 2121'],
  [{ PORT: '9000', S3_PORT: '9000', EXCHANGE_HOST: '0.0.0.0', ...OPEN }, 'PORT and S3_PORT'],
  [{ PORT: '9000', S3_PORT: '9000', HOST: '::', ...OPEN }, 'PORT and S3_PORT'],
  [
    { ...TLS, FTPS_PASSIVE_PORTS: '2000-3000' },
    'FTPS_PASSIVE_PORTS has 2222 among them, which is SFTP_PORT. Choose a range without it.',
  ],
])('one port is not for two: %j', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

it.each([
  [{}],
  [{ PORT: '0', AS2_PORT: '0', SFTP_PORT: '0', FTPS_PORT: '0', S3_PORT: '0', ...TLS }],
  // Nobody listens for FTPS without a certificate.
  [{ PORT: '2121' }],
  [{ PORT: '4080', AS2_PORT: 'off' }],
  [{ PORT: '443', S3_PORT: '443', EXCHANGE_HOST: '10.0.0.7', ...OPEN }],
  [{ PORT: '443', S3_PORT: '443', EXCHANGE_HOST: '0.0.0.0', HOST: '::1', ...OPEN }],
  [{ ...TLS, FTPS_PASSIVE_PORTS: '50000-50100' }],
])('ports that are not in the way of each other are taken: %j', (env) => {
  expect(() => demandPorts(readConfig(env))).not.toThrow();
});
