import type { Examples } from '../../gateway/docs/example.js';

/** Requests about releases of the standard, and their answers. */
export const RELEASE_EXAMPLES: Examples = {
  ListX12ReleaseTransactionSets: [{ summary: 'Of 004010', params: { version: '004010' } }],
  GetX12ReleaseTransactionSetMetadata: [
    { summary: 'The order', params: { version: '004010', transactionSetId: '850' } },
  ],
};
