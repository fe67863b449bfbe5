import { requireForm } from '../model/check-options.js';
import type { EligibilityResponse, ResponseMember } from './response.js';

/** What is known of a question when its answer comes in: of the 270 as it was sent. */
export interface AskedEligibility {
  /** BHT03. */
  readonly traceId?: string | undefined;
  /** TRN02 of the TRN segments that were sent. */
  readonly traceNumbers?: readonly string[] | undefined;
  /** Those of these numbers that other questions have had, too: that they come back says nothing. */
  readonly sharedNumbers?: readonly string[] | undefined;
  readonly subscriber: AskedMember;
  /** The patient, when that is not the subscriber. */
  readonly dependent?: AskedMember | undefined;
}

export interface AskedMember {
  readonly memberId?: string | undefined;
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  /** `CCYYMMDD`. */
  readonly dateOfBirth?: string | undefined;
}

/** What was compared, and with what result. Never a value of the data. */
export interface MatchCheck {
  readonly what: 'trace-id' | 'trace-number' | 'member-id' | 'last-name' | 'first-name' | 'birth-date';
  readonly result: 'same' | 'different' | 'missing';
}

/**
 * Whether an answer belongs to a question.
 *
 * - `match`: what came back is what was sent.
 * - `unconfirmed`: nothing contradicts, but the payer gave none of our numbers back, or leaves the person open. Show it with a warning.
 * - `mismatch`: a number or the person is another one's. Never show it: it may be another patient's.
 */
export interface AnswerMatch {
  readonly verdict: 'match' | 'unconfirmed' | 'mismatch';
  readonly checks: readonly MatchCheck[];
}

/**
 * Compares an answer with its question: BHT03, every TRN with TRN01 2, then member id, name and birth date.
 * Numbers are compared exactly, but for blanks at their end, which are none of a value in X12; one that differs decides. Payers
 * correct what was sent about a person, so that after an echo of ours one difference is none. Two are another person, as twins, spouses and namesakes differ in no more; but for
 * names beside the same id and birth date, and for a new id with a new last name. Without an echo any difference is,
 * but for a first name beside the same id and birth date.
 */
export function matchAnswer(asked: AskedEligibility, answer: EligibilityResponse): AnswerMatch {
  requireForm('matchAnswer', 'asked', asked, 'object');
  requireForm('matchAnswer', 'answer', answer, 'object');
  requireForm('matchAnswer', 'answer.dependents', answer.dependents, 'list');
  const numbers = [traceIdCheck(asked, answer), ...traceNumberChecks(asked, answer)];
  const person = personChecks(asked, answer);
  const checks = [...numbers, ...person];
  if (numbers.some(({ result }) => result === 'different')) return { verdict: 'mismatch', checks };
  const echoed = numbers.some(({ result }) => result === 'same');
  if (isAnother({ person, echoed, isOfDependent: asked.dependent !== undefined && saysPatient(answer) }))
    return { verdict: 'mismatch', checks };
  if (isAboutSubscriber(asked, answer)) return { verdict: 'mismatch', checks };
  const doubtful = isDoubtful(person) || (answer.benefitsInformation !== undefined && sames(person) === 0);
  return { verdict: echoed && !doubtful ? 'match' : 'unconfirmed', checks };
}

/**
 * The answers of one 271 that belong to a question, best first; those of other patients are left out.
 */
export function answersTo(
  asked: AskedEligibility,
  answers: readonly EligibilityResponse[],
): readonly { readonly answer: EligibilityResponse; readonly match: AnswerMatch }[] {
  requireForm('answersTo', 'asked', asked, 'object');
  requireForm('answersTo', 'answers', answers, 'list');
  const matched = answers.map((answer) => ({ answer, match: matchAnswer(asked, answer) }));
  const of = (verdict: AnswerMatch['verdict']) => matched.filter(({ match }) => match.verdict === verdict);
  return [...of('match'), ...of('unconfirmed')];
}

function traceIdCheck(asked: AskedEligibility, answer: EligibilityResponse): MatchCheck {
  const result = compare(unpadded(asked.traceId), unpadded(answer.meta?.traceId));
  return { what: 'trace-id', result: echoed(asked, result, asked.traceId) };
}

/** Without the blanks by which some fill a number up; `undefined`: there is nothing else. */
function unpadded(number: string | undefined): string | undefined {
  return number?.trimEnd() || undefined;
}

/** A number that several questions have proves nothing when it comes back; one that differs decides all the same. */
function echoed(
  { sharedNumbers = [] }: AskedEligibility,
  result: MatchCheck['result'],
  number: string | undefined,
): MatchCheck['result'] {
  return result === 'same' && number !== undefined && sharedNumbers.includes(number) ? 'missing' : result;
}

// A TRN of the payer's own (TRN01 1) is no echo; nor are those that others on the way have added to ours.
function traceNumberChecks(asked: AskedEligibility, answer: EligibilityResponse): readonly MatchCheck[] {
  const sent = asked.traceNumbers ?? [];
  const echoes = (answer.subscriberTraceNumbers ?? [])
    .filter(({ traceTypeCode }) => traceTypeCode === '2')
    .map(({ referenceIdentification }) => unpadded(referenceIdentification));
  if (sent.length === 0) return [];
  if (echoes.length === 0) return [{ what: 'trace-number', result: 'missing' }];
  const found = sent.filter((number) => echoes.includes(unpadded(number)));
  if (found.length === 0) return [{ what: 'trace-number', result: 'different' }];
  const proves = found.some((number) => echoed(asked, 'same', number) === 'same');
  return [{ what: 'trace-number', result: proves ? 'same' : 'missing' }];
}

