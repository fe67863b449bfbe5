import type { Benefit, EligibilityResponse } from 'ediloom/eligibility';
import type { CheckFacts } from '../../src/exchange/eligibility-pdf/contents/printed-check.js';

/** A check that was answered. */
export const PRINTED: CheckFacts = {
  id: 'ec_01a205b8-77e0-7000-9a3d-1c6b0f4e2d95',
  mode: 'production',
  payerName: 'Brinkwater Health Plan',
  traceId: '01KG9VQKZ0M2X4T7Y9A3B5C8D0',
  answeredAt: Date.UTC(2026, 0, 31, 13, 42),
};

const WHOLE = { serviceTypeCodes: ['30'], serviceTypes: ['Health Benefit Plan Coverage'] };
const ONE = { coverageLevelCode: 'IND', coverageLevel: 'Individual' };
const YEAR = { timeQualifierCode: '23', timeQualifier: 'Calendar Year' };
const REST = { timeQualifierCode: '29', timeQualifier: 'Remaining' };

/** Deductible with what remains, and a co-pay, in a network or out of it. */
export function amounts(inPlanNetworkIndicatorCode: 'Y' | 'N'): readonly Benefit[] {
  const network = { inPlanNetworkIndicatorCode };
  const visit = { serviceTypeCodes: ['98'], serviceTypes: ['Professional (Physician) Visit - Office'] };
  return [
    { ...WHOLE, ...ONE, ...YEAR, ...network, code: 'C', name: 'Deductible', benefitAmount: '1500' },
    { ...WHOLE, ...ONE, ...REST, ...network, code: 'C', name: 'Deductible', benefitAmount: '412.5' },
    { ...visit, ...ONE, ...network, code: 'B', name: 'Co-Payment', benefitAmount: '30' },
    { ...visit, ...ONE, ...network, code: 'A', name: 'Co-Insurance', benefitPercent: '0.2' },
  ];
}

/** An answer of a payer. */
export function answered(changes: object = {}): EligibilityResponse {
  return {
    ...{ id: PRINTED.id, errors: [], dependents: [], status: 'SUCCESS', controlNumber: '1' },
    subscriber: {
      ...{ memberId: 'W123456789', firstName: 'Zoë', lastName: 'Łukasiewicz', dateOfBirth: '19850214', gender: 'F' },
      insuredIndicator: 'Y',
    },
    payer: { name: 'BRINKWATER', payorIdentification: '00042' },
    provider: { providerOrgName: 'LAKE CLINIC', npi: '1999999984' },
    planInformation: { planDescription: 'GOLD PPO' },
    planDateInformation: { planBegin: '20260101', planEnd: '20261231' },
    benefitsInformation: [{ ...WHOLE, code: '1', name: 'Active Coverage' }, ...amounts('Y'), ...amounts('N')],
    ...changes,
  } as unknown as EligibilityResponse;
}
