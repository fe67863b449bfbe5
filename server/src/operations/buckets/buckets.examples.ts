import type { Examples } from '../../gateway/docs/example.js';

const BUCKET = { bucketName: 'mill-orders', createdAt: '2026-01-31T15:08:00.000Z', notifications: { functions: [] } };
const TOLD = { ...BUCKET, notifications: { functions: [{ functionName: 'read-orders' }] } };
const ORDER = { bucketName: 'mill-orders', key: '2026/orders/1001.edi' };

/** Requests about buckets and objects, and their answers. */
export const BUCKET_EXAMPLES: Examples = {
  CreateBucket: [{ summary: 'A bucket', body: { bucketName: 'mill-orders' }, answer: BUCKET }],
  ListBuckets: [{ summary: 'All, two on a page', query: { page_size: '2' } }],
  ReadBucket: [{ summary: 'One bucket', params: { bucketName: 'mill-orders' }, answer: BUCKET }],
  UpdateBucket: [
    {
      summary: 'A function that is told of each object',
      params: { bucketName: 'mill-orders' },
      body: { notifications: { functions: [{ functionName: 'read-orders' }] } },
      answer: TOLD,
    },
  ],
  PutObject: [{ summary: 'A file', params: ORDER, body: 'ISA*00*          *00*          *ZZ*MILL' }],
  GetObject: [{ summary: 'A file', params: ORDER }],
  CopyObject: [
    {
      summary: 'To another key',
      body: { bucketName: 'mill-orders', key: '2026/read-me.edi', copySource: 'mill-orders/2026/orders/1001.edi' },
    },
  ],
  ListObjects: [
    {
      summary: 'One level, as of a folder',
      params: { bucketName: 'mill-orders' },
      query: { prefix: '2026/', delimiter: '/' },
      answer: {
        items: [{ key: '2026/read-me.edi', updatedAt: '2026-01-31T15:20:00.000Z', size: 39 }],
        commonPrefixes: [{ prefix: '2026/orders/' }],
      },
    },
  ],
  DeleteObject: [
    { summary: 'A file', params: ORDER },
    { summary: 'Its copy', params: { bucketName: 'mill-orders', key: '2026/read-me.edi' } },
  ],
  DeleteBucket: [{ summary: 'An empty bucket', params: { bucketName: 'mill-orders' } }],
};
