import { IDS } from '../example-ids.js';

// Parts that come more than once.
const PHARMACY_DESK = {
  entityIdentifier: 'Vendor',
  entityType: 'Non-Person Entity',
  entityName: 'LANTERN RX',
  contactInformation: {
    contacts: [
      { communicationMode: 'Telephone', communicationNumber: '5555550177' },
      { communicationMode: 'Uniform Resource Locator (URL)', communicationNumber: 'rx.lantern.example' },
    ],
    name: 'PHARMACY DESK',
  },
};
const INDIVIDUAL = { coverageLevelCode: 'IND', coverageLevel: 'Individual' };
const DEDUCTIBLE = { code: 'C', name: 'Deductible' };
const WHOLE_PLAN = { serviceTypeCodes: ['30'], serviceTypes: ['Health Benefit Plan Coverage'] };
const YEAR = { timeQualifierCode: '23', timeQualifier: 'Calendar Year' };
const IN_NETWORK = { inPlanNetworkIndicatorCode: 'Y', inPlanNetworkIndicator: 'Yes' };
const REMAINING = { timeQualifierCode: '29', timeQualifier: 'Remaining' };
const FAMILY = { coverageLevelCode: 'FAM', coverageLevel: 'Family' };
const OUT_OF_POCKET = { code: 'G', name: 'Out of Pocket (Stop Loss)' };
const OUT_OF_NETWORK = { inPlanNetworkIndicatorCode: 'N', inPlanNetworkIndicator: 'No' };
const CO_PAYMENT = { code: 'B', name: 'Co-Payment' };
const VISIT = { timeQualifierCode: '27', timeQualifier: 'Visit' };
const CO_INSURANCE = { code: 'A', name: 'Co-Insurance' };
const LIMITATIONS = { code: 'F', name: 'Limitations' };
const CHIROPRACTIC = { serviceTypeCodes: ['33'], serviceTypes: ['Chiropractic'] };
const VISITS = { quantityQualifierCode: 'VS', quantityQualifier: 'Visits' };
const ANYWHERE = { inPlanNetworkIndicatorCode: 'W', inPlanNetworkIndicator: 'Not Applicable' };

const X12 = [
  'ISA*00*          *00*          *ZZ*MOCKPAYERS     *ZZ*EDILOOMTEST    *260131*1300*^*00501*000000001*0*T*>~GS*HB*MOCKPAYERS*EDILOOMTEST*20260131*1300*1*X*005010X279A1~ST*271*0001*005010X279A1~',
  `BHT*0022*11*${IDS.checkTrace}*20260131*1300~HL*1**20*1~NM1*PR*2*Aetna*****PI*60054~`,
  'PER*IC*PROVIDER SERVICES*TE*5555550100~HL*2*1*21*1~NM1*1P*2*Lake Clinic*****XX*1999999984~',
  `HL*3*2*22*0~TRN*2*${IDS.checkTrace}*9EDILOOM00~NM1*IL*1*Doe*Jane****MI*AETNA12345~`,
  'REF*6P*086811*LANTERN WORKS~N3*12 HARBOR LANE~N4*PORTLAND*ME*04101~',
  'DMG*D8*20040404~INS*Y*18~DTP*291*RD8*20260101-20261231~',
  'EB*1*IND*30^1^33^47^48^50^86^88^98^AL^MH^UC*PR*OPEN CHOICE~EB*C*IND*30***23*1500*****Y~EB*C*IND*30***29*1042.17*****Y~',
  'EB*C*FAM*30***23*3000*****Y~EB*C*FAM*30***29*2084.34*****Y~EB*G*IND*30***23*5000*****Y~',
  'EB*G*IND*30***29*4310.5*****Y~EB*G*FAM*30***23*10000*****Y~EB*G*FAM*30***29*8621*****Y~',
  'EB*C*IND*30***23*3000*****N~EB*C*IND*30***29*3000*****N~EB*B*IND*98***27*30*****Y~',
  'EB*B*IND*UC***27*60*****Y~EB*B*IND*86***27*250*****Y~MSG*WAIVED IF ADMITTED~',
  'EB*A*IND*48^50***27**0.2****Y~EB*A*IND*30***27**0.5****N~EB*F*IND*33***23***VS*20**W~',
  'EB*F*IND*33***29***VS*17**W~EB*U**88~LS*2120~',
  'NM1*VN*2*LANTERN RX~PER*IC*PHARMACY DESK*TE*5555550177*UR*rx.lantern.example~LE*2120~',
  'SE*41*0001~GE*1*1~IEA*1*000000001~',
].join('');

