import { uuid } from '../../ids.js';
import { isObject } from '../../json.js';
import type { Payer } from '../../resources/payers/payer.js';
import type { ReadClaim } from './claim.js';
import type { WayWarning } from './claim-way.js';

/** What a claim that was judged is answered with. */
interface Answered {
  readonly id: string;
  readonly claim: ReadClaim;
  readonly payer: Payer;
  readonly isTest: boolean;
  /** REF 6R of the lines. */
  readonly lineNumbers: readonly string[];
  /** ISA13 of what was made of it; absent: nothing was. */
  readonly interchangeNumber?: string | undefined;
  readonly warnings: readonly WayWarning[];
  /** The 277CA. */
  readonly x12: string;
  readonly now: number;
}

const FOLLOW_UP = 'Please Correct and Resubmit';
/** Of more, those that follow say nothing that the first do not. */
const MOST_WARNINGS = 100;

/** The answer to a claim: that it was accepted, or each rule that it breaks. Its names are those of its type. */
export function answerOf(answered: Answered): Readonly<Record<string, unknown>> {
  const { id, claim, payer, isTest, lineNumbers, interchangeNumber, x12, now } = answered;
  const isAccepted = claim.errors.length === 0;
  const controlNumber = claim.controlNumber ?? interchangeNumber;
  const isInstitutional = claim.type === 'institutional';
  const payerId = payer.primaryPayerId;
  const warnings = warningsOf(claim.warnings, answered.warnings);
  return {
    status: isAccepted ? 'SUCCESS' : 'ERROR',
    ...(controlNumber === undefined ? {} : { controlNumber }),
    tradingPartnerServiceId: payerId,
    claimReference: {
      correlationId: id,
      [isInstitutional ? 'rhClaimNumber' : 'rhclaimNumber']: id,
      ...{ patientControlNumber: numberOf(claim), formatVersion: '5010', payerId },
      ...(isInstitutional ? { claimType: 'INST' } : {}),
      serviceLines: lineNumbers.map((number) => (number === '' ? {} : { lineItemControlNumber: number })),
      timeOfResponse: new Date(now).toISOString(),
    },
    payer: {
      ...(isInstitutional ? { payerID: payerId } : { payerId, payerID: payerId }),
      payerName: payer.displayName.slice(0, 60),
    },
    meta: { traceId: uuid(), applicationMode: isTest ? 'test' : 'production' },
    httpStatusCode: isAccepted ? '200 OK' : '400 BAD_REQUEST',
    ...(isAccepted ? {} : { errors: errorsOf(claim) }),
    ...(warnings.length === 0 ? {} : { warnings }),
    x12,
  };
}

function numberOf({ request: { claimInformation } }: ReadClaim): string {
  const number = isObject(claimInformation) ? claimInformation.patientControlNumber : undefined;
  return typeof number === 'string' ? number : '';
}

/** One for each place; what stands there is never repeated. */
function errorsOf({ errors }: ReadClaim): readonly object[] {
  return errors.map(({ id, text, location }) => ({
    ...{ code: '33', description: text, followupAction: FOLLOW_UP, location },
    ...{ rule: id, message: text },
  }));
}

/** What should be known of a claim, each thing once. @param ofWay what its payer and its way there say of it. */
export function warningsOf(ofClaim: ReadClaim['warnings'], ofWay: readonly WayWarning[] = []): readonly WayWarning[] {
  const own = ofClaim.map(({ rule, pointer, text }) => ({
    code: /^V\d/.test(rule) ? `edit::837::${rule}` : `request::837::${rule.replaceAll('-', '_')}`,
    description: pointer === '' ? text : `${pointer}: ${text}`,
  }));
  const all = [...ofWay, ...new Map(own.map((one) => [one.description, one])).values()];
  const more = all.length - MOST_WARNINGS;
  if (more <= 0) return all;
  return [
    ...all.slice(0, MOST_WARNINGS),
    { code: 'claim::more_warnings', description: `${more} more warnings are left out.` },
  ];
}
