import { type Document, X12Error } from 'ediloom';
import { answersTo, type EligibilityResponse, type ResponseWarning } from 'ediloom/eligibility';
import type { EligibilityEngine } from './eligibility-engine.js';
import type { CheckFailure } from './failures.js';
import type { WrittenQuestion } from './write-question.js';

/** What a payer sent, judged: an answer to the question, or why it cannot be shown. */
export type JudgedAnswer =
  | { readonly response: EligibilityResponse; readonly x12: string | undefined }
  | { readonly failure: Extract<CheckFailure, 'foreign-answer' | 'unreadable-answer'> };

const UNREADABLE = { failure: 'unreadable-answer' } as const;
const FOREIGN = { failure: 'foreign-answer' } as const;

/** Answers that can be shown although nothing in them says whose they are. */
const UNCONFIRMED: ResponseWarning = {
  code: 'response::271::unconfirmed',
  description:
    'The payer gave back none of the numbers that were sent, or answered about the patient with other data. Compare the patient before relying on it.',
};

const OTHERS_LEFT_OUT: ResponseWarning = {
  code: 'response::271::others_left_out',
  description: 'The payer answered about other patients as well. They are left out, and the X12 with them.',
};

/**
 * Judges what a payer sent. What belongs to another check is never shown: numbers that come back are compared first, then member id, name
 * and birth date (`matchAnswer` of the engine). Where a 271 is there, a 999 beside it says nothing.
 */
export async function judgeAnswer(
  codecs: EligibilityEngine,
  question: WrittenQuestion,
  given: { readonly bytes: Uint8Array; readonly id: string },
): Promise<JudgedAnswer> {
  const x12 = textOf(given.bytes);
  const document = await parsed(codecs, given.bytes);
  if (document === undefined || isCutOff(document)) return UNREADABLE;
  const options = { x12, id: given.id, outboundTraceId: question.traceId };
  const all = codecs.responses.decode(document, options);
  const answers = all.filter((one) => !isAcknowledgment(one));
  if (answers.length === 0) return acknowledged(document, question, all);
  const matched = answersTo(question.asked, answers);
  const [best] = matched;
  if (best === undefined) return FOREIGN;
  const isAlone = matched.length === answers.length && document.interchanges.length === 1;
  const warnings = [
    ...(best.answer.warnings ?? []),
    ...(best.match.verdict === 'match' ? [] : [UNCONFIRMED]),
    ...(isAlone ? [] : [OTHERS_LEFT_OUT]),
  ];
  const { x12: _, ...rest } = best.answer;
  const response = { ...rest, ...(warnings.length > 0 ? { warnings } : {}), ...(isAlone ? { x12 } : {}) };
  return { response, x12: isAlone ? x12 : undefined };
}

/** Reasons by which a transaction set ends before its SE does. */
const CUT_OFF: readonly string[] = ['segment-truncated', 'transaction-trailer-missing'];

/** Half of an answer says nothing of the benefits that stood in the other half. Whole sets without GE or IEA are answers. */
function isCutOff({ interchanges }: Document): boolean {
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  return sets.some(({ findings }) => findings.some(({ reason }) => CUT_OFF.includes(reason)));
}

/** A 999 or TA1 in place of the 271; an accepting one says nothing of the question. */
function acknowledged(
  document: Document,
  question: WrittenQuestion,
  answers: readonly EligibilityResponse[],
): JudgedAnswer {
  const rejecting = answers.find(({ status }) => status === 'ERROR');
  if (rejecting === undefined) return UNREADABLE;
  if (!namesQuestion(document, question)) return FOREIGN;
  return { response: rejecting, x12: rejecting.x12 };
}

/** Whether a TA1 or 999 names our ISA13 or GS06: one that names another's is another's. */
function namesQuestion({ interchanges }: Document, { interchangeNumber, groupNumber }: WrittenQuestion): boolean {
  const rejected = interchanges.flatMap(({ acknowledgments }) => acknowledgments);
  if (rejected.some((one) => Number(one.interchangeControlNumber) === Number(interchangeNumber))) return true;
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  return sets.some(({ data }) => groupsNamed(data).includes(groupNumber));
}

/** AK102 of a 999, which stands at the beginning of its heading. */
function groupsNamed(
  data: Document['interchanges'][number]['groups'][number]['transactions'][number]['data'],
): readonly number[] {
  const { heading } = data;
  if (typeof heading !== 'object' || heading === null) return [];
  return Object.entries(heading).flatMap(([name, segment]) => {
    if (!name.endsWith('_AK1') || typeof segment !== 'object' || segment === null) return [];
    return Object.entries(segment).flatMap(([element, value]) => (element.endsWith('_02') ? [Number(value)] : []));
  });
}

function isAcknowledgment({ status, transactionSetAcknowledgement }: EligibilityResponse): boolean {
  return status === 'ERROR' || transactionSetAcknowledgement !== undefined;
}

async function parsed({ engine }: EligibilityEngine, bytes: Uint8Array): Promise<Document | undefined> {
  try {
    return await engine.parse(bytes);
  } catch (error) {
    if (error instanceof X12Error) return undefined;
    throw error;
  }
}

/** Payers send UTF-8, or bytes of ISO 8859-1 that are none. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
