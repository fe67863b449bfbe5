import type { JsonObject } from '../../model/json.js';
import { DEPENDENT_ENTITY_TEXTS, ENTITY_TYPE_TEXTS, SUBSCRIBER_ENTITY_TEXTS } from '../texts/entity-texts.js';
import { codeOf, MEMBER_PAIRS, settlePairs, textOfCode } from './code-pairs.js';
import { part, set, textAt } from './json.js';

/** Properties of a member and of `planInformation` that are one REF. */
const SHARED = [
  ['ssn', 'socialSecurityNumber'],
  ['groupNumber', 'groupNumber'],
  ['groupDescription', 'groupDescription'],
  ['planNumber', 'planNumber'],
  ['planDescription', 'planDescription'],
  ['planNetworkIdNumber', 'planNetworkIdNumber'],
  ['planNetworkDescription', 'planNetworkIdDescription'],
] as const;

const INSURANCE = ['relationToSubscriberCode', 'maintenanceTypeCode', 'maintenanceReasonCode', 'birthSequenceNumber'];

/** Brings a subscriber or dependent to normal form. */
export function settleMember(member: JsonObject, role: 'subscriber' | 'dependent'): void {
  const codes: Readonly<Record<string, string>> =
    role === 'subscriber' ? SUBSCRIBER_ENTITY_TEXTS : DEPENDENT_ENTITY_TEXTS;
  const kind = textAt(member, 'entityIdentifier') ?? (role === 'subscriber' ? 'IL' : '03');
  member.entityIdentifier = textOfCode(codes, codeOf(codes, kind) ?? kind);
  const type = textAt(member, 'entityType') ?? '1';
  member.entityType = textOfCode(ENTITY_TYPE_TEXTS, codeOf(ENTITY_TYPE_TEXTS, type) ?? type);
  if (role === 'dependent') set(member, 'memberId', undefined);
  // NM109 has room for one id, and that of a dependent for none.
  if (role === 'dependent' || member.memberId !== undefined) set(member, 'uniqueHealthIdentifier', undefined);
  if ([...INSURANCE, 'insuredIndicator', 'relationToSubscriber'].some((name) => member[name] !== undefined)) {
    member.insuredIndicator = member.insuredIndicator ?? (role === 'subscriber' ? 'Y' : 'N');
    // A subscriber can be nothing else.
    if (role === 'subscriber' && member.relationToSubscriber === undefined) member.relationToSubscriberCode ??= '18';
  }
  settlePairs(member, MEMBER_PAIRS);
  settleService(member);
  const { providerCode, referenceIdentification } = part(member, 'responseProvider');
  const provider: JsonObject = {};
  set(provider, 'providerCode', providerCode);
  set(provider, 'referenceIdentification', referenceIdentification);
  set(member, 'responseProvider', Object.keys(provider).length === 0 ? undefined : provider);
}

/** The patient's own REF is said in two places; a dependent's goes before the subscriber's. */
export function settleReferences(plan: JsonObject, subscriber: JsonObject, dependent: JsonObject | undefined): void {
  for (const [name, planName] of SHARED) {
    const above = textAt(subscriber, name);
    const said = textAt(plan, planName);
    if (dependent === undefined) {
      set(subscriber, name, above ?? said);
      set(plan, planName, above ?? said);
    } else {
      set(dependent, name, textAt(dependent, name) ?? (said === above ? undefined : said));
      set(plan, planName, textAt(dependent, name) ?? above);
    }
  }
}

// MPI06 follows from MPI07, which is a day or a range.
function settleService(member: JsonObject): void {
  const [start, end] = [textAt(member, 'startDateTimePeriod'), textAt(member, 'endDateTimePeriod')];
  const single = textAt(member, 'dateTimePeriod');
  if (start !== undefined || end !== undefined) {
    set(member, 'dateTimePeriod', undefined);
    member.dateTimePeriodFormatQualifier = 'RD8';
  } else if (single !== undefined) {
    const format = textAt(member, 'dateTimePeriodFormatQualifier');
    member.dateTimePeriodFormatQualifier = format === undefined || format === 'RD8' ? 'D8' : format;
  }
}
