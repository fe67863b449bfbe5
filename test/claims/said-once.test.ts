import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../src/claims/claim-type.js';
import { normalise } from '../../src/claims/prepare-claim.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject } from '../../src/model/json.js';

const guides = await loadGuides();

/** Segments of the claim, unchecked. */
function written(type: ClaimType, request: JsonObject): readonly string[] {
  const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
  if (guide === undefined) throw new Error(`no guide of ${type}`);
  const { transaction } = createClaimCodec(type, guide).write(request, {
    ...{ transactionId: 'X1', date: '20260301', time: '0915' },
  });
  const header = {
    ...{ senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'RECEIVER' },
    ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915', controlNumber: 1 },
  } as const;
  const groups = [{ header: { date: '2026-03-01', time: '0915' }, transactions: [transaction] }];
  const { bytes } = createEngine({ guides: [guide] }).generate(
    { interchanges: [{ header, groups }] },
    { findings: 'report', newline: '\n' },
  );
  return new TextDecoder().decode(bytes).split('\n');
}

describe('what the 837 demands and a request says elsewhere', () => {
  it('the payer is named as the receiver where it has no name', () => {
    const request = { receiver: { organizationName: 'NORTH HEALTH' }, tradingPartnerServiceId: '99901' };
    expect(written('dental', request)).toContain('NM1*PR*2*NORTH HEALTH*****PI*99901~');
    expect(written('dental', { ...request, tradingPartnerName: 'EAST' })).toContain('NM1*PR*2*EAST*****PI*99901~');
  });

  it('equipment repeats the procedure of its line', () => {
    const durableMedicalEquipmentService = { days: '30', rentalPrice: '5', purchasePrice: '50', frequencyCode: '4' };
    const line = { professionalService: { procedureCode: 'E0601' }, durableMedicalEquipmentService };
    const request = { claimInformation: { serviceLines: [line] } };
    expect(written('professional', request)).toContain('SV5*HC>E0601*DA*30*5*50*4~');
  });

  it('who is paid for a dentist is an organisation in the set, for a physician what the physician is', () => {
    const request = { billing: { lastName: 'ROE' }, payToAddress: { address1: 'MAIN STREET 1', city: 'TOWN' } };
    expect(written('dental', request)).toContain('NM1*87*2~');
    expect(written('professional', request)).toContain('NM1*87*1~');
  });

  it('another payer has paid for the revenue code of the line', () => {
    const paid = { otherPayerPrimaryIdentifier: '99902', serviceLinePaidAmount: '7', procedureCode: '99283' };
    const line = {
      institutionalService: { serviceLineRevenueCode: '0450', lineItemChargeAmount: '10' },
      lineAdjudicationInformation: [
        { ...paid, productOrServiceIDQualifier: 'HC' },
        { ...paid, productOrServiceIDQualifier: 'HC', serviceLineRevenueCode: '0300' },
      ],
    };
    const segments = written('institutional', { claimInformation: { serviceLines: [line] } });
    expect(segments).toEqual(expect.arrayContaining(['SVD*99902*7*HC>99283*0450~', 'SVD*99902*7*HC>99283*0300~']));
  });

  it('who refers to a hospital has no number of a place', () => {
    const referring = {
      ...{ lastName: 'ROE', secondaryIdentificationQualifierCode: 'LU', secondaryIdentifier: 'A1' },
    };
    expect(normalise('institutional', { referring }).referring).toEqual({ lastName: 'ROE' });
  });
});
