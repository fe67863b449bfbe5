import { isObject } from '../../json.js';
import { invalid, Problem } from '../../problems.js';
import { answerOf } from './claim-answer.js';
import { reportOn } from './claim-report.js';
import type { WayWarning } from './claim-way.js';
import { type Submitting, usageOf } from './submitting.js';
import { toldErrors, whereErrorsAre } from './told-errors.js';

/** ISA13 of an answer to a claim of which nothing was made: it took no number. */
const NO_NUMBER = '000000001';
const CLAIM_REJECTED = 'CLAIM_REJECTED';

/** The claim breaks rules: its answer, with a 277CA that says each that is told, is the body. Nothing of it is kept. */
export async function rejection(submitting: Submitting): Promise<Problem> {
  const { run, payer, isTest, chosen, claimId, traceId } = submitting;
  const { told, more } = toldErrors(submitting.claim.errors);
  const claim = { ...submitting.claim, errors: told };
  const usage = usageOf(submitting);
  const x12 = await reportOn(run, { claim, claimId, traceId, usage, interchangeNumber: NO_NUMBER });
  const body = answerOf({
    ...{ id: claimId, claim, payer, isTest, x12, now: run.services.clock.now() },
    lineNumbers: givenLineNumbers(submitting),
    // First, as warnings have an end, too.
    warnings: [...(more === 0 ? [] : [moreErrors(more)]), ...chosen.warnings],
  });
  const count = told.length + more;
  const rules = count === 1 ? 'a rule' : `rules at ${count} places`;
  const where = more === 0 ? 'errors has each with its place' : whereErrorsAre(more);
  return invalid(`The claim breaks ${rules}: ${where}. Correct it and send it again; nothing was sent.`, {
    code: CLAIM_REJECTED,
    body,
  });
}

function moreErrors(more: number): WayWarning {
  return { code: 'claim::more_errors', description: `${more} more errors are left out.` };
}

export function isRejection(error: unknown): boolean {
  return error instanceof Problem && error.code === CLAIM_REJECTED;
}

/** Of a claim that goes nowhere none are made: those that it has. */
function givenLineNumbers({ claim: { request } }: Submitting): readonly string[] {
  const { serviceLines } = isObject(request.claimInformation) ? request.claimInformation : {};
  return (Array.isArray(serviceLines) ? serviceLines : []).map((line: unknown) => {
    const { providerControlNumber, lineItemControlNumber } = isObject(line) ? line : {};
    const number = providerControlNumber ?? lineItemControlNumber;
    return typeof number === 'string' ? number : '';
  });
}
