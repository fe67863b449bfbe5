import type { JsonObject } from '../../src/model/json.js';

// Requests written by hand, with what each claim type cannot do without: tests add what they are about.

// biome-ignore lint/suspicious/noExplicitAny: tests write into requests at any depth
export type Change = (request: any) => void;

const ADDRESS = { address1: '1 ELM ST', city: 'SPRINGFIELD', state: 'IL', postalCode: '627010001' };
const SIGNED = {
  ...{ planParticipationCode: 'A', benefitsAssignmentCertificationIndicator: 'Y', releaseInformationCode: 'Y' },
};

export function professionalRequest(change: Change = () => undefined): JsonObject {
  return request(change, {
    ...{ placeOfServiceCode: '11', signatureIndicator: 'Y', ...SIGNED },
    healthCareCodeInformation: [{ diagnosisTypeCode: 'ABK', diagnosisCode: 'J069' }],
    serviceLines: [
      {
        serviceDate: '20260130',
        professionalService: {
          ...{ procedureIdentifier: 'HC', procedureCode: '99213', lineItemChargeAmount: '125.50' },
          ...{ measurementUnit: 'UN', serviceUnitCount: '1' },
          compositeDiagnosisCodePointers: { diagnosisCodePointers: ['1'] },
        },
      },
    ],
  });
}

export function institutionalRequest(change: Change = () => undefined): JsonObject {
  return request(
    (whole) => {
      whole.submitter.taxId = '123456789';
      whole.subscriber.paymentResponsibilityLevelCode = 'P';
      whole.attending = { lastName: 'HALL', npi: '1245319599' };
      change(whole);
    },
    {
      ...{ placeOfServiceCode: '13', ...SIGNED },
      claimCodeInformation: { admissionTypeCode: '3', admissionSourceCode: '1', patientStatusCode: '01' },
      claimDateInformation: { statementBeginDate: '20260130', statementEndDate: '20260130' },
      principalDiagnosis: { qualifierCode: 'ABK', principalDiagnosisCode: 'J069' },
      serviceLines: [
        {
          serviceDate: '20260130',
          institutionalService: {
            ...{ serviceLineRevenueCode: '0450', procedureIdentifier: 'HC', procedureCode: '99283' },
            ...{ lineItemChargeAmount: '125.50', measurementUnit: 'UN', serviceUnitCount: '1' },
          },
        },
      ],
    },
  );
}

export function dentalRequest(change: Change = () => undefined): JsonObject {
  return request(change, {
    ...{ placeOfServiceCode: '11', signatureIndicator: 'Y', ...SIGNED },
    serviceLines: [
      {
        serviceDate: '20260130',
        dentalService: { procedureCode: 'D2740', lineItemChargeAmount: '125.50', procedureCount: 1 },
      },
    ],
  });
}

function request(change: Change, claimInformation: JsonObject): JsonObject {
  const whole: JsonObject = {
    ...{ tradingPartnerServiceId: '00123', tradingPartnerName: 'NORTH HEALTH' },
    submitter: { organizationName: 'LAKE CLINIC', contactInformation: { phoneNumber: '2175550110' } },
    receiver: { organizationName: 'NORTH HEALTH' },
    billing: { organizationName: 'LAKE CLINIC', npi: '1234567893', employerId: '123456789', address: { ...ADDRESS } },
    subscriber: {
      ...{ memberId: 'M0001', firstName: 'JANE', lastName: 'DOE', dateOfBirth: '19800229', gender: 'F' },
      address: { ...ADDRESS, postalCode: '62701' },
    },
    claimInformation: {
      ...{ patientControlNumber: 'VISIT-17', claimChargeAmount: '125.50', claimFilingCode: 'CI' },
      ...{ claimFrequencyCode: '1', ...claimInformation },
    },
  };
  change(whole);
  return whole;
}
