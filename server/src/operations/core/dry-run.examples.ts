import type { Examples } from '../../gateway/docs/example.js';
import { ORDER } from './order.js';

/** Requests about what would be sent, and their answers. */
export const DRY_RUN_EXAMPLES: Examples = {
  DryRun: [
    {
      summary: 'The order of the demo',
      body: { partnershipId: 'demo', transactionGroups: [{ transactionSettingId: 'demo-850', transactions: [ORDER] }] },
      answer: {
        valid: true,
        interchanges: [
          {
            partnershipId: 'demo',
            connectionId: '01KG9MFMM07D6260T9E4GHWBP0',
            groups: [
              {
                transactionSettingId: 'demo-850',
                guideId: '850-004010',
                transactionSetIdentifier: '850',
                functionalIdentifierCode: 'PO',
                release: '004010',
              },
            ],
            findings: [],
            filename: 'dry-run.x12',
            edi: 'ISA*00*          *00*          *ZZ*MYCOMPANY      *ZZ*DEMOPARTNER    *260131*0944*U*00401*000000002*0*T*>~GS*PO*MYAPP*DEMOPARTNER*20260131*0944*000000002*X*004010~ST*850*0001~BEG*00*SA*PO-1001**20260131~PO1*1*12*EA*9.75~SE*4*0001~GE*1*000000002~IEA*1*000000002~',
          },
        ],
      },
    },
  ],
};
