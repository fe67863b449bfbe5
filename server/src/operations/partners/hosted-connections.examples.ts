import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about connections to buckets of the server, and their answers. */
export const HOSTED_CONNECTION_EXAMPLES: Examples = {
  CreateBucketConnection: [
    {
      summary: 'A bucket to look into',
      params: { partnershipId: 'northwind-lakeside' },
      body: { name: 'Outbox', bucketName: 'ediloom-demo', outboundSubdirectory: 'lakeside' },
      answer: {
        connectionId: IDS.bucket,
        connectionType: 'bucket',
        name: 'Outbox',
        enabled: true,
        test: false,
        status: 'Available',
        bucketName: 'ediloom-demo',
        outboundSubdirectory: 'lakeside',
        secrets: [],
        createdAt: '2026-01-31T10:36:00.000Z',
        updatedAt: '2026-01-31T10:36:00.000Z',
      },
    },
  ],
  GetBucketConnection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.bucket } },
  ],
  UpdateBucketConnection: [
    {
      summary: 'Into another directory',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.bucket },
      body: { bucketName: 'ediloom-demo', outboundSubdirectory: 'lakeside/out' },
      answer: {
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
    },
  ],
  DeleteBucketConnection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.bucket } },
  ],
  CheckBucketConnection: [
    {
      summary: 'One that works',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.bucket },
      answer: {
        kind: 'bucket',
        ok: true,
        steps: [{ name: 'reach the bucket', ok: true }],
        facts: { transport: 'bucket' },
      },
    },
  ],
  CreateHostedSftpConnection: [
    {
      summary: 'A bucket that the partner logs in to',
      params: { partnershipId: 'northwind-lakeside' },
      body: {
        name: 'Lakeside comes for it',
        bucketName: 'ediloom-demo',
        username: 'LAKESIDE',
        outboundSubdirectory: 'to-lakeside',
      },
      answer: {
        connectionId: IDS.hostedSftp,
        connectionType: 'hosted-sftp',
        name: 'Lakeside comes for it',
        enabled: true,
        test: false,
        status: 'Available',
        bucketName: 'ediloom-demo',
        username: 'LAKESIDE',
        outboundSubdirectory: 'to-lakeside',
        secrets: [],
        createdAt: '2026-01-31T10:44:00.000Z',
        updatedAt: '2026-01-31T10:44:00.000Z',
      },
    },
  ],
  GetHostedSftpConnection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.hostedSftp } },
  ],
  UpdateHostedSftpConnection: [
    {
      summary: 'Out of use for a while',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.hostedSftp },
      body: { bucketName: 'ediloom-demo', username: 'LAKESIDE', outboundSubdirectory: 'to-lakeside', enabled: false },
      answer: {
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
    },
  ],
  DeleteHostedSftpConnection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.hostedSftp } },
  ],
  CheckHostedSftpConnection: [
    {
      summary: 'One that works',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.hostedSftp },
      answer: {
        kind: 'hosted-sftp',
        ok: true,
        steps: [{ name: 'reach the bucket', ok: true }],
        facts: { transport: 'bucket' },
      },
    },
  ],
};