/** What the check that the first start prints is answered. */
export const FIRST_ANSWER = {
  id: IDS.check,
  controlNumber: '000000001',
  reassociationKey: '000000001',
  meta: {
    senderId: 'MOCKPAYERS',
    submitterId: 'EDILOOMTEST',
    applicationMode: 'test',
    outboundTraceId: IDS.checkTrace,
    traceId: IDS.checkTrace,
  },
  tradingPartnerServiceId: '60054',
  payer: {
    entityIdentifier: 'Payer',
    entityType: 'Non-Person Entity',
    name: 'Aetna',
    payorIdentification: '60054',
    contactInformation: {
      contacts: [{ communicationMode: 'Telephone', communicationNumber: '5555550100' }],
      name: 'PROVIDER SERVICES',
    },
  },
  provider: {
    entityIdentifier: 'Provider',
    entityType: 'Non-Person Entity',
    providerName: 'Lake Clinic',
    npi: '1999999984',
  },
  subscriber: {
    entityIdentifier: 'Insured or Subscriber',
    memberId: 'AETNA12345',
    entityType: 'Person',
    lastName: 'Doe',
    firstName: 'Jane',
    dateOfBirth: '20040404',
    address: { address1: '12 HARBOR LANE', city: 'PORTLAND', state: 'ME', postalCode: '04101' },
    groupNumber: '086811',
    groupDescription: 'LANTERN WORKS',
    insuredIndicator: 'Y',
    relationToSubscriberCode: '18',
    relationToSubscriber: 'Self',
  },
  subscriberTraceNumbers: [
    {
      traceTypeCode: '2',
      traceType: 'Referenced Transaction Trace Numbers',
      referenceIdentification: IDS.checkTrace,
      originatingCompanyIdentifier: '9EDILOOM00',
    },
  ],
  planInformation: { groupNumber: '086811', groupDescription: 'LANTERN WORKS' },
  planDateInformation: { plan: '20260101-20261231' },
  planStatus: [
    {
      statusCode: '1',
      status: 'Active Coverage',
      planDetails: 'OPEN CHOICE',
      serviceTypeCodes: ['30', '1', '33', '47', '48', '50', '86', '88', '98', 'AL', 'MH', 'UC'],
    },
  ],
  benefitsInformation: [
    {
      code: '1',
      name: 'Active Coverage',
      ...INDIVIDUAL,
      serviceTypeCodes: ['30', '1', '33', '47', '48', '50', '86', '88', '98', 'AL', 'MH', 'UC'],
      serviceTypes: [
        'Health Benefit Plan Coverage',
        'Medical Care',
        'Chiropractic',
        'Hospital',
        'Hospital - Inpatient',
        'Hospital - Outpatient',
        'Emergency Services',
        'Pharmacy',
        'Professional (Physician) Visit - Office',
        'Vision (Optometry)',
        'Mental Health',
        'Urgent Care',
      ],
      insuranceTypeCode: 'PR',
      insuranceType: 'Preferred Provider Organization (PPO)',
      planCoverage: 'OPEN CHOICE',
    },
    { ...DEDUCTIBLE, ...INDIVIDUAL, ...WHOLE_PLAN, ...YEAR, benefitAmount: '1500', ...IN_NETWORK },
    { ...DEDUCTIBLE, ...INDIVIDUAL, ...WHOLE_PLAN, ...REMAINING, benefitAmount: '1042.17', ...IN_NETWORK },
    { ...DEDUCTIBLE, ...FAMILY, ...WHOLE_PLAN, ...YEAR, benefitAmount: '3000', ...IN_NETWORK },
    { ...DEDUCTIBLE, ...FAMILY, ...WHOLE_PLAN, ...REMAINING, benefitAmount: '2084.34', ...IN_NETWORK },
    { ...OUT_OF_POCKET, ...INDIVIDUAL, ...WHOLE_PLAN, ...YEAR, benefitAmount: '5000', ...IN_NETWORK },
    { ...OUT_OF_POCKET, ...INDIVIDUAL, ...WHOLE_PLAN, ...REMAINING, benefitAmount: '4310.5', ...IN_NETWORK },
    { ...OUT_OF_POCKET, ...FAMILY, ...WHOLE_PLAN, ...YEAR, benefitAmount: '10000', ...IN_NETWORK },
    { ...OUT_OF_POCKET, ...FAMILY, ...WHOLE_PLAN, ...REMAINING, benefitAmount: '8621', ...IN_NETWORK },
    { ...DEDUCTIBLE, ...INDIVIDUAL, ...WHOLE_PLAN, ...YEAR, benefitAmount: '3000', ...OUT_OF_NETWORK },
    { ...DEDUCTIBLE, ...INDIVIDUAL, ...WHOLE_PLAN, ...REMAINING, benefitAmount: '3000', ...OUT_OF_NETWORK },
    {
      ...CO_PAYMENT,
      ...INDIVIDUAL,
      serviceTypeCodes: ['98'],
      serviceTypes: ['Professional (Physician) Visit - Office'],
      ...VISIT,
      benefitAmount: '30',
      ...IN_NETWORK,
    },
    {
      ...CO_PAYMENT,
      ...INDIVIDUAL,
      serviceTypeCodes: ['UC'],
      serviceTypes: ['Urgent Care'],
      ...VISIT,
      benefitAmount: '60',
      ...IN_NETWORK,
    },
    {
      ...CO_PAYMENT,
      ...INDIVIDUAL,
      serviceTypeCodes: ['86'],
      serviceTypes: ['Emergency Services'],
      ...VISIT,
      benefitAmount: '250',
      ...IN_NETWORK,
      additionalInformation: [{ description: 'WAIVED IF ADMITTED' }],
    },
    {
      ...CO_INSURANCE,
      ...INDIVIDUAL,
      serviceTypeCodes: ['48', '50'],
      serviceTypes: ['Hospital - Inpatient', 'Hospital - Outpatient'],
      ...VISIT,
      benefitPercent: '0.2',
      ...IN_NETWORK,
    },
    { ...CO_INSURANCE, ...INDIVIDUAL, ...WHOLE_PLAN, ...VISIT, benefitPercent: '0.5', ...OUT_OF_NETWORK },
    { ...LIMITATIONS, ...INDIVIDUAL, ...CHIROPRACTIC, ...YEAR, ...VISITS, benefitQuantity: '20', ...ANYWHERE },
    { ...LIMITATIONS, ...INDIVIDUAL, ...CHIROPRACTIC, ...REMAINING, ...VISITS, benefitQuantity: '17', ...ANYWHERE },
    {
      code: 'U',
      name: 'Contact Following Entity for Eligibility or Benefit Information',
      serviceTypeCodes: ['88'],
      serviceTypes: ['Pharmacy'],
      benefitsRelatedEntities: [PHARMACY_DESK],
      benefitsRelatedEntity: PHARMACY_DESK,
    },
  ],
  dependents: [],
  errors: [],
  x12: X12,
};
