import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { FIRST_FILE, FIRST_TRANSACTION } from './first-order.examples.js';

/** Requests about files and what became of them, and their answers. */
export const EXECUTION_EXAMPLES: Examples = {
  ListExecutions: [
    {
      summary: 'What became of an order',
      query: { businessIdentifier: 'PO-1001' },
      answer: {
        items: [FIRST_FILE],
      },
    },
  ],
  CountExecutions: [
    {
      summary: 'Files that failed',
      query: { status: 'FAILED' },
      answer: { count: 0, exact: true },
    },
  ],
  GetExecution: [
    {
      summary: 'A delivered file',
      params: { executionId: IDS.execution },
      answer: {
        ...FIRST_FILE,
        artifacts: [
          {
            artifactType: 'application/edi-x12',
            usage: 'output',
            sizeBytes: 261,
            url: 'https://edi.example.com/2023-08-01/executions/01a20437-b836-7000-8e4a-dd95699b3cdb/output',
            model: 'execution',
          },
          {
            artifactType: 'application/json',
            usage: 'metadata',
            sizeBytes: 508,
            url: 'https://edi.example.com/2023-08-01/executions/01a20437-b836-7000-8e4a-dd95699b3cdb/metadata',
            model: 'execution',
          },
        ],
        deliveryReports: [
          {
            id: '01a20437-b98b-7000-90af-7f6ea33b2c07',
            createdAt: '2026-01-31T09:02:00.000Z',
            executionId: IDS.execution,
            partnershipId: 'demo',
            connectionType: 'BUCKET',
            connectionId: '01KG9MFMM07D6260T9E4GHWBP0',
            attempt: 1,
            filename: 'first-order.edi',
            status: 'DELIVERED',
            message: 'Delivered as outbound/first-order.edi.',
            metadata: {
              attempts: 1,
              bytes: 261,
              sha256: '0b72855ad533a6f6b3b0a29aac9395483021aa38f3734c950f9059c9e2281fdb',
              remote_name: 'outbound/first-order.edi',
            },
          },
        ],
      },
    },
  ],
  ListExecutionFaults: [
    { summary: 'Of a delivered file: none', params: { executionId: IDS.execution }, answer: { items: [] } },
  ],
  ListExecutionTransactions: [
    {
      summary: 'The order in the file',
      params: { executionId: IDS.execution },
      answer: {
        items: [FIRST_TRANSACTION],
      },
    },
  ],
  GetExecutionInputDocument: [
    {
      summary: 'Of an outbound file, the file',
      params: { executionId: IDS.execution },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDAtOTM3NS05M2NkYWI0ZDIwNzUiLDE3Njk4NTEyNjAwMDBd.NI76Qwz7EOVf5mTdDCUO9kbMSbMVPVx9Q91F73Q4PkM',
      },
    },
  ],
  GetExecutionInputDocumentUrl: [
    {
      summary: 'Of an outbound file, the file',
      params: { executionId: IDS.execution },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDAtOTM3NS05M2NkYWI0ZDIwNzUiLDE3Njk4NTEzODAwMDBd.vU9n5MjeQ5k0ZgH_0G77x5qziD8Hv7O38SK49Mcf2EE',
      },
    },
  ],
  GetExecutionOutputDocument: [
    {
      summary: 'The file',
      params: { executionId: IDS.execution },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDAtOTM3NS05M2NkYWI0ZDIwNzUiLDE3Njk4NTE1MDAwMDBd.z7C2WGRy8FCx9zeaOXN9NFO5EzJH77YFdArdf_qiNI8',
      },
    },
  ],
  GetExecutionOutputDocumentUrl: [
    {
      summary: 'The file',
      params: { executionId: IDS.execution },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDAtOTM3NS05M2NkYWI0ZDIwNzUiLDE3Njk4NTE2MjAwMDBd.HouB2jJf-_0MHTO_ub4ndDdW3fWQVhg7UOaC56ZhmS4',
      },
    },
  ],
  GetExecutionMetadataDocument: [
    {
      summary: 'Its envelopes',
      params: { executionId: IDS.execution },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDEtYjEzYS02ZjhjMDA4ODJmODAiLDE3Njk4NTE3NDAwMDBd.rkGbSHmaZcBzri6t2U8jrivWRY3zv7iQ0yR98BHcgjg',
      },
    },
  ],
  GetExecutionMetadataDocumentUrl: [
    {
      summary: 'Its envelopes',
      params: { executionId: IDS.execution },
      answer: {
        documentDownloadUrl:
          'https://edi.example.com/links/WyIwMUtHOU1GTU0wUlZEQjFXRVFKMlJWWFdDSCIsIjAxS0c5TUZNTTBYVzZGRDM2N0pUU0MzV0hEIiwiR0VUIiwiYXJ0aWZhY3QiLCIwMWEyMDQzNy1iOTA0LTcwMDEtYjEzYS02ZjhjMDA4ODJmODAiLDE3Njk4NTE4NjAwMDBd.n18wmIVIL2jUocRY39Zfl7pKJcOMuGEe-X96yMAok80',
      },
    },
  ],
  RetryExecutions: [
    {
      summary: 'One execution',
      body: { condition: { executionIds: [IDS.waiting] } },
      answer: { queued: 1, notFound: [], notRetryable: [] },
    },
  ],
  RedeliverExecution: [
    {
      summary: 'A file that the partner has lost',
      params: { executionId: IDS.execution },
      answer: { executionId: '01a20437-bbdb-7000-9ef6-3af97ea474af' },
    },
  ],
  IgnoreExecution: [
    {
      summary: 'A file that waits for its next attempt',
      params: { executionId: IDS.waiting },
      answer: { executionId: IDS.waiting, status: 'IGNORED' },
    },
  ],
};
