import type { Examples } from '../gateway/docs/example.js';
import { IDS } from './example-ids.js';

/** Requests about the operator, and their answers. */
export const ADMIN_EXAMPLES: Examples = {
  CreateAccount: [
    {
      summary: 'With a limit of its own',
      body: { name: 'Northwind', limits: { concurrency: { claims: 50 } } },
      answer: { id: IDS.account },
    },
  ],
  ListAccounts: [{ summary: 'All' }],
  SetAccountLimits: [{ summary: 'The published ones again', params: { accountId: IDS.account }, body: {}, answer: {} }],
  CreateAccountKey: [
    {
      summary: 'A key that reads alone, from one network',
      params: { accountId: IDS.account },
      body: { name: 'reports', mode: 'live', scopes: ['core:read'], cidrs: ['192.0.2.0/24'] },
    },
  ],
  ListAccountKeys: [
    {
      summary: 'Of one account',
      params: { accountId: IDS.account },
      answer: {
        items: [
          {
            id: IDS.key,
            name: 'reports',
            mode: 'live',
            scopes: ['core:read'],
            cidrs: ['192.0.2.0/24'],
            createdAt: '2026-01-31T12:26:00.000Z',
          },
        ],
      },
    },
  ],
  DeleteAccountKey: [{ summary: 'One key', params: { accountId: IDS.account, keyId: IDS.key } }],
  CreateAccountS3Key: [
    {
      summary: 'A key pair that writes to one bucket',
      params: { accountId: IDS.account },
      body: { name: 'nightly sync', mode: 'live', access: 'write', buckets: ['northwind-orders'] },
      answer: {
        accessKeyId: IDS.s3Key,
        secretAccessKey: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43UOV3HO6DZ',
        warnings: [
          {
            path: '/buckets/0',
            code: 'NO_SUCH_BUCKET',
            message: 'There is no bucket of this name yet. Make it, or make another key pair if the name is misspelt.',
            bucketName: 'northwind-orders',
          },
        ],
      },
    },
  ],
  ListAccountS3Keys: [
    {
      summary: 'Of one account',
      params: { accountId: IDS.account },
      answer: {
        items: [
          {
            accessKeyId: IDS.s3Key,
            name: 'nightly sync',
            mode: 'live',
            access: 'write',
            buckets: ['northwind-orders'],
            createdAt: '2026-01-31T15:02:00.000Z',
          },
        ],
      },
    },
  ],
  DeleteAccountS3Key: [{ summary: 'One key pair', params: { accountId: IDS.account, accessKeyId: IDS.s3Key } }],
  ExportAudit: [{ summary: 'Of one account', query: { account: IDS.account } }],
  RunCommand: [{ summary: 'The accounts', params: { name: 'accounts' }, body: {} }],
};
