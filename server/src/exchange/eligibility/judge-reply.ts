import { errorPlace, errorText } from '../../jobs/error-text.js';
import type { Run } from '../services.js';
import type { ReturnedCheck } from './ask-routes.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import { type GivenAnswer, type JudgedAnswer, judgeAnswer } from './judge-answer.js';
import type { WrittenQuestion } from './write-question.js';

/** A check whose payer has been asked. */
interface AskedCheck {
  readonly run: Run;
  readonly id: string;
  readonly asked: ReturnedCheck;
}

/** A long answer, aside: nobody waits for a turn meanwhile. @returns `undefined` for one that is judged in a moment. */
export async function judgeLong(check: AskedCheck): Promise<JudgedAnswer | undefined> {
  const { run, asked } = check;
  const { services, caller } = run;
  const { reply } = asked;
  if (reply.kind === 'none' || !services.realTime.longAnswers.isLong(reply.x12)) return undefined;
  const { asked: about, traceId, interchangeNumber, groupNumber } = asked.question;
  const question = { asked: about, traceId, interchangeNumber, groupNumber };
  const { longAnswers } = services.realTime;
  return keptIfFailed(check, () => longAnswers.judge(caller.accountId, { question, given: given(check, reply.x12) }));
}

/** A short answer. */
export function judgeShort(check: AskedCheck, codecs: EligibilityEngine, x12: Uint8Array): Promise<JudgedAnswer> {
  return keptIfFailed(check, () => judgeAnswer(codecs, check.asked.question, given(check, x12)));
}

/** By a mistake of ours an answer is not lost: it ends as one that cannot be read, and is kept. */
async function keptIfFailed({ run, id }: AskedCheck, judging: () => Promise<JudgedAnswer>): Promise<JudgedAnswer> {
  try {
    return await judging();
  } catch (error) {
    // What it says may have a value of the answer in it.
    run.services.log.error({ check: id, error: errorText(error), at: errorPlace(error) }, 'an answer was not judged');
    return { failure: 'unreadable-answer' };
  }
}

function given({ run, id, asked: { route, question } }: AskedCheck, bytes: Uint8Array): GivenAnswer {
  const { sharedNumbers } = run.services.realTime;
  return { bytes, id, sharedNumbers: sharedNumbers.among(route.routeId, numbersOf(question)) };
}

/** By what the answer is known. */
export function numbersOf({
  asked: { traceId, traceNumbers = [] },
}: Pick<WrittenQuestion, 'asked'>): readonly string[] {
  return traceId === undefined ? traceNumbers : [traceId, ...traceNumbers];
}
