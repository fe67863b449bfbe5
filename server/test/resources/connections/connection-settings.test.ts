import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { CONNECTION_KINDS, type ConnectionKind } from '../../../src/resources/connections/connection-settings.js';

const SOUND: Readonly<Record<ConnectionKind, object>> = {
  bucket: {
    bucketName: 'mill-files',
    parentDirectory: '/mill/',
    outboundSubdirectory: 'to-mill',
    deleteInboundFilesOnReceipt: true,
  },
  'hosted-sftp': { bucketName: 'mill-files', username: 'MILL', homeDirectory: '/mill' },
  'remote-ftp': {
    protocol: 'SFTP',
    host: 'sftp.mill.example',
    port: 22,
    username: 'shop',
    rootDirectory: '',
    retries: 2,
  },
  as2: {
    localAs2Id: 'SHOP',
    partnerAs2Id: 'The Mill',
    outboundSettings: { enabled: true, partnerServerUrl: 'https://mill.example/as2' },
  },
  folder: { root: '/srv/edi' },
};

const WRONG: readonly (readonly [ConnectionKind, string, object])[] = [
  ['bucket', 'a member that nobody knows', { bucketNames: 'x' }],
  ['bucket', 'a bucket of capital letters', { bucketName: 'Mill' }],
  ['bucket', 'a line break in a directory', { parentDirectory: 'a\nb' }],
  ['bucket', 'a backslash in a directory', { outboundSubdirectory: 'a\\b' }],
  ['remote-ftp', 'plain FTP', { protocol: 'FTP' }],
  ['remote-ftp', 'a certificate that is not verified', { ftpsAdvancedFields: { rejectUnauthorized: false } }],
  ['remote-ftp', 'a host with credentials', { host: 'shop@mill.example' }],
  ['remote-ftp', 'a password among the settings', { password: 'x' }],
  ['as2', 'an id with a quote', { localAs2Id: 'SH"OP' }],
  ['as2', 'a URL of another scheme', { outboundSettings: { enabled: true, partnerServerUrl: 'file:///etc/passwd' } }],
];

describe('settings of connections', () => {
  it.each(Object.entries(SOUND))('take what is sound for %s', (kind, settings) => {
    // The keys of the table are the kinds.
    expect(Value.Check(CONNECTION_KINDS[kind as ConnectionKind].schema, settings)).toBe(true);
  });

  it.each(WRONG)('of %s refuse %s', (kind, _, change) => {
    expect(Value.Check(CONNECTION_KINDS[kind].schema, { ...SOUND[kind], ...change })).toBe(false);
  });
});
