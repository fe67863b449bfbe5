import { describe, expect, it } from 'vitest';
import { decodeClaimAcknowledgment } from '../../src/acknowledgment/claim-acknowledgments.js';
import { engine } from './answers.js';

const HEAD =
  'ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0931*^*00501*000009001*0*T*:~' +
  'GS*HN*PAYER01*CLINIC01*20260401*0931*9001*X*005010X214~ST*277*0001*005010X214~';
const SOURCE =
  'BHT*0085*08*ACK-1*20260201*0815*TH~HL*1**20*1~NM1*PR*2*NORTH HEALTH*****PI*00123~TRN*1*R-77~' +
  'DTP*050*D8*20260131~DTP*009*D8*20260201~HL*2*1*21*1~NM1*41*2*LAKE CLINIC*****46*1234567893~TRN*2*BATCH-7~';
const CLAIMS =
  'STC*A1:19:PR*20260201*WQ*350~QTY*90*1~QTY*AA*1~AMT*YU*150~AMT*YY*200~HL*3*2*19*1~NM1*85*2*LAKE CLINIC*****XX*1234567893~' +
  'HL*4*3*PT~NM1*QC*1*DOE*JANE****MI*M0001~TRN*2*ACCT-42~STC*A2:20*20260201*WQ*150~REF*1K*PAYER-9~REF*D9*CH-42~DTP*472*D8*20260103~' +
  'SVC*HC:99213*150*****1~STC*A7:507*20260201*U~' +
  'HL*5*3*PT~NM1*QC*1*ROE*RICK****MI*M0002~TRN*2*ACCT-43~STC*A3:21*20260201*U*200~DTP*472*D8*20260104~';
const REFUSED = 'STC*A3:21:40*20260201*U*350~QTY*AA*2~AMT*YY*350~';

async function decoded(body: string) {
  const segments = body.split('~').length;
  const text = `${HEAD}${body}SE*${segments + 1}*0001~GE*1*9001~IEA*1*000009001~`;
  const document = await engine.parse(text);
  return decodeClaimAcknowledgment(document.interchanges[0]?.groups[0]?.transactions[0]?.data);
}

describe('a 277CA', () => {
  it('says of each submission which of its claims were taken; lines do not count', async () => {
    expect(await decoded(SOURCE + CLAIMS)).toEqual({
      batches: [
        {
          reference: 'BATCH-7',
          rejectedWhole: false,
          accepted: 1,
          rejected: 1,
          rejectedProviders: 0,
          claims: [
            { trackingNumber: 'ACCT-42', isRejected: false, clearinghouseNumber: 'CH-42' },
            { trackingNumber: 'ACCT-43', isRejected: true },
          ],
        },
      ],
    });
  });

  it('may reject a submission as a whole', async () => {
    expect(await decoded(SOURCE + REFUSED)).toMatchObject({
      batches: [{ reference: 'BATCH-7', rejectedWhole: true, rejected: 2, claims: [] }],
    });
  });

  it('is told from the answer to a 276 by its BHT', async () => {
    expect(await decoded(SOURCE.replace('BHT*0085', 'BHT*0010') + CLAIMS)).toBeUndefined();
  });

  it.each([undefined, null, 7, '277', [], {}, { heading: { x_BHT: null } }, { detail: { a_HL_loop: [[7]] } }])(
    'is never taken from %j',
    (data) => {
      expect(decodeClaimAcknowledgment(data)).toBeUndefined();
    },
  );
});
