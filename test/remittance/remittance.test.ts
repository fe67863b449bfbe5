import { describe, expect, it } from 'vitest';
import { loadGuide } from '../../src/guides/catalogue.js';
import { remittance } from '../../src/remittance/index.js';
import { FIXTURE, fixtureWith, guide, read } from './read-fixture.js';

const facts = remittance(guide, (await read(FIXTURE)).data);

describe('remittance', () => {
  it('says who paid whom how much, and by what the money is found', () => {
    expect(facts.payment).toEqual({
      ...{ handling: 'I', handlingName: 'Remittance only', total: '327', creditOrDebit: 'C' },
      ...{
        method: 'CHK',
        methodName: 'Check',
        date: '2026-04-05',
        traceNumber: 'CHK200',
        payerIdentifier: '1123456789',
      },
    });
    expect(facts.payer).toMatchObject({ name: 'ACME HEALTH', payerId: 'ACME1' });
    expect(facts.payee).toMatchObject({ name: 'GOOD CLINIC', npi: '1993999998', taxId: '123456789' });
    expect(facts.productionDate).toBe('2026-04-04');
  });

  it('gives the claims of all groups in order, with what became of them', () => {
    const claims = facts.claims.map((one) => [one.patientControlNumber, one.outcome, one.charge, one.paid]);
    expect(claims).toEqual([
      ['A-2001', 'processed', '400', '290'],
      ['A-2002', 'denied', '120.5', '0'],
      ['A-2003', 'reversed', '-200', '-150'],
      ['A-2003', 'processed', '200', '120.25'],
      ['A-2004', 'processed', '100', '90'],
    ]);
    expect(facts.claims[2]).toMatchObject({ payerClaimNumber: 'ICN13', originalClaimNumber: 'ICN03' });
    expect(facts.claims[4]?.statusName).toBe('Processed as primary and forwarded');
    expect(facts.claims[4]?.crossoverCarrier).toMatchObject({ name: 'SECOND HEALTH', id: 'SEC1' });
  });

  it('gives the people and the days of a claim', () => {
    expect(facts.claims[0]).toMatchObject({
      patient: { name: 'DOE', firstName: 'JANE', qualifier: 'MI', id: 'M0001' },
      rendering: { name: 'ROE', qualifier: 'XX', id: '1234567893' },
      ...{ from: '2026-03-30', to: '2026-03-31', received: '2026-04-01' },
    });
    expect(facts.claims[0]?.subscriber).toBeUndefined();
    expect(facts.claims[1]).toMatchObject({ patient: { firstName: 'SAM' }, subscriber: { firstName: 'JANE' } });
  });

  it('gives lines with their procedure, days, numbers and remarks', () => {
    const [first, second] = facts.claims[0]?.lines ?? [];
    expect(first).toMatchObject({
      ...{ lineControlNumber: 'LINE-1', procedureQualifier: 'HC', procedureCode: '99213', procedureModifiers: ['25'] },
      ...{ charge: '250', paid: '170', units: '2', allowed: '200', from: '2026-03-30', remarks: [] },
    });
    expect(first?.to).toBeUndefined();
    expect(second).toMatchObject({ from: '2026-03-30', to: '2026-03-31' });
    expect(second?.remarks).toEqual([{ list: 'HE', code: 'N30', name: 'Patient not eligible' }]);
    const ofClaim = facts.claims[3]?.remarks.map(({ code, name }) => [code, name]);
    expect(ofClaim).toEqual([
      ['MA01', 'Appeal rights'],
      ['MA18', 'Forwarded to supplement'],
    ]);
  });

  it('takes the six reasons of a CAS apart, at lines and at the claim', () => {
    const six = facts.claims[4]?.adjustments.map(({ group, reason, amount }) => [group, reason, amount]);
    expect(six).toEqual([
      ['CO', '45', '10'],
      ['CO', '94', '-5'],
      ['CO', '253', '1.5'],
      ['CO', '59', '2'],
      ['CO', 'A1', '0.5'],
      ['CO', '97', '1'],
    ]);
    expect(facts.claims[0]?.lines[1]?.adjustments[1]).toEqual({
      ...{ group: 'CO', groupName: 'Contractual obligation', reason: '253', reasonName: 'Sequestration' },
      ...{ amount: '10', quantity: '1' },
    });
    expect(facts.claims[0]?.adjustedByGroup).toEqual([
      { group: 'CO', amount: '80' },
      { group: 'PR', amount: '30' },
    ]);
  });

  it('takes the reasons of a PLB apart', () => {
    const provider = { provider: '1993999998', fiscalPeriod: '2026-12-31' };
    expect(facts.providerAdjustments).toEqual([
      { ...provider, reason: 'WO', reasonName: 'Overpayment recovery', reference: 'OLD-7', amount: '25' },
      { ...provider, reason: 'L6', reasonName: 'Interest owed', amount: '-1.75' },
    ]);
  });

  it('passes codes on that nobody knows, without a name', async () => {
    const spoilt = fixtureWith(
      ['CLP*A-2004*19*', 'CLP*A-2004*99*'],
      ['LQ*HE*N130', 'LQ*RX*N30'],
      ['CAS*PR*3*30', 'CAS*XX*9999*30'],
    );
    const { claims } = remittance(guide, (await read(spoilt)).data);
    expect(claims[4]).toMatchObject({ status: '99', outcome: 'unknown' });
    expect(claims[4]?.statusName).toBeUndefined();
    // A code of NCPDP that looks like a RARC is none.
    expect(claims[1]?.lines[0]?.remarks).toEqual([{ list: 'RX', code: 'N30' }]);
    expect(claims[0]?.lines[0]?.adjustments[1]).toEqual({ group: 'XX', reason: '9999', amount: '30' });
  });

  it('refuses guides and data that are of no 835, and says what to give', async () => {
    const { data } = await read(FIXTURE);
    const order = await loadGuide('850-004010');
    expect(() => remittance(order, data)).toThrow(expect.objectContaining({ code: 'X12_PATH_INVALID' }));
    for (const other of [{}, { segments: [] }, { claim_payment_information_CLP: {} }])
      expect(() => remittance(guide, other)).toThrow(
        expect.objectContaining({ code: 'X12_DATA_INVALID', message: expect.stringContaining('createEngine') }),
      );
  });

  it('says of a set without payment and claims that it cannot be judged', () => {
    const { claims, payer, balance } = remittance(guide, { heading: {} });
    expect({ claims, payer }).toEqual({ claims: [], payer: {} });
    expect(balance).toEqual({ balanced: false, imbalances: [{ element: 'BPR02', reason: 'unreadable' }] });
  });
});

describe('JSON of a stranger', () => {
  const nested = (deep: number): unknown => JSON.parse('['.repeat(deep) + ']'.repeat(deep));
  const around: Record<string, unknown> = {};
  around.around = around;

  it.each<[string, unknown]>([
    ['lists in lists', nested(20_000)],
    ['an object in itself', around],
    ['an object that is no text', { toString: 'x', valueOf: 1 }],
  ])('is read as if it were not there: %s', (_, value) => {
    const data = {
      heading: {
        financial_information_BPR: { transaction_handling_code_01: value },
        payee_identification_N1_loop: { payee_identification_N1: { identification_code_qualifier_03: value } },
      },
    };
    expect(remittance(guide, data)).toMatchObject({ payment: {}, claims: [] });
  });
});
