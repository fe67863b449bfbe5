import { isDate8 } from '../../guide/values/date.js';
import { plainDecimal } from '../../mapping/lenses/decimal.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import type { AcknowledgmentTree, BatchTree, ReportCode, ReportParty, ReportStatus } from './acknowledgment.js';
import { ENTITY_TEXTS } from './report-codes.js';
import { shortened } from './shortened.js';

/** A claim that was taken in, or refused at once, and what its 277CA is to say. */
export interface AnsweredClaim {
  readonly type: ClaimType;
  /** In normal form. */
  readonly request: JsonObject;
  /** The 277CA's own number: BHT03, and TRN02 of 2200A. */
  readonly reportId: string;
  /** Who answers: name and id of NM1 AY, 60 and 80 characters at most. */
  readonly sender: { readonly name: string; readonly id: string };
  /** Id of the submitter where the request has none, such as the sender's of the interchange. */
  readonly submitterId?: string | undefined;
  /** BHT03 of the claim. */
  readonly transactionId: string;
  /** REF D9 of the claim. */
  readonly claimNumber: string;
  /** CCYYMMDD. */
  readonly date: string;
  /** HHMM. */
  readonly time: string;
  /** Rules that the claim breaks; none: it was accepted. */
  readonly broken: readonly BrokenRule[];
}

export interface BrokenRule {
  /** STC01: `A7:562:85`, or without an entity. */
  readonly status: string;
  /** STC12; of a longer text 264 characters are sent. */
  readonly text: string;
}

/** Stands where the guide demands what the claim does not have: such a claim is refused, and still named. */
const UNKNOWN = 'UNKNOWN';

/** The 277CA of one claim. */
export function ownAcknowledgment(claim: AnsweredClaim): AcknowledgmentTree {
  const { reportId, sender, date, time } = claim;
  return {
    ...{ reportId, date, time },
    sources: [
      {
        source: { entity: 'AY', entityType: '2', name: shortened(sender.name, 60), qualifier: '46', id: sender.id },
        receipts: [{ traceNumber: reportId, received: date, processed: date }],
        batches: [batchOf(claim)],
      },
    ],
  };
}

function batchOf({ type, request, submitterId, transactionId, claimNumber, date, broken }: AnsweredClaim): BatchTree {
  const submitter = objectIn(request.submitter);
  const information = objectIn(request.claimInformation);
  const charge = plainDecimal(textIn(information.claimChargeAmount) ?? '') ?? '0';
  const taken = { codes: [{ category: 'A1', status: '20' }], date, action: 'WQ', charge };
  // It came in, whatever became of it: the batch has no refusal of its own.
  const received = { codes: [{ category: 'A1', status: '19', entity: 'PR' }], date, action: 'WQ', charge };
  const claim = {
    patientControlNumber: textIn(information.patientControlNumber) ?? '0',
    claimNumber,
    ...(type === 'institutional' ? { typeOfBill: typeOfBill(information) } : {}),
    period: periodOf(type, information) ?? date,
    statuses: broken.length === 0 ? [taken] : broken.map((rule) => refusal(rule, date, charge)),
  };
  const id = idIn(submitter.submitterIdentification) ?? idIn(submitter.taxId) ?? submitterId ?? UNKNOWN;
  return {
    receiver: { ...nameOf(submitter), suffix: undefined, entity: '41', qualifier: '46', id },
    transactionId,
    statuses: [received],
    totals: broken.length === 0 ? { accepted: '1', acceptedCharge: charge } : { rejected: '1', rejectedCharge: charge },
    providers: [
      {
        names: [{ ...nameOf(objectIn(request.billing)), entity: '85', ...numberOf(objectIn(request.billing)) }],
        patients: [{ patient: patientOf(request), claims: [claim] }],
      },
    ],
  };
}

function refusal({ status, text }: BrokenRule, date: string, charge: string): ReportStatus {
  const message = shortened(text.trim(), 264);
  return { codes: [codeOf(status)], date, action: 'U', charge, ...(message === '' ? {} : { text: message }) };
}

function codeOf(text: string): ReportCode {
  const [category = '', status = '', entity = ''] = text.split(':');
  // Of the entities an edit may name, the guide takes those alone of its list; 36 is one of batches.
  return { category, status, ...(Object.hasOwn(ENTITY_TEXTS, entity) && entity !== '36' ? { entity } : {}) };
}

function nameOf(party: JsonObject): ReportParty {
  const organization = textIn(party.organizationName);
  if (organization !== undefined) return { entityType: '2', name: shortened(organization, 60) };
  const last = textIn(party.lastName);
  return {
    entityType: last === undefined ? '2' : '1',
    name: shortened(last ?? UNKNOWN, 60),
    ...(last === undefined ? {} : givenNames(party)),
  };
}

function givenNames(person: JsonObject): ReportParty {
  const part = (name: string, most: number): string | undefined => {
    const value = textIn(person[name]);
    return value === undefined ? undefined : shortened(value, most);
  };
  return { firstName: part('firstName', 35), middleName: part('middleName', 25), suffix: part('suffix', 10) };
}

/** Numbers of who bills, the best first, with their qualifiers in a 277CA. */
const NUMBERS = [
  ['npi', 'XX'],
  ['employerId', 'FI'],
  ['ssn', 'FI'],
  ['commercialNumber', 'SV'],
  ['locationNumber', 'SV'],
  ['secondaryIdentifier', 'SV'],
  ['stateLicenseNumber', 'SV'],
  ['providerUpinNumber', 'SV'],
] as const;

function numberOf(provider: JsonObject): ReportParty {
  for (const [name, qualifier] of NUMBERS) {
    const id = idIn(provider[name]);
    if (id !== undefined) return { qualifier, id };
  }
  return { qualifier: 'SV', id: UNKNOWN };
}

/** Whoever was treated, under the subscriber's number: that is the one by which the payer knows them. */
function patientOf({ subscriber: holder, dependent }: JsonObject): ReportParty {
  const subscriber = objectIn(holder);
  const person = dependent === undefined ? subscriber : objectIn(dependent);
  const member = idIn(subscriber.memberId);
  const standard = idIn(subscriber.standardHealthId);
  return {
    ...{ entity: 'QC', entityType: '1', ...givenNames(person) },
    name: shortened(textIn(person.lastName) ?? textIn(person.organizationName) ?? UNKNOWN, 60),
    qualifier: member === undefined && standard !== undefined ? 'II' : 'MI',
    id: member ?? standard ?? UNKNOWN,
  };
}

/** Facility and frequency: CLM05-1 and CLM05-3. */
function typeOfBill(information: JsonObject): string | undefined {
  const facility = textIn(information.placeOfServiceCode);
  return facility === undefined ? undefined : `${facility}${textIn(information.claimFrequencyCode) ?? ''}`;
}

/** What the statement covers; of other claims the first to the last day of service. */
function periodOf(type: ClaimType, information: JsonObject): string | undefined {
  const dates = objectIn(information.claimDateInformation);
  const days = (
    type === 'institutional'
      ? [dates.statementBeginDate, dates.statementEndDate]
      : [
          dates.serviceDate,
          ...objectsIn(information.serviceLines).flatMap((line) => [line.serviceDate, line.serviceDateEnd]),
        ]
  ).filter((day) => typeof day === 'string' && isDate8(day));
  days.sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined) return undefined;
  return first === last ? String(first) : `${first}-${last}`;
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** NM109 has two characters or more. */
function idIn(value: JsonValue | undefined): string | undefined {
  const id = textIn(value);
  return id === undefined || id.length < 2 ? undefined : id;
}
