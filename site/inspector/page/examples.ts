/** What the page offers to whoever has no file at hand: made-up files, named by what they are. */
export interface Example {
  /** Its file in the folder of examples. */
  readonly file: string;
  readonly name: string;
  readonly about: string;
}

export const EXAMPLES: readonly Example[] = [
  { file: '270-inquiry.edi', name: '270', about: 'Eligibility inquiry' },
  { file: '271-answer.edi', name: '271', about: 'Eligibility answer' },
  { file: '837p-claims.edi', name: '837P', about: 'Professional claims' },
  { file: '837i-inpatient.edi', name: '837I', about: 'Institutional claim' },
  { file: '837d-crown.edi', name: '837D', about: 'Dental claim' },
  { file: '835-payment.edi', name: '835', about: 'Claim payment' },
  { file: '277ca-rejected.edi', name: '277CA', about: 'Claim acknowledgment' },
  { file: '850-order.edi', name: '850', about: 'Purchase order' },
  { file: '856-shipment.edi', name: '856', about: 'Ship notice' },
  { file: '999-rejection.edi', name: '999', about: 'Acknowledgment' },
  { file: '997-order.edi', name: '997', about: 'Order refused' },
  { file: 'broken-claim.edi', name: 'Broken', about: 'A faulty claim' },
];
