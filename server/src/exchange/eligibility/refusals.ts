import type { RequestProblem } from 'ediloom/eligibility';
import { invalid, type Problem, type ProblemDetail } from '../../problems.js';
import type { PayerFound } from '../../resources/payers/find-payer.js';
import { noPayerText } from '../../resources/payers/no-payer-text.js';
import type { MockDifference } from '../mock-payers/mock-payers.js';
import { CORRECT } from './followup-actions.js';

/*
 * Checks of which nothing is sent. The body has the form of an answer, with `errors` in the form of AAA errors, as clients of the interface
 * read them; `message` beside them is for people. No text repeats what was asked.
 */

interface OwnError {
  readonly code: string;
  readonly description: string;
  readonly location: string;
  readonly possibleResolutions: string;
  /** JSON pointer into the request. */
  readonly path?: string | undefined;
  /** Name of the engine's rule that is broken. */
  readonly rule?: string | undefined;
}

function refused(code: string, message: string, errors: readonly OwnError[]): Problem {
  const details = errors.map(
    ({ path, ...error }): ProblemDetail => ({
      ...error,
      followupAction: CORRECT,
      message: error.possibleResolutions,
      ...(path === undefined ? {} : { path }),
    }),
  );
  return invalid(message, { code, errors: details, body: { status: 'ERROR', dependents: [] } });
}

/** The request breaks rules of what can be asked. */
export function brokenRules(problems: readonly RequestProblem[]): Problem {
  return refused(
    'INVALID_REQUEST',
    'The request cannot be sent as it is: `errors` has every rule that it breaks. Nothing was sent.',
    problems.map(({ pointer, rule, text }) => ({
      code: '33',
      description: 'Input Errors',
      location: pointer === '' ? 'request' : pointer,
      possibleResolutions: text,
      path: pointer,
      rule,
    })),
  );
}

/** The 270 does not keep to what the payer asks beyond the guide. No value of it is in the texts. */
export function againstCompanionGuide(
  findings: readonly { readonly place: string; readonly text: string; readonly advice: string }[],
): Problem {
  return refused(
    'INVALID_REQUEST',
    'The payer asks for more than the guide of the 270 does: `errors` has every place. Nothing was sent.',
    findings.map(({ place, text, advice }) => ({
      code: '33',
      description: 'Input Errors',
      location: place,
      possibleResolutions: `${text}. ${advice}`.trim(),
      rule: 'companion-guide',
    })),
  );
}

/** The X12 that was sent is not one 270 about one patient. @param what is wrong, without any value of it. */
export function unparsable(what: string, location: string): Problem {
  return refused('INVALID_X12', `The X12 cannot be sent on: ${what} Nothing was sent.`, [
    { code: '71', description: `Parse errors: ${what}`, location, possibleResolutions: what, path: '/x12' },
  ]);
}

/** Nobody, or several, have the id of the payer. */
export function noPayer(found: Exclude<PayerFound, { kind: 'found' }>): Problem {
  const resolution = noPayerText(found);
  const code = found.kind === 'ambiguous' ? 'AMBIGUOUS_PAYER' : 'UNKNOWN_PAYER';
  return refused(code, `${resolution} Nothing was sent.`, [invalidParticipant(resolution)]);
}

/** The payer is known, but nothing can be asked of it. */
export function notOffered(resolution: string, code = 'NOT_OFFERED'): Problem {
  return refused(code, `${resolution} Nothing was sent.`, [invalidParticipant(resolution)]);
}

/** A test key reaches payers that nobody is behind, by the requests that are approved for them. */
export function notApproved(differences: readonly MockDifference[]): Problem {
  return refused(
    'NOT_A_MOCK_REQUEST',
    'Test keys send approved mock requests only: `errors` has what differs from the nearest one. Send that one, or use a live key. Nothing was sent.',
    differences.map(({ pointer, expected }) => ({
      code: '33',
      description: 'Input Errors',
      location: pointer,
      possibleResolutions:
        expected === undefined
          ? 'No approved mock request has this property: leave it out.'
          : `The approved mock request has: ${expected}`,
      path: pointer,
    })),
  );
}

function invalidParticipant(possibleResolutions: string): OwnError {
  return {
    code: '79',
    description: 'Invalid Participant Identification',
    location: '2100A',
    possibleResolutions,
    path: '/tradingPartnerServiceId',
  };
}
