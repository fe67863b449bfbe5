import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about transactions, and their answers. */
export const TRANSACTION_EXAMPLES: Examples = {
  ListTransactions: [
    {
      summary: 'Orders of one number',
      query: { businessIdentifier: 'PO-1001', transactionSetId: '850' },
      answer: {
        items: [
          {
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
            businessIdentifiers: [
              { element: 'BEG-03', elementId: '324', name: 'Purchase Order Number', value: 'PO-1001' },
            ],
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
          },
        ],
      },
    },
  ],
  GetTransaction: [
    {
      summary: 'An order that was sent',
      params: { transactionId: IDS.transaction },
      answer: {
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
      },
    },
  ],
  GetTransactionInputDocument: [
    {
      summary: 'The JSON that it was made of',
      params: { transactionId: IDS.transaction },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDItOGFmYy02ZmNhMGUzM2MzOTIiLDE3Njk4NTE5ODAwMDBd.ALCFEClstp-ZyV1PMuVTbzO1gp6ywbx5HLJV4Ymc9zo',
      },
    },
  ],
  GetTransactionInputDocumentUrl: [
    {
      summary: 'The JSON that it was made of',
      params: { transactionId: IDS.transaction },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDItOGFmYy02ZmNhMGUzM2MzOTIiLDE3Njk4NTIxMDAwMDBd.-EV4h2TySyDRdi1vW0CzaeE4yeJLPfa46qRrj8iATOs',
      },
    },
  ],
  GetTransactionOutputDocument: [
    {
      summary: 'The EDI that was made of it',
      params: { transactionId: IDS.transaction },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDAtOTM3NS05M2NkYWI0ZDIwNzUiLDE3Njk4NTIyMjAwMDBd.b8kY5hCyueprAYAezjVf47ogtiD2uDSpqV-XTlN2J6w',
      },
    },
  ],
  GetTransactionOutputDocumentUrl: [
    {
      summary: 'The EDI that was made of it',
      params: { transactionId: IDS.transaction },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDAtOTM3NS05M2NkYWI0ZDIwNzUiLDE3Njk4NTIzNDAwMDBd.uPG2PXs4y45rej3giuY852ZnBXVGU1-gyBXUZ6OgAoQ',
      },
    },
  ],
};
