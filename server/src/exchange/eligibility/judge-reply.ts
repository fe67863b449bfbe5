import type { Run } from '../services.js';
import type { AskedRoute } from './ask-routes.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import { type GivenAnswer, type JudgedAnswer, judgeAnswer } from './judge-answer.js';
import type { WrittenQuestion } from './write-question.js';

/** A check whose payer has been asked. */
interface AskedCheck {
  readonly run: Run;
  readonly id: string;
  readonly asked: AskedRoute;
}

/** A long answer, aside: nobody waits for a turn meanwhile. @returns `undefined` for one that is judged in a moment. */
export async function judgeLong(check: AskedCheck): Promise<JudgedAnswer | undefined> {
  const { run, id, asked } = check;
  const { services, caller } = run;
  const { reply } = asked;
  if (reply.kind === 'none' || !services.realTime.longAnswers.isLong(reply.x12)) return undefined;
  const { asked: about, traceId, interchangeNumber, groupNumber } = asked.question;
  const question = { asked: about, traceId, interchangeNumber, groupNumber };
  try {
    return await services.realTime.longAnswers.judge(caller.accountId, { question, given: given(check, reply.x12) });
  } catch (error) {
    // What it says may have a value of the answer in it. The answer is kept all the same.
    const name = error instanceof Error ? error.name : 'unknown';
    services.log.error({ check: id, error: name }, 'an answer was not judged');
    return { failure: 'unreadable-answer' };
  }
}

/** A short answer. */
export function judgeShort(check: AskedCheck, codecs: EligibilityEngine, x12: Uint8Array): Promise<JudgedAnswer> {
  return judgeAnswer(codecs, check.asked.question, given(check, x12));
}

function given({ run, id, asked: { route, question } }: AskedCheck, bytes: Uint8Array): GivenAnswer {
  const { sharedNumbers } = run.services.realTime;
  return { bytes, id, sharedNumbers: sharedNumbers.among(route.routeId, numbersOf(question)) };
}

/** By what the answer is known. */
export function numbersOf({ asked: { traceId, traceNumbers = [] } }: WrittenQuestion): readonly string[] {
  return traceId === undefined ? traceNumbers : [traceId, ...traceNumbers];
}
