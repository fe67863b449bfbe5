import type { ClaimType } from 'ediloom/claims';
import { invalid, type Problem, type ProblemDetail } from '../../problems.js';
import type { PayerFound } from '../../resources/payers/find-payer.js';
import { noPayerText } from '../../resources/payers/no-payer-text.js';
import type { PlacedError } from './claim.js';
import { toldErrors, whereErrorsAre } from './told-errors.js';

/*
 * Claims that were not judged, and of which nothing is kept. No text repeats what was sent. What is wrong with the request itself stays wrong;
 * what was not set up before it is mended without it, and its codes are those that no Idempotency-Key keeps.
 */

/** A place in what was sent, and what is wrong there. */
export interface Fault {
  /** JSON pointer. */
  readonly path: string;
  /** Of X12: where in it, in words. */
  readonly place?: string | undefined;
  readonly message: string;
  readonly rule?: string | undefined;
}

/** The request is no claim: all that is wrong with its form. @param warnings what is told beside that, such as the name that was meant by one that is not known. */
export function wrongForm(faults: readonly Fault[], warnings: readonly object[] = []): Problem {
  return invalid(`The request is no claim as it is: ${shown(faults[0])}${howMany(faults)} Nothing was sent.`, {
    ...{ code: 'INVALID_REQUEST', errors: toldErrors(faults).told.map(detailOf) },
    ...(warnings.length === 0 ? {} : { body: { warnings } }),
  });
}

/** A claim that was handed in as one of another type. @param placeFor where those of its own are. */
export function ofOtherType(type: ClaimType, placeFor: (type: ClaimType) => string): string {
  const what = type === 'institutional' ? 'an institutional' : `a ${type}`;
  return `It is ${what} claim: send it to ${placeFor(type)}.`;
}

/** The X12 is not one claim of the operation's type. @param faults without any value of it. */
export function wrongX12(faults: readonly Omit<Fault, 'path'>[]): Problem {
  const [first] = faults;
  const place = first?.place === undefined ? '' : `${first.place}: `;
  return invalid(`The X12 is no claim as it is: ${place}${first?.message ?? ''}${howMany(faults)} Nothing was sent.`, {
    code: 'INVALID_X12',
    errors: toldErrors(faults).told.map((fault) => detailOf({ ...fault, path: '/x12' })),
  });
}

/**
 * Nobody, or several, have the id of the payer.
 * @param broken rules that the claim breaks beside that, which depend on no payer: nobody should have to send it once more to hear of them.
 */
export function unknownPayer(
  found: Exclude<PayerFound, { kind: 'found' }>,
  broken: readonly PlacedError[] = [],
): Problem {
  const text = noPayerText(found);
  const code = found.kind === 'ambiguous' ? 'AMBIGUOUS_PAYER' : 'UNKNOWN_PAYER';
  const { told, more } = toldErrors(broken);
  const also = broken.length === 0 ? '' : ` The claim breaks rules, too: ${whereErrorsAre(more)}.`;
  const rules = told.map(({ id, text: message, location }) => ruleOf(location, { message, rule: id }));
  return invalid(`${text}${also} Nothing was sent.`, {
    code,
    errors: [{ path: '/tradingPartnerServiceId', message: text }, ...rules],
  });
}

/** Where a rule is broken: of X12 that is no pointer. */
function ruleOf(location: string, { message, rule }: Pick<Fault, 'message' | 'rule'>): ProblemDetail {
  const isPointer = location.startsWith('/');
  return detailOf({ ...(isPointer ? { path: location } : { path: '/x12', place: location }), message, rule });
}

/** The payer is known, but claims of this type do not reach it from here. */
export function notOffered(text: string): Problem {
  return invalid(`${text} Nothing was sent.`, { code: 'NOT_OFFERED', errors: [] });
}

/** The payer asks for an enrollment, and nothing is sent without. */
export function notEnrolled(): Problem {
  return invalid(
    'The payer asks that providers enroll for claims of this type first, and no enrollment of this one is LIVE here. Create one for the payer, and wait until it is LIVE; one that was made elsewhere the operator of the server marks by `enrollments import`. Nothing was sent.',
    { code: 'ENROLLMENT_REQUIRED' },
  );
}

function howMany(faults: readonly unknown[]): string {
  return faults.length > 1
    ? ` There are ${faults.length} such places: ${whereErrorsAre(toldErrors(faults).more)}.`
    : '';
}

function detailOf({ path, place, message, rule }: Fault): ProblemDetail {
  const where = place === undefined ? {} : { location: place };
  return {
    path: path === '' ? undefined : path,
    ...{ ...where, code: '33', description: message, followupAction: 'Please Correct and Resubmit', message },
    ...(rule === undefined ? {} : { rule }),
  };
}

function shown(fault: Fault | undefined): string {
  if (fault === undefined) return '';
  const place = fault.path === '' ? fault.place : fault.path;
  return place === undefined ? fault.message : `${place}: ${fault.message}`;
}
