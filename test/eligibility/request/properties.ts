/** A property of the request, what is set for it (with what it needs), and a segment that must be written; `undefined`: none. */
export interface PropertyCase {
  readonly property: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly segment: string | undefined;
}

const ADDRESS = { address1: '1 LAKE RD', city: 'ERIE' };

/** REF of the one who asks, by property. */
const NUMBERS = {
  contractNumber: 'CT',
  contactNumber: 'CT',
  devicePinNumber: 'EL',
  facilityIdNumber: '1J',
  facilityNetworkIdNumber: 'N7',
  medicaidProviderNumber: '1D',
  medicareProviderNumber: '1C',
  priorIdentifierNumber: 'Q4',
  providerPlanNetworkIdNumber: 'N5',
  submitterIdNumber: 'EO',
};
const ADDITIONAL = {
  agencyClaimNumber: 'Y4',
  contractNumber: 'CT',
  healthInsuranceClaimNumber: 'F6',
  identificationCardSerialNumber: 'GH',
  insurancePolicyNumber: 'IG',
  medicalRecordIdentificationNumber: 'EA',
  memberIdentificationNumber: '1W',
  patientAccountNumber: 'EJ',
  planNetworkIdentificationNumber: 'N6',
  planNumber: '18',
  policyNumber: '1L',
};
/** NM108 by property, for a provider without npi. */
const KINDS = {
  taxId: ['FI', '123456789'],
  ssn: ['34', '123456789'],
  serviceProviderNumber: ['SV', 'ID1'],
  payorId: ['PI', 'ID1'],
  pharmacyProcessorNumber: ['PP', 'ID1'],
  servicesPlanID: ['XV', 'ID1'],
  employersId: ['24', 'ID1'],
} as const;

