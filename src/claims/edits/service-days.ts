import type { JsonObject } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import { dayOf, type Period, periodOf } from './days.js';
import type { ClaimAtHand, Trail } from './edit.js';
import { once } from './once.js';

/** When something was done, and the properties that say it. */
export interface ServiceDays extends Period {
  readonly fromAt: Trail;
  readonly toAt: Trail;
}

/** Those of the lines, then those of the whole claim, where it has such. A period that runs backwards counts as its first day. */
export const serviceDays: (claim: ClaimAtHand) => readonly ServiceDays[] = once((claim) => [...findDays(claim)]);

function* findDays({ type, information, lines }: ClaimAtHand): Generator<ServiceDays> {
  for (const [at, line] of lines.entries()) {
    const from = dayOf(line.serviceDate);
    if (from === undefined) continue;
    const to = dayOf(line.serviceDateEnd);
    const trail = ['claimInformation', 'serviceLines', at];
    const fromAt = [...trail, 'serviceDate'];
    if (to === undefined || to < from) yield { from, to: from, fromAt, toAt: fromAt };
    else yield { from, to, fromAt, toAt: [...trail, 'serviceDateEnd'] };
  }
  if (type !== 'dental') return;
  const whole = periodOf(objectIn(information.claimDateInformation).serviceDate);
  if (whole === undefined) return;
  const at = ['claimInformation', 'claimDateInformation', 'serviceDate'];
  yield { from: whole.from, to: whole.to < whole.from ? whole.from : whole.to, fromAt: at, toAt: at };
}

/** The last day on which anything was done; `undefined` where the claim names none. */
export function lastServiceDay(claim: ClaimAtHand): string | undefined {
  let last = dayOf(objectIn(claim.information.claimDateInformation).statementEndDate);
  for (const { to } of serviceDays(claim)) if (last === undefined || to > last) last = to;
  return last;
}

/**
 * The patient's birth, where something was done before it and something not: then the days of service are wrong. Where all was done before it the
 * birth is wrong, which is another rule.
 */
export function birthAmongServices(claim: ClaimAtHand): string | undefined {
  const birth = birthOf(claim.patient.is);
  const last = lastServiceDay(claim);
  return birth !== undefined && last !== undefined && birth <= last ? birth : undefined;
}

/** Where a day stands that is still to come, and must not. */
export function aheadAt(
  { type, today, information }: ClaimAtHand,
  { from, to, fromAt, toAt }: ServiceDays,
): Trail | undefined {
  if (information.predeterminationOfBenefits === true) return undefined;
  if (from > today) return fromAt;
  // Supplies and rents of professional claims are billed when the days that they are for begin.
  return type !== 'professional' && to > today ? toAt : undefined;
}

/** The day on which a person was born. */
export function birthOf(person: JsonObject): string | undefined {
  return dayOf(person.dateOfBirth);
}
