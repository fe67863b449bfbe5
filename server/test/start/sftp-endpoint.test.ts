import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/start/read-config.js';

const OPEN = { ALLOW_INSECURE: '1' };

it.each([
  ['the address that is listened at', {}, '127.0.0.1'],
  ['the same, another', { EXCHANGE_HOST: '10.0.0.7', ...OPEN }, '10.0.0.7'],
  [
    'the public host',
    { EXCHANGE_HOST: '0.0.0.0', PUBLIC_URL: 'https://edi.example.com:8443/x', ...OPEN },
    'edi.example.com',
  ],
  ['the machine', { EXCHANGE_HOST: '::', ...OPEN }, hostname()],
  ['what is said', { EXCHANGE_HOST: '0.0.0.0', SFTP_ENDPOINT: 'sftp.example.com', ...OPEN }, 'sftp.example.com'],
])('SFTP users are told %s', (_, env, told) => {
  expect(readConfig(env).sftpEndpoint).toBe(told);
});

it('SFTP_ENDPOINT is a host alone', () => {
  for (const SFTP_ENDPOINT of ['sftp://sftp.example.com', 'sftp.example.com:2222', 'me@sftp.example.com']) {
    expect(() => readConfig({ SFTP_ENDPOINT })).toThrow('SFTP_ENDPOINT must be the name or address of a host alone');
  }
});
