import { EXAMPLES } from './page/examples.js';

/** Where the build takes the examples from: those that have no fixture of the engine stand beside this file. */
const SOURCES: Readonly<Record<string, string>> = {
  '270-inquiry.edi': 'fixtures/eligibility-inquiry-270/input.edi',
  '271-answer.edi': 'fixtures/eligibility-answer-271/input.edi',
  '837p-claims.edi': 'fixtures/claim-837p/input.edi',
  '837i-inpatient.edi': 'fixtures/claims/i1-inpatient.edi',
  '837d-crown.edi': 'fixtures/claims/d1-crown.edi',
  '835-payment.edi': 'fixtures/remittance-835/input.edi',
  '277ca-rejected.edi': 'fixtures/claims/277ca-rejected.edi',
  '850-order.edi': 'fixtures/purchase-order-850/input.edi',
  '856-shipment.edi': 'fixtures/ship-notice-856/input.edi',
  '999-rejection.edi': 'fixtures/acknowledgment-999/input.edi',
  '997-order.edi': 'fixtures/acknowledgments/segment-I4/expected-997.edi',
  'broken-claim.edi': 'site/inspector/examples/broken-claim.edi',
};

/** The examples of the page, each with its file in the repository. */
export function exampleFiles(): readonly { readonly file: string; readonly source: string }[] {
  return EXAMPLES.map(({ file }) => {
    const source = SOURCES[file];
    if (source === undefined) throw new Error(`The example ${file} has no source.`);
    return { file, source };
  });
}
