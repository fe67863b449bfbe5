import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { FIRST_TRANSACTION } from './first-order.examples.js';

/** Requests about transactions, and their answers. */
export const TRANSACTION_EXAMPLES: Examples = {
  ListTransactions: [
    {
      summary: 'Orders of one number',
      query: { businessIdentifier: 'PO-1001', transactionSetId: '850' },
      answer: {
        items: [FIRST_TRANSACTION],
      },
    },
  ],
  CountTransactions: [
    {
      summary: 'Orders of one day',
      query: { transactionSetId: '850', from: '2026-01-31T00:00:00Z', to: '2026-01-31T23:59:59.999Z' },
      answer: { count: 2, exact: true },
    },
  ],
  GetTransaction: [
    {
      summary: 'An order that was sent',
      params: { transactionId: IDS.transaction },
      answer: FIRST_TRANSACTION,
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
