import { ORDER } from '../operations/core/order.js';
import type { PartnersFile } from '../partners-file/file-schema.js';

/** Ids of what the first start makes to try the server with. */
export const DEMO = {
  partnershipId: 'demo',
  settingId: 'demo-850',
  bucket: 'ediloom-demo',
  directory: 'outbound',
  filename: 'first-order.edi',
  businessIdentifier: ORDER.heading.beginning_segment_for_purchase_order_BEG.purchase_order_number_03,
} as const;

/** The demo as a partners file: two profiles, and purchase orders that go into a bucket. */
export const DEMO_PARTNERS: PartnersFile = {
  buckets: [{ bucketName: DEMO.bucket }],
  profiles: [
    {
      profileId: 'my-company',
      profileType: 'local',
      interchangeQualifier: 'ZZ',
      interchangeId: 'MYCOMPANY',
      applicationIdentifiers: [{ value: 'MYAPP', isDefault: true }],
    },
    { profileId: 'demo-partner', profileType: 'partner', interchangeQualifier: 'ZZ', interchangeId: 'DEMOPARTNER' },
  ],
  partnerships: [
    {
      partnershipId: DEMO.partnershipId,
      localProfileId: 'my-company',
      partnerProfileId: 'demo-partner',
      interchangeUsageIndicator: 'T',
      timezone: 'UTC',
      timeFormat: 'HHMM',
      connections: [
        {
          connectionType: 'bucket',
          name: 'demo bucket',
          test: true,
          bucketName: DEMO.bucket,
          outboundSubdirectory: DEMO.directory,
        },
      ],
      outboundTransactions: [
        {
          outboundX12TransactionSettingsId: DEMO.settingId,
          release: '004010',
          transactionSetIdentifier: '850',
          guide: '850-004010',
          connection: { name: 'demo bucket' },
        },
      ],
    },
  ],
};

/** The body of the request that the first start prints. */
export const DEMO_REQUEST = {
  filename: DEMO.filename,
  transactionGroups: [
    {
      transactionSettingId: DEMO.settingId,
      transactions: [ORDER],
    },
  ],
} as const;
