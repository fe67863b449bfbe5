import type { EligibilityResponse, RequestProblem, ResponseWarning } from 'ediloom/eligibility';
import { isOfClient } from '../payer-routes/replies.js';
import { answerAs } from './answer-as.js';
import type { ReturnedCheck } from './ask-routes.js';
import type { CheckOutcome } from './check.js';
import { type CheckFailure, failedResponse } from './failures.js';
import type { JudgedAnswer } from './judge-answer.js';
import { judgeShort } from './judge-reply.js';
import { checkMode, type Sending } from './sending.js';

/** A check whose payer was asked: what its outcome needs of it. */
export interface Returning extends Pick<Sending, 'run' | 'codecs' | 'input' | 'read' | 'warnings'> {
  readonly payer: Pick<Sending['payer'], 'displayName'>;
}

/** A check as it came back; `long`: what a long answer was judged to be. */
interface Answered {
  readonly id: string;
  readonly asked: ReturnedCheck;
  readonly long: JudgedAnswer | undefined;
}

const NOT_READDRESSED: ResponseWarning = {
  code: 'response::271::not_readdressed',
  description:
    'A delimiter of the payer stands in an id of the 270: the X12 of the answer is under the ids that the payer knows, not under your own.',
};

/** What a check came to, by what was answered over the route that was asked last. */
export async function outcomeOf(sending: Returning, { id, asked, long }: Answered): Promise<CheckOutcome> {
  const { run, codecs, input, read, payer, warnings: told } = sending;
  const { reply, question, route } = asked;
  const repaired = requestWarnings([...read.warnings, ...question.warnings]);
  const failed = (failure: CheckFailure, wasSent: boolean): CheckOutcome => {
    const response = failedResponse({
      ...{ id, failure, wasSent, payerName: payer.displayName, payerId: route.payerId },
      mode: checkMode(sending),
      outboundTraceId: question.traceId,
      eligibilitySearchId: read.eligibilitySearchId,
    });
    const more = wasSent ? repaired : [];
    const isLasting = reply.kind === 'none' && isOfClient(reply);
    return { id, response: { ...response, ...warned([...told, ...more]) }, x12: undefined, failure, isLasting };
  };
  if (reply.kind === 'none') return failed(reply.failure, reply.wasSent);
  const answer = long ?? (await judgeShort({ run, id, asked }, codecs, reply.x12));
  if ('failure' in answer) {
    // The operator looks into this one: a payer or gateway mixes answers up.
    if (answer.failure === 'foreign-answer') {
      reply.mistrust?.();
      run.services.log.error(
        { check: id, route: route.name },
        'a payer sent the answer of another check, or about another person; it is kept and not shown',
      );
    }
    return failed(answer.failure, true);
  }
  const x12 = answer.x12 === undefined ? undefined : answerAs(read.raw, answer.x12, question);
  const response: EligibilityResponse = {
    ...answer.response,
    ...(read.eligibilitySearchId === undefined ? {} : { eligibilitySearchId: read.eligibilitySearchId }),
    ...warned([
      ...told,
      ...repaired,
      ...(answer.response.warnings ?? []),
      ...(answer.x12 !== undefined && x12 === undefined ? [NOT_READDRESSED] : []),
    ]),
    ...(x12 === undefined || input.source === 'json' ? {} : { x12 }),
  };
  return { id, response, x12, failure: undefined };
}

/** Of more, those that follow say nothing that the first do not. */
const MOST_WARNINGS = 100;

function warned(warnings: readonly ResponseWarning[]): Pick<EligibilityResponse, 'warnings'> {
  if (warnings.length === 0) return {};
  const more = warnings.length - MOST_WARNINGS;
  if (more <= 0) return { warnings };
  const description = `${more} more warnings are left out.`;
  return { warnings: [...warnings.slice(0, MOST_WARNINGS), { code: 'check::more_warnings', description }] };
}

/** What was repaired or not sent, by its place and rule: once, as the request is judged again when it is written for a route. */
function requestWarnings(problems: readonly RequestProblem[]): readonly ResponseWarning[] {
  const told = problems.map(({ pointer, rule, text }) => ({
    code: `request::270::${rule.replaceAll('-', '_')}`,
    description: `${pointer}: ${text}`,
  }));
  return [...new Map(told.map((one) => [one.description, one])).values()];
}
