/** What clients must know of the properties of a check. */
export const REQUEST_TEXTS: Readonly<Record<string, string>> = {
  '': 'Whether a patient is covered: who asks, about whom, and what.',
  tradingPartnerServiceId: 'The payer: its platform id, primary id or an alias. Zeros at the beginning count.',
  tradingPartnerName: 'Name of the payer. It decides nothing: the payer is found by its id.',
  controlNumber: 'Not sent: control numbers are the server’s.',
  externalPatientId: 'Yours, by which checks of a patient are found again. It is not sent to the payer.',
  eligibilitySearchId: 'Comes back in the answer.',
  submitterTransactionIdentifier: 'Means something in batches only.',
  portalUsername:
    'Of the provider at the payer’s portal, where the payer wants it. Always encrypted, and never read back.',
  portalPassword: 'The same; for some payers it is the PIN of the provider.',
  provider: 'Who asks: a name (organizationName, or firstName and lastName) and an identifier, mostly npi.',
  subscriber:
    'The policyholder, or a dependent with a member id of their own. At least one of memberId, dateOfBirth and lastName; with these and firstName the payer must answer if there is such a member.',
  'subscriber.dateOfBirth': 'CCYYMMDD.',
  dependents: 'The patient, where that is a dependent without a member id: one at most.',
  encounter: 'What is asked. Without service types and procedure it is service type 30.',
  'encounter.dateOfService': 'CCYYMMDD. Without any date it is today where the payer is.',
  'encounter.serviceTypeCodes': 'Codes of X12, such as 30, the benefits of the plan as a whole.',
};

/** And of an answer. */
export const ANSWER_TEXTS: Readonly<Record<string, string>> = {
  '': 'What the payer says, or why there is no answer. Which element of X12 each property is, the engine’s documentation lists.',
  id: 'Of the check: `ec_` and a UUID. It can be read again by it.',
  eligibilitySearchId: 'As it was sent.',
  controlNumber: 'ISA13 of the payer’s interchange.',
  reassociationKey: 'The same.',
  tradingPartnerServiceId: 'The payer’s own id, which may differ from what was sent.',
  status: '`ERROR` where there is no 271.',
  transactionSetAcknowledgement: 'IK501, where the payer sent a 999.',
  implementationTransactionSetSyntaxError: 'IK502, where the payer sent a 999.',
  x12: 'The interchange of the payer: a 271, or a 999 or TA1 in its place.',
  meta: 'Of the two interchanges: who sent the answer to whom, its mode, and BHT03 of both.',
  payer: 'Who answers.',
  provider: 'Who asked.',
  subscriber: 'The policyholder.',
  dependents: 'The patient, where that is not the subscriber; otherwise empty.',
  subscriberTraceNumbers: 'TRN segments: ours that came back, and the payer’s.',
  planInformation: 'Numbers of plan, group and member, with their descriptions.',
  planDateInformation: 'CCYYMMDD, or CCYYMMDD-CCYYMMDD; of the dependent where that has some.',
  planStatus: 'In short what `benefitsInformation` has under the codes 1 to 8.',
  benefitsInformation: 'One entry for each EB segment, in its order.',
  errors: 'AAA errors of all levels, and those of the server. Empty where there are none.',
  'errors[].code': 'AAA03. 42: the payer was not asked or cannot answer now; 80: no answer came.',
  'errors[].possibleResolutions': 'For people; its words may change.',
  warnings: 'What was repaired, left out or passed on although it breaks the standard. Never a value.',
};
