import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about connections to the partner's server, and their answers. */
export const REMOTE_FTP_CONNECTION_EXAMPLES: Examples = {
  CreateRemoteFtpConnection: [
    {
      summary: 'An SFTP server',
      params: { partnershipId: 'northwind-lakeside' },
      body: {
        name: 'Lakeside SFTP',
        protocol: 'SFTP',
        host: 'sftp.lakeside.example',
        username: 'northwind',
        password: 'a password',
        hostKeys: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
        outboundSubdirectory: 'orders',
      },
      answer: {
        connectionId: IDS.remoteFtp,
        connectionType: 'remote-ftp',
        name: 'Lakeside SFTP',
        enabled: true,
        test: false,
        status: 'Available',
        protocol: 'SFTP',
        host: 'sftp.lakeside.example',
        username: 'northwind',
        hostKeys: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
        outboundSubdirectory: 'orders',
        secrets: ['password'],
        createdAt: '2026-01-31T10:10:00.000Z',
        updatedAt: '2026-01-31T10:10:00.000Z',
        warnings: [
          {
            path: '/host',
            code: 'HOST_NOT_FOUND',
            message: 'The host has no address at the moment, so that nothing can be delivered to it. Check its name.',
          },
        ],
      },
    },
  ],
  GetRemoteFtpConnection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.remoteFtp } },
  ],
  UpdateRemoteFtpConnection: [
    {
      summary: 'At another address; the password stays',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.remoteFtp },
      body: {
        protocol: 'SFTP',
        host: 'sftp2.lakeside.example',
        username: 'northwind',
        hostKeys: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
        outboundSubdirectory: 'orders',
      },
      answer: {
        connectionId: IDS.remoteFtp,
        connectionType: 'remote-ftp',
        name: 'Lakeside SFTP',
        enabled: true,
        test: false,
        status: 'Available',
        protocol: 'SFTP',
        host: 'sftp2.lakeside.example',
        username: 'northwind',
        hostKeys: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
        outboundSubdirectory: 'orders',
        secrets: ['password'],
        createdAt: '2026-01-31T10:10:00.000Z',
        updatedAt: '2026-01-31T10:14:00.000Z',
        warnings: [
          {
            path: '/host',
            code: 'HOST_NOT_FOUND',
            message: 'The host has no address at the moment, so that nothing can be delivered to it. Check its name.',
          },
        ],
      },
    },
  ],
  DeleteRemoteFtpConnection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.remoteFtp } },
  ],
  CheckRemoteFtpConnection: [
    {
      summary: 'One that cannot be reached',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.remoteFtp },
      answer: {
        kind: 'remote-ftp',
        ok: false,
        steps: [
          {
            name: 'connect',
            ok: false,
            text: 'sftp2.lakeside.example: The host name has no address. Check the host; or the name service is down.',
          },
        ],
        facts: { transport: 'sftp' },
      },
    },
  ],
  CreateRemoteFtpCredentials: [
    {
      summary: 'Another password',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.remoteFtp },
      body: { password: 'another password' },
      answer: {
        connectionId: IDS.remoteFtp,
        connectionType: 'remote-ftp',
        name: 'Lakeside SFTP',
        enabled: true,
        test: false,
        status: 'Available',
        protocol: 'SFTP',
        host: 'sftp2.lakeside.example',
        username: 'northwind',
        hostKeys: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
        outboundSubdirectory: 'orders',
        secrets: ['password'],
        createdAt: '2026-01-31T10:10:00.000Z',
        updatedAt: '2026-01-31T10:16:00.000Z',
      },
    },
  ],
  UpdateRemoteFtpLastPollTime: [
    {
      summary: 'The end of January',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.remoteFtp },
      body: { lastPollAt: '2026-01-31T00:00:00Z' },
      answer: {
        connectionId: IDS.remoteFtp,
        connectionType: 'remote-ftp',
        name: 'Lakeside SFTP',
        enabled: true,
        test: false,
        status: 'Available',
        protocol: 'SFTP',
        host: 'sftp2.lakeside.example',
        username: 'northwind',
        hostKeys: ['SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'],
        outboundSubdirectory: 'orders',
        secrets: ['password'],
        lastPollAt: '2026-01-31T00:00:00.000Z',
        createdAt: '2026-01-31T10:10:00.000Z',
        updatedAt: '2026-01-31T10:18:00.000Z',
      },
    },
  ],
};
