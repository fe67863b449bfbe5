import { pointerOf } from '../../form/pointer.js';
import type { MappingNote } from '../../mapping/notes.js';
import { requireForm } from '../../model/check-options.js';
import type { JsonObject } from '../../model/json.js';
import { type ClaimType, shapeOf } from '../claim-type.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { ACCIDENT_EDITS } from './accidents.js';
import { ADDRESS_EDITS } from './addresses.js';
import { AMOUNT_EDITS } from './amounts.js';
import { ATTACHMENT_EDITS } from './attachments.js';
import { BALANCE_EDITS } from './balance.js';
import { COUNT_EDITS } from './counts.js';
import { DATE_EDITS } from './dates.js';
import { DECISION_EDITS } from './decisions.js';
import { DENTAL_EDITS } from './dental.js';
import { DIAGNOSIS_EDITS } from './diagnoses.js';
import { POINTER_EDITS } from './diagnosis-pointers.js';
import { DRUG_EDITS } from './drugs.js';
import type { ClaimAtHand, Edit, Trail } from './edit.js';
import { findAll, lookFor } from './everywhere.js';
import { FREQUENCY_EDITS } from './frequency.js';
import { INSTITUTIONAL_CODE_EDITS } from './institutional-codes.js';
import { KIND_EDITS } from './kinds-of-service.js';
import { NUMBER_EDITS } from './numbers.js';
import { PAYER_EDITS } from './payers.js';
import { PEOPLE_EDITS } from './people.js';
import { PROVIDER_NAME_EDITS } from './provider-names.js';
import { PROVIDER_NUMBER_EDITS } from './provider-numbers.js';
import { STATEMENT_EDITS } from './statement.js';
import { STREET_EDITS } from './street.js';
import { TELEPHONE_EDITS } from './telephones.js';

/** A rule that a claim breaks, and where. It never repeats a value. */
export interface BrokenEdit {
  /** Such as `V01`. */
  readonly id: string;
  /** JSON pointer (RFC 6901) into the request: as it was given, where a codec tells it. */
  readonly pointer: string;
  /** Names and indexes down to it in normal form. */
  readonly trail: Trail;
  /** STC01 of a 277CA: category, status and, where there is one, the entity. */
  readonly status: string;
  readonly text: string;
}

export interface JudgedClaim {
  /** With one of these the claim is not sent. */
  readonly errors: readonly BrokenEdit[];
  /** What should be known, and does not keep it. */
  readonly warnings: readonly BrokenEdit[];
}

/** Every rule, in the order of its number. */
export const EDITS: readonly Edit[] = [
  ...AMOUNT_EDITS,
  ...DIAGNOSIS_EDITS,
  ...POINTER_EDITS,
  ...INSTITUTIONAL_CODE_EDITS,
  ...DRUG_EDITS,
  ...KIND_EDITS,
  ...DENTAL_EDITS,
  ...PAYER_EDITS,
  ...COUNT_EDITS,
  ...NUMBER_EDITS,
  ...FREQUENCY_EDITS,
  ...BALANCE_EDITS,
  ...DECISION_EDITS,
  ...ATTACHMENT_EDITS,
  ...PROVIDER_NUMBER_EDITS,
  ...PROVIDER_NAME_EDITS,
  ...STREET_EDITS,
  ...ADDRESS_EDITS,
  ...TELEPHONE_EDITS,
  ...PEOPLE_EDITS,
  ...DATE_EDITS,
  ...STATEMENT_EDITS,
  ...ACCIDENT_EDITS,
].sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));

for (const { onlyWith = [] } of EDITS) lookFor(onlyWith);

const OF_TYPE: Readonly<Record<ClaimType, readonly Edit[]>> = {
  professional: EDITS.filter(({ types }) => types.includes('professional')),
  institutional: EDITS.filter(({ types }) => types.includes('institutional')),
  dental: EDITS.filter(({ types }) => types.includes('dental')),
};

/**
 * Judges a claim by every rule of its type: all that are broken, at once.
 * @param request in normal form, so that JSON and what was read of an 837 are judged alike.
 * @param today CCYYMMDD.
 */
export function judgeClaim(type: ClaimType, request: JsonObject, today: string): JudgedClaim {
  requireForm('judgeClaim', 'request', request, 'object');
  requireForm('judgeClaim', 'today', today, 'text');
  const claim = atHand(type, request, today);
  const errors: BrokenEdit[] = [];
  const warnings: BrokenEdit[] = [];
  for (const edit of OF_TYPE[type]) {
    if (edit.onlyWith?.some((name) => claim.found.has(name)) === false) continue;
    const list = edit.isWarning ? warnings : errors;
    edit.judge(claim, (trail, { entity } = {}) => {
      const status = entity === undefined ? edit.status : `${edit.status}:${entity}`;
      list.push({ id: edit.id, pointer: pointerOf(trail), trail, status, text: edit.text });
    });
  }
  return { errors, warnings };
}

function atHand(type: ClaimType, request: JsonObject, today: string): ClaimAtHand {
  const information = objectIn(request.claimInformation);
  const at = request.dependent === undefined ? 'subscriber' : 'dependent';
  return {
    ...{ type, request, information, today, service: shapeOf(type).service },
    lines: objectsIn(information.serviceLines),
    found: findAll(request),
    once: new Map(),
    patient: { at, is: objectIn(request[at]) },
  };
}

/**
 * The set names who submits by an id. It may come from the route or from the NPI of who bills, so this is known when all is filled in.
 * @param id the submitter's property that has it.
 */
export function namelessSubmitter(filled: JsonObject, id: string): readonly BrokenEdit[] {
  if (objectIn(filled.submitter)[id] !== undefined) return [];
  const trail = ['submitter', id];
  const text = 'The submitter has an id. Without one it is the NPI of the billing provider, which is not there either.';
  return [{ id: 'V17', pointer: pointerOf(trail), trail, status: 'A6:153:41', text }];
}

/** The last safeguard: what the set has no room for is an error, though none of those told says so of its list. */
export function noRoom(notes: readonly MappingNote[], told: readonly BrokenEdit[]): readonly BrokenEdit[] {
  const text = 'The claim has no room for it beside what else stands there. Leave it out, or write fewer.';
  const lists = new Set(told.map(({ pointer }) => pointer));
  return notes
    .map(({ pointer }) => fromTree(pointer))
    .filter((pointer) => !lists.has(pointer.slice(0, pointer.lastIndexOf('/'))))
    .map((pointer) => ({ id: 'V60', pointer, trail: trailOf(pointer), status: 'A7:21', text }));
}

// A pointer into the tree of the set: its part from the claim on is one into the request.
function fromTree(pointer: string): string {
  return pointer
    .replace(/^\/billings\/\d+/, '')
    .replace(/^\/subscribers\/\d+/, '')
    .replace(/^\/dependents\/\d+/, '')
    .replace(/^\/claims\/\d+/, '/claimInformation');
}

// No name of a table has a character that a pointer escapes.
function trailOf(pointer: string): Trail {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? Number(name) : name));
}
