// What REF and DTP qualifiers are called in an answer. Payers send any of them at any level.

/** DTP01 to the property of `planDateInformation`. */
export const PLAN_DATES = {
  '096': 'discharge',
  102: 'issue',
  152: 'effectiveDateOfChange',
  193: 'periodStart',
  194: 'periodEnd',
  198: 'completion',
  290: 'coordinationOfBenefits',
  291: 'plan',
  292: 'benefit',
  295: 'primaryCareProvider',
  304: 'latestVisitOrConsultation',
  307: 'eligibility',
  318: 'added',
  340: 'cobraBegin',
  341: 'cobraEnd',
  342: 'premiumPaidToDateBegin',
  343: 'premiumPaidToDateEnd',
  346: 'planBegin',
  347: 'planEnd',
  348: 'benefitBegin',
  349: 'benefitEnd',
  356: 'eligibilityBegin',
  357: 'eligibilityEnd',
  382: 'enrollment',
  435: 'admission',
  442: 'dateOfDeath',
  458: 'certification',
  472: 'service',
  539: 'policyEffective',
  540: 'policyExpiration',
  636: 'dateOfLastUpdate',
  771: 'status',
} as const;

/** DTP01 to the property of `benefitsDateInformation`: one name is spelt in another way. */
export const BENEFIT_DATES = { ...PLAN_DATES, 342: 'premiumPaidtoDateBegin' } as const;

/** REF01 to the property of `planInformation`. */
export const PLAN_REFERENCES = {
  18: 'planNumber',
  '1L': 'policyNumber',
  '1W': 'memberId',
  '3H': 'caseNumber',
  49: 'familyUnitNumber',
  '6P': 'groupNumber',
  CE: 'classOfContractCode',
  CT: 'contractNumber',
  EA: 'medicalRecordIdentificationNumber',
  EJ: 'patientAccountNumber',
  F6: 'hicNumber',
  GH: 'idCardSerialNumber',
  HJ: 'idCardNumber',
  IF: 'issueNumber',
  IG: 'insurancePolicyNumber',
  MRC: 'eligibilityCategory',
  N6: 'planNetworkIdNumber',
  NQ: 'medicaidRecipientIdNumber',
  Q4: 'priorIdNumber',
  SY: 'socialSecurityNumber',
  Y4: 'agencyClaimNumber',
  '0B': 'stateLicenseNumber',
  '1C': 'medicareProviderNumber',
  '1D': 'medicaidProviderNumber',
  '1J': 'facilityIdNumber',
  '4A': 'personalIdentificationNumber',
  EL: 'electronicDevicePin',
  EO: 'submitterIdentificationNumber',
  HPI: 'centersForMedicareAndMedicaidServicesNPI',
  JD: 'userIdentification',
  N7: 'facilityNetworkIdentificationNumber',
  TJ: 'federalTaxpayersIdentificationNumber',
  '9F': 'referralNumber',
  G1: 'priorAuthorizationNumber',
  ALS: 'alternativeListId',
  CLI: 'coverageListId',
  FO: 'drugFormularyNumber',
  M7: 'medicalAssistanceCategory',
} as const;

/** REF01 to the property that has REF03 of the same segment. */
export const PLAN_REFERENCE_TWINS = {
  18: 'planDescription',
  '6P': 'groupDescription',
  N6: 'planNetworkIdDescription',
} as const;

/** The qualifiers that only the provider's REF has (loop 2100B). */
export const RECEIVER_REFERENCES: ReadonlySet<string> = new Set([
  '0B',
  '1C',
  '1D',
  '1J',
  '4A',
  'EL',
  'EO',
  'HPI',
  'JD',
  'N7',
  'TJ',
]);

/** REF01 to the property of `benefitsAdditionalInformation`. */
export const BENEFIT_REFERENCES = {
  18: 'planNumber',
  '1L': 'policyNumber',
  '1W': 'memberId',
  49: 'familyUnitNumber',
  '6P': 'groupNumber',
  F6: 'hicNumber',
  IG: 'insurancePolicyNumber',
  N6: 'planNetworkIdNumber',
  NQ: 'medicaidRecipientIdNumber',
  '9F': 'referralNumber',
  G1: 'priorAuthorizationNumber',
  ALS: 'alternativeListId',
  CLI: 'coverageListId',
  FO: 'drugFormularyNumber',
  M7: 'medicalAssistanceCategory',
} as const;

/** As {@link PLAN_REFERENCE_TWINS}, for a benefit. */
export const BENEFIT_REFERENCE_TWINS = { ...PLAN_REFERENCE_TWINS, N6: 'planNetworkDescription' } as const;

export type DateName = (typeof PLAN_DATES)[keyof typeof PLAN_DATES];
export type BenefitDateName = (typeof BENEFIT_DATES)[keyof typeof BENEFIT_DATES];
export type ReferenceName = (typeof PLAN_REFERENCES)[keyof typeof PLAN_REFERENCES];
export type ReferenceTwin = (typeof PLAN_REFERENCE_TWINS)[keyof typeof PLAN_REFERENCE_TWINS];
/** `medicaidRecepientIdNumber` is an old misspelling of `medicaidRecipientIdNumber`, still filled. */
export type BenefitReferenceName =
  | (typeof BENEFIT_REFERENCES)[keyof typeof BENEFIT_REFERENCES]
  | (typeof BENEFIT_REFERENCE_TWINS)[keyof typeof BENEFIT_REFERENCE_TWINS]
  | 'medicaidRecepientIdNumber';