// Payers answer about a dependent with an id of their own as a subscriber, and about a subscriber who is none as a
// dependent. A rejection may be about the subscriber alone; benefits of the subscriber are not those of the dependent.
function personChecks(asked: AskedEligibility, answer: EligibilityResponse): readonly MatchCheck[] {
  const [dependent] = answer.dependents;
  const subscriber = memberChecks(asked.subscriber, answer.subscriber);
  if (asked.dependent === undefined)
    return dependent === undefined ? subscriber : memberChecks({ ...asked.subscriber, memberId: undefined }, dependent);
  if (dependent !== undefined)
    return [...subscriber.filter(({ what }) => what === 'member-id'), ...memberChecks(asked.dependent, dependent)];
  const patient = memberChecks(asked.dependent, answer.subscriber);
  if (answer.benefitsInformation !== undefined) return patient;
  return differing(patient).size <= differing(subscriber).size ? patient : subscriber;
}

function memberChecks(asked: AskedMember, got: ResponseMember | undefined): readonly MatchCheck[] {
  const pairs = [
    ['member-id', plain(asked.memberId), plain(got?.memberId), compare],
    ['last-name', asked.lastName, got?.lastName, compareNames],
    ['first-name', asked.firstName, got?.firstName, compareNames],
    ['birth-date', asked.dateOfBirth, got?.dateOfBirth, compare],
  ] as const;
  return pairs
    .filter(([, sent]) => sent !== undefined && plain(sent) !== undefined)
    .map(([what, sent, came, comparing]) => ({ what, result: comparing(sent, came) }));
}

/** Payers add middle names to first names, second names and suffixes to last names, or leave them out: all words of the shorter one count. */
function compareNames(sent: string | undefined, came: string | undefined): MatchCheck['result'] {
  const [one, other] = [wordsOf(sent), wordsOf(came)];
  if (one.length === 0 || other.length === 0) return 'missing';
  if (one.join('') === other.join('')) return 'same';
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  return fewer.every((word) => more.includes(word)) ? 'same' : 'different';
}

function wordsOf(name: string | undefined): readonly string[] {
  return (name ?? '').split(/[\s-]+/u).flatMap((word) => plain(word) ?? []);
}

// Payers shout, and write O'BRIEN without the apostrophe; an id may come without its hyphens.
function plain(value: string | undefined): string | undefined {
  return (
    value
      ?.toUpperCase()
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '') || undefined
  );
}

function compare(sent: string | undefined, came: string | undefined): MatchCheck['result'] {
  if (sent === undefined || came === undefined) return 'missing';
  return sent === came ? 'same' : 'different';
}

type What = MatchCheck['what'];

interface ComparedPerson {
  readonly person: readonly MatchCheck[];
  readonly echoed: boolean;
  readonly isOfDependent: boolean;
}

function isAnother({ person, echoed, isOfDependent }: ComparedPerson): boolean {
  const different = differing(person);
  if (different.size === 0) return false;
  if (!echoed) {
    const isNickname = !isOfDependent && different.size === 1 && different.has('first-name');
    return !(isNickname && isSame(person, 'member-id', 'birth-date'));
  }
  // The id and last name of a dependent are the family's: only the birth date tells a nickname from a brother or sister.
  if (isOfDependent && !isSame(person, 'first-name')) return different.size > 1 || !isSame(person, 'birth-date');
  const isRenamed = isSame(person, 'member-id', 'birth-date') || isSame(person, 'first-name', 'birth-date');
  return different.size > 1 && !isRenamed;
}

/** Twins may have one id, and a nickname looks the same; without the birth date any difference leaves it open. */
function isDoubtful(person: readonly MatchCheck[]): boolean {
  const different = differing(person);
  if (different.size === 0) return false;
  return different.size > 1 || different.has('first-name') || !isSame(person, 'birth-date');
}

/** The benefits of the subscriber are given in place of those of the dependent, as payers do who know no dependents. */
function isAboutSubscriber({ subscriber, dependent }: AskedEligibility, answer: EligibilityResponse): boolean {
  if (dependent === undefined || answer.dependents.length > 0 || answer.benefitsInformation === undefined) return false;
  const [own, patient] = [memberChecks(subscriber, answer.subscriber), memberChecks(dependent, answer.subscriber)];
  // Id and last name are the family's.
  const isTold = isSame(own, 'first-name') || isSame(own, 'birth-date');
  return isTold && differing(own).size <= differing(patient).size && sames(own) > sames(patient);
}

/** Not of the subscriber alone, as rejections may be. */
function saysPatient({ dependents, benefitsInformation }: EligibilityResponse): boolean {
  return dependents.length > 0 || benefitsInformation !== undefined;
}

function differing(person: readonly MatchCheck[]): ReadonlySet<What> {
  return new Set(person.filter(({ result }) => result === 'different').map(({ what }) => what));
}

function sames(person: readonly MatchCheck[]): number {
  return person.filter(({ result }) => result === 'same').length;
}

function isSame(person: readonly MatchCheck[], ...all: readonly What[]): boolean {
  return all.every((what) => person.some((check) => check.what === what && check.result === 'same'));
}
