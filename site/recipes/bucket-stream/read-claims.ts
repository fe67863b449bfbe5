import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/837P-005010X222A1';

const engine = createEngine({ guides: [guide] });

/** What is kept of a claim. */
export interface ClaimLine {
  readonly claim: string;
  readonly problems: number;
}

/**
 * Reads claims of a file that may be larger than the memory. `body` is what a bucket's client gives: the Body of a GetObject, a
 * read stream of a file, the body of a response. If what is done with a claim is slow, the bucket is asked no faster.
 */
export async function* readClaims(body: AsyncIterable<Uint8Array>): AsyncGenerator<ClaimLine> {
  for await (const { data, findings } of engine.loops(body, guide, '2300'))
    yield { claim: data.claim_information_CLM.patient_control_number_01, problems: findings.length };
}
