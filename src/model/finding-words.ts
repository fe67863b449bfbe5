import type { Finding, FoundLimits } from './finding.js';
import { formatWords } from './format-words.js';
import { pageOf } from './page-of.js';
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
export interface FindingWords {
  /** `IK403 7`; empty for a finding that has no code of the standard. */
  readonly code: string;
  /** `interchange 1, group 1, set 1, segment 9 DMG, loop 2100C, DMG02`, or `/heading/beginning_BEG/date_05`. */
  readonly place: string;
  readonly text: string;
  readonly advice: string;
  /** The page that explains it, as `pageOf` gives it: `findings/value-type`. */
  readonly page: string;
}

/** A finding in the words of its reason, for who has no guide at hand; `describeFinding` asks one, too. */
export function findingWords(found: Finding): FindingWords {
  const row = REASONS[found.reason];
  const rule = ruleSuffix(found);
  const more = [limitsText(found.limits), noteText(found)].filter((text) => text !== undefined);
  const { form, isReversed } = found.limits ?? {};
  const general = form === undefined && isReversed === undefined ? [row.advice] : [];
  const advice = [...general, ...more].join(' ');
  const page = pageOf(found.reason);
  return { code: codeOf(found), place: describePosition(found.at), text: `${row.text}${rule}`, advice, page };
}

/** `IK403 7`; empty where the standard has no code. */
export function codeOf(found: Finding): string {
  return found.level === 'content' ? '' : `${CODE_ELEMENT[found.level]} ${found.code}`;
}

/** ` (rule buyer-item)`, where one was broken that somebody can look up: those of formats stand in no guide's own words. */
export function ruleSuffix({ rule, reason }: Finding): string {
  return rule === undefined || reason === 'element-format' ? '' : ` (rule ${rule})`;
}

/** What the broken rule says, as a sentence. */
export function noteText({ note }: Finding): string | undefined {
  return note?.replace(/[^.]$/, '$&.');
}

/** Said of a code that would be right in capital letters. */
export const CASE_TEXT = 'Write the code in capital letters.';

function limitsText(limits: FoundLimits | undefined): string | undefined {
  const { minimum = 0, maximum, unit, allowed, allowedTotal = 0, form, onlyCaseDiffers } = limits ?? {};
  const format = formatWords(limits?.format);
  if (format !== undefined) return `Write ${format.one}: ${format.form}.`;
  if (limits?.isReversed === true) return 'The range ends before it begins.';
  if (form !== undefined) return `Write it as ${form}.`;
  if (maximum !== undefined)
    return `It must have ${minimum === maximum ? '' : `${minimum} to `}${maximum} ${unit}${maximum === 1 ? '' : 's'}.`;
  if (allowed === undefined) return undefined;
  const more = allowedTotal - allowed.length;
  const listed = `Allowed: ${allowed.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`;
  return onlyCaseDiffers === true ? `${listed} ${CASE_TEXT}` : listed;
}

/** `json`: keys of the data that somebody wrote; `x12`: segments and elements of a file. */
export type PlaceForm = 'json' | 'x12';

/**
 * Puts a position into words: in the form `x12` interchange, group, set, segment, loop and element, widest part first; in
 * the form `json` the JSON pointer inside the data of its set, with the set before it in a document of several.
 * @param options.form Default: `json` for a position that has a pointer. One without has no other form than `x12`.
 */
export function describePosition(at: Position, { form }: { readonly form?: PlaceForm | undefined } = {}): string {
  return at.pointer === undefined || form === 'x12' ? segmentPlace(at) : jsonPlace(at, at.pointer);
}

function jsonPlace({ interchange, group = 1, transaction = 1 }: Position, pointer: string): string {
  const inData = dataPointer(pointer);
  const shown = printedPointer(inData ?? pointer);
  if (inData === undefined || (interchange <= 1 && group <= 1 && transaction <= 1)) return shown;
  return `interchange ${interchange}, group ${group}, set ${transaction}, ${shown}`;
}

/** The part of a pointer that leads through the data of one set; `undefined` for a place beside it, such as a header. */
export function dataPointer(pointer: string): string | undefined {
  const data = /^\/interchanges\/\d+\/groups\/\d+\/transactions\/\d+\/data(?=\/|$)/.exec(pointer);
  if (data !== null) return pointer.slice(data[0].length);
  return pointer.startsWith('/interchanges/') ? undefined : pointer;
}

/** Longer than any key of a guide. */
const LONGEST_KEY = 100;

// A key may be of a stranger: of any length, and with characters that break a line or turn the reading direction.
function printedPointer(pointer: string): string {
  const tokens = pointer.split('/').map((token) => printedKey(token));
  return tokens.join('/') || '/';
}

/** A key as a sentence or a place may show it: of up to 100 characters, without any that do not print. */
export function printedKey(key: string): string {
  const shown = key.slice(0, LONGEST_KEY).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '?');
  return key.length > LONGEST_KEY ? `${shown}...` : shown;
}

function segmentPlace(at: Position): string {
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
