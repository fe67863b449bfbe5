import { describe, expect, it } from 'vitest';
import { readdressInterchange } from '../../src/envelope/readdress.js';

const X12 =
  'ISA*00*          *00*          *ZZ*PAYER          *ZZ*GATEWAY        *260115*1200*^*00501*000000007*0*P*>~\n' +
  'GS*HB*PAYERAPP*GATEAPP*20260115*1200*7*X*005010X279A1~\nST*271*0001*005010X279A1~\nREF*GS*GS~\nSE*3*0001~\nGE*1*7~\nIEA*1*000000007~\n';

describe('readdressInterchange', () => {
  it('changes the ids of ISA and GS and nothing else', () => {
    const swapped = readdressInterchange(X12, {
      senderQualifier: '30',
      senderId: 'CLEARING',
      receiverQualifier: '01',
      receiverId: 'DOCTOR',
      applicationSender: 'CLR',
      applicationReceiver: 'DOC',
    });
    expect(swapped).toBe(
      X12.replace('*ZZ*PAYER          *ZZ*GATEWAY        *', '*30*CLEARING       *01*DOCTOR         *').replace(
        '*PAYERAPP*GATEAPP*',
        '*CLR*DOC*',
      ),
    );
  });

  it('leaves what is not named', () => {
    expect(readdressInterchange(X12, {})).toBe(X12);
    expect(readdressInterchange(X12, { receiverId: 'X' })).toBe(X12.replace('GATEWAY        ', 'X              '));
  });

  it('refuses what the ISA has no room for, delimiters, and what is no interchange', () => {
    expect(() => readdressInterchange(X12, { senderId: 'SIXTEEN CHARACTE' })).toThrow(/at most 15/);
    expect(() => readdressInterchange(X12, { applicationSender: 'A*B' })).toThrow(/delimiter/);
    expect(() => readdressInterchange('<html>', {})).toThrow(/does not begin/);
  });
});
