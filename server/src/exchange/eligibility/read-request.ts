import { type Document, describeFinding, type TransactionDocument, X12Error } from 'ediloom';
import { checkRequest, type EligibilityRequest, type RequestProblem, type RequestTrace } from 'ediloom/eligibility';
import { QUESTION_GUIDE } from '../../resources/payer-routes/demand-overlay.js';
import type { CheckInput } from './check.js';
import { hasMoreSegments } from './count-segments.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import { brokenRules, unparsable } from './refusals.js';

/** Segments of a 270 about one patient: it has some dozens, and with every service type asked apart some hundreds. */
export const MOST_SEGMENTS = 1_000;

/** Whether it has more than any 270 that is taken: others would wait until all of it is read. */
export function isTooLong(x12: string): boolean {
  return hasMoreSegments(Buffer.from(x12, 'utf8'), MOST_SEGMENTS);
}

/** What is asked, whichever way it came. */
export interface ReadRequest {
  readonly request: EligibilityRequest;
  /** What was repaired, or is not sent. */
  readonly warnings: readonly RequestProblem[];
  readonly externalPatientId: string | undefined;
  readonly eligibilitySearchId: string | undefined;
  /** The interchange that it came in. */
  readonly raw?: RawQuestion | undefined;
}

/** A 270 as its sender wrote it: its set goes on as it is, but for the payer's name and id. */
export interface RawQuestion {
  readonly interchange: Document['interchanges'][number];
  readonly set: TransactionDocument;
  /** BHT03. */
  readonly traceId: string;
  readonly traces: readonly RequestTrace[];
}

/** @throws Problem `invalid` with all that is wrong. */
export async function readRequest(codecs: EligibilityEngine, input: CheckInput): Promise<ReadRequest> {
  return input.source === 'json' ? readJson(input.request) : readX12(codecs, input);
}

function readJson(given: unknown): ReadRequest {
  const { problems, warnings, request } = checkRequest(given);
  if (problems.length > 0) throw brokenRules(problems);
  // It has passed the schema of this type.
  const checked = request as unknown as EligibilityRequest;
  return {
    request: checked,
    warnings,
    externalPatientId: checked.externalPatientId,
    eligibilitySearchId: checked.eligibilitySearchId,
  };
}

async function readX12(
  codecs: EligibilityEngine,
  input: Exclude<CheckInput, { source: 'json' }>,
): Promise<ReadRequest> {
  const { interchange, set } = await onlySet(codecs, input.x12);
  const [decoded, ...others] = codecs.requests.decode(set.data);
  if (decoded === undefined) throw unparsable('The 270 asks about nobody: loop 2000C is missing.', '2000C');
  if (others.length > 0) throw unparsable('The 270 asks about several patients: send one 270 for each.', '2000C');
  const { request } = decoded;
  const traceId = request.submitterTransactionIdentifier ?? '';
  if (traceId === '') throw unparsable('BHT03 is missing: the answer is found by it.', 'BHT');
  if ((request.tradingPartnerServiceId ?? '') === '')
    throw unparsable('NM109 is missing: the id of the payer.', '2100A');
  return {
    request,
    warnings: [],
    externalPatientId: input.externalPatientId,
    eligibilitySearchId: input.eligibilitySearchId,
    raw: { interchange, set, traceId, traces: decoded.traces },
  };
}

async function onlySet(codecs: EligibilityEngine, x12: string): Promise<Pick<RawQuestion, 'interchange' | 'set'>> {
  if (isTooLong(x12)) {
    throw unparsable(`It has more than ${MOST_SEGMENTS} segments: send one 270 about one patient.`, 'ISA');
  }
  const { interchanges, findings } = await parsed(codecs, x12);
  const [interchange, ...moreInterchanges] = interchanges;
  const groups = interchange?.groups ?? [];
  const sets = groups.flatMap(({ transactions }) => transactions);
  const [set] = sets;
  if (interchange === undefined || set === undefined) throw unparsable('It has no transaction set.', 'ISA');
  if (moreInterchanges.length > 0 || groups.length > 1 || sets.length > 1) {
    throw unparsable('It has several transaction sets: send each by itself.', 'ST');
  }
  if (set.guide !== QUESTION_GUIDE) throw unparsable('It is no 270 of version 005010X279A1 (GS08, ST03).', 'ST');
  const all = [...findings, ...interchange.findings, ...groups.flatMap((group) => group.findings), ...set.findings];
  const error = all.find(({ severity }) => severity === 'error');
  if (error !== undefined) {
    const { code, place, text, advice } = describeFinding(error, { guide: codecs.question });
    throw unparsable(`${place}: ${text} (${code}). ${advice}`.trim(), error.at.loopId ?? error.at.segmentId ?? 'ISA');
  }
  return { interchange, set };
}

async function parsed({ engine }: EligibilityEngine, x12: string): Promise<Document> {
  try {
    return await engine.parse(x12);
  } catch (error) {
    if (error instanceof X12Error)
      throw unparsable('It is no interchange: it does not begin with an ISA that can be read.', 'ISA');
    throw error;
  }
}
