import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { ORDER } from './order.js';

/** Requests about files out, and their answers. */
export const INTERCHANGE_EXAMPLES: Examples = {
  GenerateEdi: [
    {
      summary: 'The order of the demo',
      params: { partnershipId: 'demo' },
      body: {
        filename: 'first-order.edi',
        transactionGroups: [{ transactionSettingId: 'demo-850', transactions: [ORDER] }],
      },
      answer: {
        edi: 'ISA*00*          *00*          *ZZ*MYCOMPANY      *ZZ*DEMOPARTNER    *260131*0902*U*00401*000000001*0*T*>~GS*PO*MYAPP*DEMOPARTNER*20260131*0902*000000001*X*004010~ST*850*0001~BEG*00*SA*PO-1001**20260131~PO1*1*12*EA*9.75~SE*4*0001~GE*1*000000001~IEA*1*000000001~',
        artifactId: 'first-order.edi',
        fileExecutionId: IDS.execution,
        metadata: { interchangeMetadata: [{ interchangeControlNumber: 1, functionalGroupControlNumbers: [1] }] },
      },
    },
  ],
  CreatePartnershipOutboundTransaction: [
    {
      summary: 'An order whose lines came as fragments',
      params: { partnershipId: 'northwind-lakeside', transactionSettingId: 'orders' },
      body: {
        transaction: {
          heading: {
            beginning_segment_for_purchase_order_BEG: {
              transaction_set_purpose_code_01: '00',
              purchase_order_type_code_02: 'SA',
              purchase_order_number_03: 'PO-1002',
              date_05: '2026-01-31',
            },
          },
        },
        fragmentGroupIds: ['order-1002'],
      },
      answer: { fileExecutionId: IDS.waiting },
    },
  ],
};
