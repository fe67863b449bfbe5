/** What clients must know of the properties of claims. */
export const CLAIM_TEXTS: Readonly<Record<string, string>> = {
  '': 'One claim of one patient. Which element of X12 each property is, the engine’s documentation lists.',
  controlNumber: 'Comes back in the answer. Control numbers of interchanges are the server’s.',
  tradingPartnerServiceId: 'The payer: its platform id, primary id or an alias. Zeros at the beginning count.',
  tradingPartnerName: 'Name of the payer. It decides nothing: the payer is found by its id.',
  usageIndicator: '`T`: a test, which is sent to nobody. With a test key all claims are tests.',
  submitter: 'Who sends the claim, and can be asked about it.',
  receiver: 'Who takes it: mostly the payer.',
  subscriber: 'The policyholder, or a dependent with a member id of their own.',
  dependent: 'The patient, where that is a dependent without a member id.',
  billing: 'Who is to be paid.',
  'claimInformation.claimChargeAmount': 'What all lines charge together.',
  'claimInformation.patientControlNumber':
    'Yours, by which answers of payers name the claim: give each its own. 17 characters at most are safe everywhere.',
  'claimInformation.claimFrequencyCode':
    '1: the first; 7 replaces and 8 voids a claim that the payer has taken in, and needs its number in claimControlNumber.',
};