export const PROPERTY_CASES: readonly PropertyCase[] = [
  one('tradingPartnerServiceId', '00042', 'NM1*PR*2*00042*****PI*00042'),
  one('tradingPartnerName', 'PAYER', 'NM1*PR*2*PAYER*****PI*00123'),
  one('controlNumber', '123456789', undefined),
  one('externalPatientId', 'P1', undefined),
  one('eligibilitySearchId', 'E1', undefined),
  one('submitterTransactionIdentifier', 'S-1', 'BHT*0022*13*S-1*20260131*0905'),
  one('portalUsername', 'USER', 'REF*JD*USER'),
  one('portalPassword', 'PIN', 'REF*4A*PIN'),
  ...Object.entries(NUMBERS).flatMap(([name, qualifier]) => [
    inside('provider', name, 'N1', `REF*${qualifier}*N1`),
    inside('informationReceiverName', name, 'N1', `REF*${qualifier}*N1`),
  ]),
  inside('informationReceiverName', 'nationalProviderIdentifier', '1234567893', 'REF*HPI*1234567893'),
  inside('informationReceiverName', 'socialSecurityNumber', '123456789', 'REF*SY*123456789'),
  inside('informationReceiverName', 'federalTaxpayerIdentificationNumber', '123456789', 'REF*TJ*123456789'),
  ...['provider', 'informationReceiverName'].flatMap((inner) => [
    inside(inner, 'stateLicenceNumber', 'L1', 'REF*0B*L1*PA', { informationReceiverAdditionalIdentifierState: 'PA' }),
    inside(inner, 'informationReceiverAdditionalIdentifierState', 'PA', 'REF*0B*L1*PA', { stateLicenceNumber: 'L1' }),
    ...addresses(inner),
  ]),
  inside('provider', 'organizationName', 'CLINIC', 'NM1*1P*2*CLINIC*****XX*1234567893'),
  inside('provider', 'lastName', 'DOE', 'NM1*1P*1*DOE*****XX*1234567893', { organizationName: undefined }),
  inside('provider', 'firstName', 'JO', 'NM1*1P*1*DOE*JO****XX*1234567893', {
    organizationName: undefined,
    lastName: 'DOE',
  }),
  inside('provider', 'npi', '1234567893', 'NM1*1P*2*LAKE CLINIC*****XX*1234567893'),
  ...Object.entries(KINDS).map(([name, [kind, id]]) =>
    inside('provider', name, id, `NM1*1P*2*LAKE CLINIC*****${kind}*${id}`, { npi: undefined }),
  ),
  inside('provider', 'providerType', 'hospital', 'NM1*80*2*LAKE CLINIC*****XX*1234567893'),
  inside('provider', 'providerCode', 'BI', 'PRV*BI'),
  inside('provider', 'referenceIdentification', '207Q00000X', 'PRV*BI*PXC*207Q00000X', { providerCode: 'BI' }),
  inside('subscriber', 'memberId', 'M-2 A', 'NM1*IL*1******MI*M-2 A'),
  inside('subscriber', 'caseNumber', 'C1', 'REF*3H*C1'),
  inside('subscriber', 'medicaidRecipientIdentificationNumber', 'N1', 'REF*NQ*N1'),
  inside('subscriber', 'coverageLevelCode', 'FAM', undefined),
  inside('subscriber', 'spendDownAmount', '12.50', 'AMT*R*12.5'),
  inside('subscriber', 'spendDownTotalBilledAmount', '100', 'AMT*PB*100'),
  inside('subscriber', 'birthSequenceNumber', '2', 'INS*Y*18***************2'),
  ...persons('subscriber', 'NM1*IL', 'M0001'),
  inside('dependents', 'memberId', 'M9', undefined),
  inside('dependents', 'issueNumber', 'I1', 'REF*IF*I1'),
  inside('dependents', 'eligibilityCategory', 'E1', 'REF*MRC*E1'),
  inside('dependents', 'individualRelationshipCode', '34', 'INS*N*34'),
  inside('dependents', 'birthSequenceNumber', '2', 'INS*N*19***************2', { individualRelationshipCode: '19' }),
  ...persons('dependents', 'NM1*03', undefined),
  inside('encounter', 'serviceTypeCodes', ['30', 'AL'], 'EQ*30^AL'),
  inside('encounter', 'dateOfService', '20260201', 'DTP*291*D8*20260201'),
  inside('encounter', 'beginningDateOfService', '20260201', 'DTP*291*RD8*20260201-20260228', {
    endDateOfService: '20260228',
  }),
  inside('encounter', 'endDateOfService', '20260228', 'DTP*291*RD8*20260201-20260228', {
    beginningDateOfService: '20260201',
  }),
  inside('encounter', 'industryCode', '11', 'III*ZZ*11'),
  inside('encounter', 'priorAuthorizationOrReferralNumber', 'A1', 'REF*9F*A1', {
    referenceIdentificationQualifier: '9F',
  }),
  inside('encounter', 'referenceIdentificationQualifier', 'G1', 'REF*G1*A1', {
    priorAuthorizationOrReferralNumber: 'A1',
  }),
  inside('encounter', 'procedureCode', '90837', 'EQ**HC>90837', { productOrServiceIDQualifier: 'HC' }),
  inside('encounter', 'productOrServiceIDQualifier', 'AD', 'EQ**AD>D0120', { procedureCode: 'D0120' }),
  inside('encounter', 'procedureModifiers', ['95', 'TC'], 'EQ**HC>90837>95>TC', {
    productOrServiceIDQualifier: 'HC',
    procedureCode: '90837',
  }),
  diagnosed('encounter.diagnosisCodePointer', { diagnosisCodePointer: ['2', '1'] }, 'EQ*30****2>1'),
  ...procedures(),
];

function one(property: string, value: unknown, segment: string | undefined): PropertyCase {
  return { property, set: { [property]: value }, segment };
}

function inside(
  inner: string,
  name: string,
  value: unknown,
  segment: string | undefined,
  needs: object = {},
): PropertyCase {
  const list = inner === 'dependents';
  const object = { ...needs, [name]: value };
  return { property: `${inner}${list ? '[]' : ''}.${name}`, set: { [inner]: list ? [object] : object }, segment };
}

function addresses(inner: string): readonly PropertyCase[] {
  const list: readonly (readonly [string, string, object, string])[] = [
    ['address1', '2 LAKE RD', {}, 'N3*2 LAKE RD'],
    ['address2', 'FLOOR 2', {}, 'N3*1 LAKE RD*FLOOR 2'],
    ['city', 'YORK', {}, 'N4*YORK'],
    ['state', 'PA', {}, 'N4*ERIE*PA'],
    ['postalCode', '16501', {}, 'N4*ERIE**16501'],
    ['countryCode', 'MX', {}, 'N4*ERIE***MX'],
    ['countrySubDivisionCode', 'JAL', { countryCode: 'MX' }, 'N4*ERIE***MX***JAL'],
  ];
  return list.map(([name, value, needs, segment]) => {
    const { property, set } = inside(inner, 'address', { ...ADDRESS, ...needs, [name]: value }, segment);
    return { property: `${property}.${name}`, set, segment };
  });
}

