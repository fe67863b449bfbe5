import { type Document, X12Error } from 'ediloom';
import { type AskedEligibility, answersTo, type EligibilityResponse, type ResponseWarning } from 'ediloom/eligibility';
import { x12Text } from '../../resources/eligibility-checks/x12-text.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import type { CheckFailure } from './failures.js';
import { interchangeTexts } from './interchange-texts.js';
import type { WrittenQuestion } from './write-question.js';

/** What a payer sent, judged: an answer to the question, or why it cannot be shown. */
export type JudgedAnswer =
  | { readonly response: EligibilityResponse; readonly x12: string | undefined }
  | { readonly failure: Extract<CheckFailure, 'foreign-answer' | 'unreadable-answer' | 'too-large'> };

/** What of a question an answer is judged by. */
export type AskedQuestion = Pick<WrittenQuestion, 'asked' | 'traceId' | 'interchangeNumber' | 'groupNumber'>;

const UNREADABLE = { failure: 'unreadable-answer' } as const;
const FOREIGN = { failure: 'foreign-answer' } as const;

/** Answers that can be shown although nothing in them says whose they are. */
const UNCONFIRMED: ResponseWarning = {
  code: 'response::271::unconfirmed',
  description:
    'The payer gave back no number that this check alone has, or answered about the patient with other data. Compare the patient before relying on it.',
};

const OTHERS_LEFT_OUT: ResponseWarning = {
  code: 'response::271::others_left_out',
  description: 'The payer answered about other patients as well. They are left out, and so is X12 that has them.',
};

const OTHERWISE_AS_WELL: ResponseWarning = {
  code: 'response::271::otherwise_as_well',
  description:
    'The payer answered about the patient more than once, and not the same. This is the first of the answers: compare the others, which the document payer-answer of the check has.',
};

const SAYS_NOTHING: ResponseWarning = {
  code: 'response::271::says_nothing',
  description: 'The payer answered without benefits and without an error. Nothing is known of the coverage: ask again.',
};

/** What is judged beside the question. */
export interface GivenAnswer {
  readonly bytes: Uint8Array;
  readonly id: string;
  /** Numbers of the question that other questions have had, too. */
  readonly sharedNumbers: readonly string[];
}

/**
 * Judges what a payer sent. What belongs to another check is never shown: numbers that come back are compared first, then member id, name
 * and birth date (`matchAnswer` of the engine). Where a 271 is there, a 999 or TA1 beside it says nothing.
 */
export async function judgeAnswer(
  codecs: EligibilityEngine,
  question: AskedQuestion,
  { bytes, id, sharedNumbers }: GivenAnswer,
): Promise<JudgedAnswer> {
  const document = await parsed(codecs, bytes);
  if (document === undefined || isCutOff(document)) return UNREADABLE;
  const { interchanges } = document;
  const texts = interchanges.length > 1 ? await interchangeTexts(codecs.engine, bytes) : [x12Text(bytes)];
  const all = interchanges.map((interchange, place) =>
    codecs.responses.decode(
      { interchanges: [interchange] },
      { x12: texts[place], id, outboundTraceId: question.traceId },
    ),
  );
  const answers = all.map((some) => some.filter((one) => !isAcknowledgment(one)));
  if (answers.flat().length === 0) return acknowledged(document, question, all.flat());
  return best(answers, { ...question.asked, sharedNumbers });
}

/** @param answers of each interchange. */
function best(answers: readonly (readonly EligibilityResponse[])[], asked: AskedEligibility): JudgedAnswer {
  const matched = answersTo(asked, answers.flat());
  const first = matched.find(({ answer }) => saysSomething(answer)) ?? matched[0];
  if (first === undefined) return FOREIGN;
  const isOurs = (answer: EligibilityResponse): boolean => matched.some((one) => one.answer === answer);
  const isAlone = answers.flat().every(isOurs);
  const warnings = [
    ...(first.answer.warnings ?? []),
    ...(first.match.verdict === 'match' ? [] : [UNCONFIRMED]),
    ...(isAlone ? [] : [OTHERS_LEFT_OUT]),
    ...(matched.every(({ answer }) => saysTheSame(answer, first.answer)) ? [] : [OTHERWISE_AS_WELL]),
    ...(saysSomething(first.answer) ? [] : [SAYS_NOTHING]),
  ];
  // The text is that of its interchange: others may stand in it.
  const isWhole = answers.find((some) => some.includes(first.answer))?.every(isOurs) ?? false;
  const { x12: text, ...rest } = first.answer;
  const x12 = isWhole ? text : undefined;
  const response = { ...rest, ...(warnings.length > 0 ? { warnings } : {}), ...(x12 === undefined ? {} : { x12 }) };
  return { response, x12 };
}

function saysSomething({ benefitsInformation, errors }: EligibilityResponse): boolean {
  return benefitsInformation !== undefined || errors.length > 0;
}

/** Gateways send an answer twice; what is said of the coverage counts, and not who says it. */
function saysTheSame(one: EligibilityResponse, other: EligibilityResponse): boolean {
  return one === other || JSON.stringify(coverageIn(one)) === JSON.stringify(coverageIn(other));
}

function coverageIn({ errors, benefitsInformation, planInformation, planDateInformation }: EligibilityResponse) {
  return [errors, benefitsInformation, planInformation, planDateInformation];
}

/** Reasons by which a transaction set ends before its SE does. */
const CUT_OFF: readonly string[] = ['segment-truncated', 'transaction-trailer-missing'];

/** Half of an answer says nothing of the benefits that stood in the other half. Whole sets without GE or IEA are answers. */
function isCutOff({ interchanges }: Document): boolean {
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  return sets.some(({ findings }) => findings.some(({ reason }) => CUT_OFF.includes(reason)));
}

/** A 999 or TA1 in place of the 271; an accepting one says nothing of the question, and other sets say nothing at all. */
function acknowledged(
  document: Document,
  question: AskedQuestion,
  answers: readonly EligibilityResponse[],
): JudgedAnswer {
  const rejecting = answers.find((answer) => answer.status === 'ERROR' && isRejection(answer));
  if (rejecting === undefined) return UNREADABLE;
  if (!namesQuestion(document, question)) return FOREIGN;
  return { response: rejecting, x12: rejecting.x12 };
}

function isRejection({ transactionSetAcknowledgement, errors }: EligibilityResponse): boolean {
  return transactionSetAcknowledgement !== undefined || errors.some(({ location }) => location === 'TA1');
}

/** Whether TA1 and 999 name our ISA13 and GS06: one that names another's is another's. */
function namesQuestion({ interchanges }: Document, { interchangeNumber, groupNumber }: AskedQuestion): boolean {
  const isOurs = [
    ...interchanges
      .flatMap(({ acknowledgments }) => acknowledgments)
      .map((one) => Number(one.interchangeControlNumber) === Number(interchangeNumber)),
    ...interchanges
      .flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions))
      .flatMap(({ data }) => groupsNamed(data))
      .map((group) => group === groupNumber),
  ];
  return isOurs.length > 0 && isOurs.every((ours) => ours);
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
