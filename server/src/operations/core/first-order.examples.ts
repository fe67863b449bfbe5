import { IDS } from '../example-ids.js';

/** The file of the first order, as operations that show files answer it. */
export const FIRST_FILE = {
  executionId: IDS.execution,
  createdAt: '2026-01-31T09:02:00.000Z',
  updatedAt: '2026-01-31T09:02:00.000Z',
  status: 'COMPLETED',
  direction: 'OUTBOUND',
  mode: 'test',
  transactionCount: 1,
  faultCount: 0,
  fileType: 'EDI/X12',
  retryable: false,
  partnershipId: 'demo',
  connectionType: 'BUCKET',
  connectionId: '01KG9MFMM07D6260T9E4GHWBP0',
  source: { dirname: '', name: 'first-order.edi' },
};

/** Its one transaction. */
export const FIRST_TRANSACTION = {
  transactionId: IDS.transaction,
  fileExecutionId: IDS.execution,
  status: 'succeeded',
  direction: 'OUTBOUND',
  mode: 'test',
  processedAt: '2026-01-31T09:02:00.000Z',
  artifacts: [
    {
      artifactType: 'application/json',
      usage: 'input',
      sizeBytes: 388,
      url: 'https://edi.example.com/2023-08-01/transactions/01a20437-b903-7000-a83f-c2017d23b097/input',
      model: 'transaction',
    },
    {
      artifactType: 'application/edi-x12',
      usage: 'output',
      sizeBytes: 261,
      url: 'https://edi.example.com/2023-08-01/transactions/01a20437-b903-7000-a83f-c2017d23b097/output',
      model: 'transaction',
    },
  ],
  partnership: {
    partnershipId: 'demo',
    partnershipType: 'x12',
    sender: { profileId: 'my-company' },
    receiver: { profileId: 'demo-partner' },
  },
  businessIdentifiers: [{ element: 'BEG-03', elementId: '324', name: 'Purchase Order Number', value: 'PO-1001' }],
  acknowledgment: 'not-expected',
  x12: {
    transactionSetting: { guideId: '850-004010', transactionSettingId: 'demo-850' },
    metadata: {
      interchange: { acknowledgmentRequestedCode: '0', controlNumber: 1 },
      functionalGroup: {
        controlNumber: 1,
        release: '004010',
        date: '2026-01-31',
        time: '09:02',
        functionalIdentifierCode: 'PO',
      },
      transaction: { controlNumber: '0001', transactionSetIdentifier: '850' },
      sender: { applicationCode: 'MYAPP', isa: { qualifier: 'ZZ', id: 'MYCOMPANY' } },
      receiver: { applicationCode: 'DEMOPARTNER', isa: { qualifier: 'ZZ', id: 'DEMOPARTNER' } },
    },
  },
};