function persons(inner: string, name: string, id: string | undefined): readonly PropertyCase[] {
  const key = id === undefined ? '' : `MI*${id}`;
  const named = (elements: string): string => `${name}*1*${elements}`;
  const trio = { providerCode: 'RF', referenceIdentificationQualifier: 'HPI', providerIdentifier: '1234567893' };
  const tail = (stars: string): string => (key === '' ? '' : stars + key);
  const range = (kind: string, code: string): readonly PropertyCase[] => {
    const [from, to] = [`beginning${kind}IssueDate`, `end${kind}IssueDate`];
    const both = { [from]: '20250101', [to]: '20251231' };
    return [from, to].map((end) => inside(inner, end, both[end], `DTP*${code}*RD8*20250101-20251231`, both));
  };
  return [
    inside(inner, 'lastName', 'DOE', named(`DOE${tail('*****')}`)),
    inside(inner, 'firstName', 'JANE', named(`*JANE${tail('****')}`)),
    inside(inner, 'middleName', 'Q', named(`**Q${tail('***')}`)),
    inside(inner, 'suffix', 'JR', named(`****JR${tail('*')}`)),
    inside(inner, 'dateOfBirth', '19800102', 'DMG*D8*19800102'),
    inside(inner, 'gender', 'F', 'DMG***F'),
    inside(inner, 'ssn', '123456789', 'REF*SY*123456789'),
    inside(inner, 'groupNumber', 'G1', 'REF*6P*G1'),
    inside(inner, 'idCard', 'CARD', 'REF*HJ*CARD'),
    ...Object.entries(ADDITIONAL).map(([number, qualifier]) => {
      const { property, set, segment } = inside(
        inner,
        'additionalIdentification',
        { [number]: 'A1' },
        `REF*${qualifier}*A1`,
      );
      return { property: `${property}.${number}`, set, segment };
    }),
    ...addresses(inner),
    ...Object.keys(trio).map((member) =>
      inside(inner, member, trio[member as keyof typeof trio], 'PRV*RF*HPI*1234567893', trio),
    ), // its own keys
    inside(inner, 'idCardIssueDate', '20250101', 'DTP*102*D8*20250101'),
    ...range('Card', '102'),
    inside(inner, 'planIssueDate', '20250101', 'DTP*291*D8*20250101'),
    ...range('Plan', '291'),
    ...['diagnosisTypeCode', 'diagnosisCode'].map((member) => {
      const codes = [
        { diagnosisTypeCode: 'ABK', diagnosisCode: 'E119' },
        { diagnosisTypeCode: 'ABF', diagnosisCode: 'I10' },
      ];
      const { property, set } = inside(inner, 'healthCareCodeInformation', codes, '');
      const encounter = { diagnosisCodePointer: ['1'] };
      return { property: `${property}[].${member}`, set: { ...set, encounter }, segment: 'HI*ABK>E119*ABF>I10' };
    }),
  ];
}

function diagnosed(property: string, encounter: object, segment: string): PropertyCase {
  const healthCareCodeInformation = [
    { diagnosisTypeCode: 'ABK', diagnosisCode: 'E119' },
    { diagnosisTypeCode: 'ABF', diagnosisCode: 'I10' },
  ];
  return { property, set: { subscriber: { healthCareCodeInformation }, encounter }, segment };
}

function procedures(): readonly PropertyCase[] {
  const first = { productOrServiceIDQualifier: 'HC', procedureCode: '90837' };
  const second = {
    productOrServiceIDQualifier: 'CJ',
    procedureCode: '99213',
    procedureModifiers: ['25'],
    diagnosisCodePointer: ['2'],
  };
  return Object.keys(second).map((member) =>
    diagnosed(`encounter.medicalProcedures[].${member}`, { medicalProcedures: [first, second] }, 'EQ**CJ>99213>25***2'),
  );
}
