import type { EligibilityResponse } from 'ediloom/eligibility';
import { personName } from './parties.js';

type Member = NonNullable<EligibilityResponse['subscriber']>;
type AskedPerson = Pick<
  Member,
  'firstName' | 'middleName' | 'lastName' | 'suffix' | 'memberId' | 'dateOfBirth' | 'gender'
>;

/** Whom a check asked about. */
export interface AskedPeople {
  readonly subscriber: AskedPerson;
  /** The patient, where that is not the subscriber. */
  readonly dependent?: AskedPerson | undefined;
}

/** Somebody whom a document names. */
export interface NamedMember {
  readonly member: Member;
  /** Of the question: the answer does not name them. */
  readonly isAsked: boolean;
}

/** Who an answer is about. Where a payer rejects a check it often names nobody: then it is who was asked about. */
export function membersOf(
  { subscriber, dependents }: EligibilityResponse,
  asked: AskedPeople | undefined,
): { readonly subscriber: NamedMember; readonly dependents: readonly NamedMember[] } {
  const isNamed = [...dependents, subscriber ?? {}].some((member) => personName(member) !== '');
  if (isNamed || asked === undefined) {
    return { subscriber: said(subscriber ?? {}), dependents: dependents.map(said) };
  }
  const dependent = asked.dependent === undefined ? [] : [question(asked.dependent)];
  return { subscriber: question(asked.subscriber), dependents: dependent };
}

function said(member: Member): NamedMember {
  return { member, isAsked: false };
}

/** Of a person nothing but by what a front desk knows them. */
function question({ firstName, middleName, lastName, suffix, memberId, dateOfBirth, gender }: AskedPerson) {
  const member = { firstName, middleName, lastName, suffix, memberId, dateOfBirth, gender };
  return { member, isAsked: true };
}
