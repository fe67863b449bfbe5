import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { EXAMPLE_CERTIFICATE } from './example-certificate.js';

/** Requests about connections that all partnerships may use, and their answers. */
export const CONNECTION_EXAMPLES: Examples = {
  CreateGlobalConnection: [
    {
      summary: 'A bucket for all partners',
      body: { name: 'All partners', bucketName: 'ediloom-demo', outboundSubdirectory: 'all' },
      answer: {
        connectionId: IDS.global,
        connectionType: 'bucket',
        name: 'All partners',
        enabled: true,
        test: false,
        status: 'Available',
        bucketName: 'ediloom-demo',
        outboundSubdirectory: 'all',
        secrets: [],
        createdAt: '2026-01-31T10:52:00.000Z',
        updatedAt: '2026-01-31T10:52:00.000Z',
      },
    },
  ],
  GetGlobalConnection: [{ summary: 'One connection', params: { connectionId: IDS.global } }],
  UpdateGlobalConnection: [
    {
      summary: 'Into another directory',
      params: { connectionId: IDS.global },
      body: { bucketName: 'ediloom-demo', outboundSubdirectory: 'everybody' },
      answer: {
        connectionId: IDS.global,
        connectionType: 'bucket',
        name: 'All partners',
        enabled: true,
        test: false,
        status: 'Available',
        bucketName: 'ediloom-demo',
        outboundSubdirectory: 'everybody',
        secrets: [],
        createdAt: '2026-01-31T10:52:00.000Z',
        updatedAt: '2026-01-31T10:58:00.000Z',
      },
    },
  ],
  DeleteGlobalConnection: [{ summary: 'One connection', params: { connectionId: IDS.global } }],
  CheckGlobalConnection: [
    {
      summary: 'One that works',
      params: { connectionId: IDS.global },
      answer: {
        kind: 'bucket',
        ok: true,
        steps: [{ name: 'reach the bucket', ok: true }],
        facts: { transport: 'bucket' },
      },
    },
  ],
  ListConnections: [
    {
      summary: 'Of one partnership',
      params: { partnershipId: 'northwind-lakeside' },
      answer: {
        as2: [
          {
            connectionId: IDS.as2,
            connectionType: 'as2',
            name: 'Lakeside AS2',
            enabled: true,
            test: false,
            status: 'Available',
            localAs2Id: 'NORTHWIND',
            partnerAs2Id: 'LAKESIDE',
            partnerEncryption: { publicCertificate: EXAMPLE_CERTIFICATE },
            outboundSettings: {
              enabled: true,
              partnerServerUrl: 'https://as2.lakeside.example/as2',
              compression: 'ZLIB',
            },
            secrets: [],
            createdAt: '2026-01-31T10:22:00.000Z',
            updatedAt: '2026-01-31T10:32:00.000Z',
          },
        ],
        buckets: [
          {
            connectionId: IDS.bucket,
            connectionType: 'bucket',
            name: 'Outbox',
            enabled: true,
            test: false,
            status: 'Available',
            bucketName: 'ediloom-demo',
            outboundSubdirectory: 'lakeside/out',
            secrets: [],
            createdAt: '2026-01-31T10:36:00.000Z',
            updatedAt: '2026-01-31T10:40:00.000Z',
          },
        ],
        folders: [],
        hostedSftp: [
          {
            connectionId: IDS.hostedSftp,
            connectionType: 'hosted-sftp',
            name: 'Lakeside comes for it',
            enabled: false,
            test: false,
            status: 'Available',
            bucketName: 'ediloom-demo',
            username: 'LAKESIDE',
            outboundSubdirectory: 'to-lakeside',
            secrets: [],
            createdAt: '2026-01-31T10:44:00.000Z',
            updatedAt: '2026-01-31T10:48:00.000Z',
          },
        ],
        remoteFtp: [
          {
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
        ],
      },
    },
  ],
  ListGlobalConnections: [
    {
      summary: 'All',
      answer: {
        items: [
          {
            connectionId: IDS.global,
            connectionType: 'bucket',
            name: 'All partners',
            enabled: true,
            test: false,
            status: 'Available',
            bucketName: 'ediloom-demo',
            outboundSubdirectory: 'all',
            secrets: [],
            createdAt: '2026-01-31T10:52:00.000Z',
            updatedAt: '2026-01-31T10:52:00.000Z',
          },
        ],
      },
    },
  ],
};
