import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

const params = { batchId: IDS.tableBatch };

/** Requests about batches whose checks come as a table. */
export const BATCH_TABLE_EXAMPLES: Examples = {
  GetBatchTableTemplate: [{ summary: 'What to fill in' }],
  CreateBatchTable: [
    {
      summary: 'A batch by its name',
      body: { name: 'front-desk-monday' },
      answer: { batchId: IDS.tableBatch },
    },
  ],
  PutBatchTable: [
    {
      summary: 'One patient',
      params,
      body: {
        table:
          'Visit ID,Payer ID,Provider NPI,Provider organization,Member ID,Subscriber last name,Subscriber date of birth\r\nvisit-3,BRINK,1999999984,Lake Clinic,BW1001,Doe,1/31/1990\r\n',
      },
    },
  ],
  GetBatchTableReport: [{ summary: 'What is wrong with its rows', params }],
  GetBatchTableReportCsv: [{ summary: 'The same, to be corrected', params }],
  ExecuteBatchTable: [{ summary: 'Its checks are made', params }],
};
