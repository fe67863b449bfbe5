import { requireForm } from '../../model/check-options.js';
import type { JsonObject } from '../../model/json.js';
import type { EligibilityResponse } from '../response.js';
import { settlePairs, TRACE_PAIRS } from './code-pairs.js';
import { entries, part, set, withoutEmpty } from './json.js';
import { settleBenefit, statusOf } from './normal-benefit.js';
import { settleErrors } from './normal-errors.js';
import { settleMember, settleReferences } from './normal-member.js';
import { settlePayer, settleProvider } from './normal-party.js';

/** What a 271 has no place for, or only its envelope. `NORMAL_FORM` says why. */
const NOT_IN_A_SET = [
  'id',
  'eligibilitySearchId',
  'controlNumber',
  'reassociationKey',
  'status',
  'transactionSetAcknowledgement',
  'implementationTransactionSetSyntaxError',
  'warnings',
  'x12',
] as const;

/**
 * The normal form of an answer: what is left of it when it is written as a 271 and read again. Texts follow
 * their codes, copies the original; `NORMAL_FORM` says property by property what is lost, merged or derived. Applied twice
 * it changes nothing. The input stays as it is.
 */
export function normaliseResponse(response: EligibilityResponse): EligibilityResponse {
  requireForm('normaliseResponse', 'response', response, 'object');
  const normal = copyOf(response);
  for (const name of NOT_IN_A_SET) set(normal, name, undefined);
  const traceId = part(normal, 'meta').traceId;
  set(normal, 'meta', traceId === undefined ? undefined : { traceId });
  giveMembers(normal);
  settlePayer(normal);
  settleProvider(normal);
  settlePatient(normal);
  settleBenefits(normal);
  giveErrors(normal);
  settlePayer(normal);
  settleProvider(normal);
  // The type is that of the input: only its properties have been moved about.
  return tidy(normal) as unknown as EligibilityResponse;
}

function copyOf(response: EligibilityResponse): JsonObject {
  const copy = withoutEmpty(response);
  // An object was put in, so an object or nothing came out.
  return (copy ?? {}) as JsonObject;
}

// What stands at the level of a member needs the member, and a dependent needs a subscriber.
function giveMembers(normal: JsonObject): void {
  const dependent = entries(normal, 'dependents')[0];
  const needs = ['benefitsInformation', 'planInformation', 'planDateInformation', 'subscriberTraceNumbers'];
  const errors = entries(normal, 'errors').some((error) => /2[01][01]0[CD]/.test(String(error.location ?? '')));
  if (dependent !== undefined || errors || needs.some((name) => normal[name] !== undefined))
    normal.subscriber = part(normal, 'subscriber');
  normal.dependents = dependent === undefined ? [] : [dependent];
}

function settlePatient(normal: JsonObject): void {
  const subscriber = normal.subscriber === undefined ? undefined : part(normal, 'subscriber');
  const dependent = entries(normal, 'dependents')[0];
  if (subscriber === undefined) return;
  settleMember(subscriber, 'subscriber');
  if (dependent !== undefined) settleMember(dependent, 'dependent');
  const plan = part(normal, 'planInformation');
  settleReferences(plan, subscriber, dependent);
  set(normal, 'planInformation', Object.keys(plan).length === 0 ? undefined : plan);
  for (const trace of entries(normal, 'subscriberTraceNumbers')) {
    if (trace.traceTypeCode === undefined && trace.traceType === undefined) trace.traceTypeCode = '2';
    settlePairs(trace, TRACE_PAIRS);
  }
}

function settleBenefits(normal: JsonObject): void {
  const benefits = entries(normal, 'benefitsInformation');
  for (const benefit of benefits) settleBenefit(benefit);
  const statuses = benefits.map(statusOf).filter((status) => status !== undefined);
  set(normal, 'planStatus', statuses.length === 0 ? undefined : statuses);
}

function giveErrors(normal: JsonObject): void {
  const dependent = entries(normal, 'dependents')[0];
  const hasBenefits = entries(normal, 'benefitsInformation').length > 0;
  const [payer, provider] = [part(normal, 'payer'), part(normal, 'provider')];
  settleErrors(normal, [
    { owner: payer, loops: ['2000A', '2100A'] },
    { owner: provider, loops: ['2100B'] },
    {
      owner: part(normal, 'subscriber'),
      loops: hasBenefits && dependent === undefined ? ['2100C', '2110C'] : ['2100C'],
    },
    ...(dependent === undefined
      ? []
      : [{ owner: dependent, loops: hasBenefits ? (['2100D', '2110D'] as const) : (['2100D'] as const) }]),
  ]);
  for (const [name, party] of [
    ['payer', payer],
    ['provider', provider],
  ] as const)
    if (Object.keys(party).length > 0) normal[name] = party;
}

function tidy(normal: JsonObject): JsonObject {
  const kept = withoutEmpty(normal);
  const errors = entries(normal, 'errors');
  return { ...(kept as JsonObject), dependents: entries(normal, 'dependents'), errors };
}
