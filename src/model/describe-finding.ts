import type { Finding, FoundLimits } from './finding.js';
import type { Position } from './position.js';
import { REASONS } from './reasons.js';

/** The element in which the standard's acknowledgments carry a code of this level. */
export const CODE_ELEMENT = {
  interchange: 'TA105',
  group: 'AK905',
  transaction: 'IK502',
  segment: 'IK304',
  element: 'IK403',
} as const;

/** What a finding says to a person: code, place, fact and advice; never a value of the data. */
export interface FindingText {
  /** `IK403 7`; empty for a finding that has no code of the standard. */
  readonly code: string;
  /** `interchange 1, group 1, set 1, segment 9 DMG, loop 2100C, DMG02`. */
  readonly place: string;
  readonly text: string;
  readonly advice: string;
}

/** Puts a finding into words. */
export function describeFinding(found: Finding): FindingText {
  const row = REASONS[found.reason];
  const code = found.level === 'content' ? '' : `${CODE_ELEMENT[found.level]} ${found.code}`;
  const rule = found.rule === undefined ? '' : ` (rule ${found.rule})`;
  const more = [limitsText(found.limits), found.note?.replace(/[^.]$/, '$&.')].filter((text) => text !== undefined);
  const general = found.limits?.form === undefined ? [row.advice] : [];
  const advice = [...general, ...more].join(' ');
  return { code, place: describePosition(found.at), text: `${row.text}${rule}`, advice };
}

function limitsText(limits: FoundLimits | undefined): string | undefined {
  const { minimum = 0, maximum, unit, allowed, allowedTotal = 0, form } = limits ?? {};
  if (form !== undefined) return `Write it as ${form}.`;
  if (maximum !== undefined)
    return `It must have ${minimum === maximum ? '' : `${minimum} to `}${maximum} ${unit}${maximum === 1 ? '' : 's'}.`;
  if (allowed === undefined) return undefined;
  const more = allowedTotal - allowed.length;
  return `Allowed: ${allowed.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`;
}

/** Puts a position into words, widest part first. */
export function describePosition(at: Position): string {
  const parts = [`interchange ${at.interchange}`];
  if (at.group !== undefined) parts.push(`group ${at.group}`);
  if (at.transaction !== undefined) parts.push(`set ${at.transaction}`);
  if (at.segment !== undefined)
    parts.push(`segment ${at.segment}${at.segmentId === undefined ? '' : ` ${at.segmentId}`}`);
  else if (at.segmentId !== undefined) parts.push(at.segmentId);
  if (at.loopId !== undefined && at.loopId !== '') parts.push(`loop ${at.loopId}`);
  const element = elementReference(at);
  if (element !== undefined) parts.push(element);
  if (at.segment === undefined && at.segmentOffset !== undefined) parts.push(`byte ${at.segmentOffset}`);
  if (at.pointer !== undefined) parts.push(at.pointer);
  return parts.join(', ');
}

/** The same inside its set: which set that is, stands elsewhere. */
export function describePlaceInSet({ group: _group, transaction: _transaction, ...at }: Position): string {
  return describePosition(at).replace(/^interchange \d+(, )?/, '');
}

/** An element as guides write it: `DMG02`, `SV101-2`, `EB03 repetition 4`. */
export function elementReference(at: Position): string | undefined {
  if (at.element === undefined) return undefined;
  const component = at.component === undefined ? '' : `-${at.component}`;
  const repetition = at.repetition === undefined ? '' : ` repetition ${at.repetition}`;
  return `${at.segmentId ?? ''}${String(at.element).padStart(2, '0')}${component}${repetition}`;
}
