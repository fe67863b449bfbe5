import type { JsonObject } from '../model/json.js';
import type { ClaimShape } from './claim-type.js';
import { objectIn, objectsIn } from './moves/json-parts.js';
import { each, eachLine, inOrder, type Step, within } from './normalise/step.js';

/** What a request leaves to whoever sends it. */
export interface ClaimNumbers {
  /** REF D9 of 2300: your own number of the claim, whatever the request says. Default: what it says. At most 50 characters. */
  readonly claimNumber?: string | undefined;
  /**
   * Makes a number, each time another: for lines (REF 6R) and reports (PWK06) that have none. At most 30 characters.
   * Default: they go without.
   */
  readonly makeNumber?: (() => string) | undefined;
  /** Ids that the receiver wants in place of those of the request. */
  readonly route?: ClaimRoute | undefined;
}

export interface ClaimRoute {
  /** NM109 of 1000A. */
  readonly submitterId?: string;
  /** NM109 of 1000B. */
  readonly receiverId?: string;
  /** NM109 of 2010BB. */
  readonly payerId?: string;
}

/** Ways to send a report that needs a number to be found by (PWK02): it comes apart from the claim. */
const SENT_APART = new Set(['BM', 'EL', 'EM', 'FT', 'FX']);

/** A claim in normal form, with the numbers that it lacks. */
export function fillClaim(request: JsonObject, shape: ClaimShape, numbers: ClaimNumbers): JsonObject {
  const { claimNumber, makeNumber, route = {} } = numbers;
  let filled = request;
  if (claimNumber !== undefined) filled = withClaimNumber(filled, claimNumber);
  if (makeNumber !== undefined) filled = numbered(shape.lineNumber, makeNumber)(filled, () => undefined);
  return routed(filled, shape, route);
}

function withClaimNumber(request: JsonObject, claimNumber: string): JsonObject {
  const information = objectIn(request.claimInformation);
  const claimSupplementalInformation = { ...objectIn(information.claimSupplementalInformation), claimNumber };
  return { ...request, claimInformation: { ...information, claimSupplementalInformation } };
}

function numbered(lineNumber: string, makeNumber: () => string): Step {
  const report: Step = (one) =>
    one.attachmentControlNumber === undefined && SENT_APART.has(String(one.attachmentTransmissionCode))
      ? { ...one, attachmentControlNumber: makeNumber() }
      : one;
  return inOrder(
    eachReport(report),
    eachLine((line) => (line[lineNumber] === undefined ? { ...line, [lineNumber]: makeNumber() } : line)),
  );
}

/** A step in each report of the claim and of its lines, by all names that reports have. */
export function eachReport(step: Step): Step {
  return within(
    'claimInformation',
    inOrder(
      within(
        'claimSupplementalInformation',
        inOrder(within('reportInformation', step), each('reportInformations', step)),
      ),
      each(
        'serviceLines',
        inOrder(each('serviceLineSupplementalInformation', step), each('serviceLineSupplementalInformations', step)),
      ),
    ),
  );
}

function routed(request: JsonObject, shape: ClaimShape, { submitterId, receiverId, payerId }: ClaimRoute): JsonObject {
  let filled = request;
  if (submitterId !== undefined)
    filled = { ...filled, submitter: { ...objectIn(filled.submitter), [shape.submitterNumber]: submitterId } };
  if (payerId !== undefined) filled = { ...filled, tradingPartnerServiceId: payerId };
  return receiverId === undefined ? filled : { ...filled, receiver: { ...objectIn(filled.receiver), receiverId } };
}

/** Numbers of the lines, in their order; empty where a line has none. */
export function lineNumbersOf(request: JsonObject, shape: ClaimShape): readonly string[] {
  return objectsIn(objectIn(request.claimInformation).serviceLines).map((line) => {
    const number = line[shape.lineNumber];
    return typeof number === 'string' ? number : '';
  });
}
