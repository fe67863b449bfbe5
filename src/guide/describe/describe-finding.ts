import { checkOptions, requireForm } from '../../model/check-options.js';
import type { Finding } from '../../model/finding.js';
import {
  codeOf,
  dataPointer,
  describePosition,
  elementReference,
  type FindingWords,
  findingWords,
  noteText,
  type PlaceForm,
  printedKey,
  ruleSuffix,
} from '../../model/finding-words.js';
import { formatWords } from '../../model/format-words.js';
import type { Dictionary, Guide } from '../../model/guide.js';
import { quotedName } from '../../model/nearest-name.js';
import type { OptionRules } from '../../model/option-rules.js';
import { pageOf } from '../../model/page-of.js';
import type { Position } from '../../model/position.js';
import { REASONS } from '../../model/reasons.js';
import { adviceText } from './advice.js';
import { baseOf } from './base-of.js';
import { type CodeChoice, choicesOf, standardElement } from './code-choices.js';
import { FAULTS } from './faults.js';
import { type GuidePlace, placeByKeys, placeByPointer } from './guide-place.js';
import { guideReference, leftOut } from './left-out.js';
import { placeByPosition, titleOf } from './place-by-position.js';

export interface DescribeOptions {
  /** The guide that the data was read or written by: names, limits and codes are taken from it. */
  readonly guide?: Guide | undefined;
  /** Lists of codes for base sets, whose guides have none; what the standard has beside a narrower guide. */
  readonly dictionaries?: readonly Dictionary[] | undefined;
  /**
   * What the person who reads it has before them: JSON (`2026-01-31`, a place by keys) or a file (`20260131`, a place by
   * segments). Default: JSON for a finding of data that was to be written or checked, a file for one of what was read.
   */
  readonly form?: PlaceForm | undefined;
}

const RULES: OptionRules<DescribeOptions> = {
  guide: 'object',
  dictionaries: 'list',
  form: { values: ['json', 'x12'] },
};

/** A finding in words, with what a guide knows of its place. */
export interface FindingText extends FindingWords {
  /** Of the element, segment or loop: `Purchase Order Number`. Absent without a guide, or where it knows no such place. */
  readonly name?: string;
  /** All codes that may stand there, with their names where the guide has them; absent where it lists none. */
  readonly allowed?: readonly CodeChoice[];
  /** Keys and indexes from the top of the set's data, as forms name their inputs; absent for what was read from a file. */
  readonly path?: readonly (string | number)[];
}

/**
 * Puts a finding into words, for people: with a guide the element's name, its limits, the codes that it may have, and
 * what else was likely meant. Never a value of the data.
 * @param options.guide that of the set which the finding is about; without one, only what the finding itself says is told.
 * @example
 * ```ts
 * import { createEngine, describeFinding } from 'ediloom';
 * import { guide } from 'ediloom/guides/850-004010';
 *
 * const { issues } = createEngine({ guides: [guide] }).check(guide, { heading: {} });
 * for (const found of issues) {
 *   const { code, place, text, advice } = describeFinding(found, { guide });
 *   console.log(`${code} ${place}: ${text}. ${advice}`);
 * }
 * ```
 */
export function describeFinding(found: Finding, options: DescribeOptions = {}): FindingText {
  requireForm('describeFinding', 'found', found, 'object');
  requireForm('describeFinding', 'found.at', found.at, 'object');
  checkOptions('describeFinding', options, RULES);
  if (!Object.hasOwn(REASONS, found.reason)) return unknownReason(found);
  const { guide, dictionaries = [] } = options;
  const form = options.form ?? (found.at.pointer === undefined ? 'x12' : 'json');
  const pointer = found.at.pointer === undefined ? undefined : dataPointer(found.at.pointer);
  const position = describePosition(found.at, { form });
  const place = guide === undefined ? undefined : placeOf(found, pointer, guide, dictionaries);
  if (guide === undefined || place === undefined) {
    const path = pointer === undefined ? {} : { path: pathOf(pointer) };
    return { ...findingWords(found), place: position, ...path };
  }
  const name = titleOf(place);
  const allowed = namedChoices(place, guide, dictionaries);
  const reference = referenceOf(found, place);
  return {
    code: codeOf(found),
    place: position,
    text: `${factText(found, place, { reference, guide })}${ruleSuffix(found)}`,
    advice: [...adviceText({ found, place, guide, dictionaries, form, allowed, reference }), noteText(found)]
      .filter((text) => text !== undefined && text !== '')
      .join(' '),
    page: pageOf(found.reason),
    ...(name === undefined ? {} : { name }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(pointer === undefined ? {} : { path: place.path }),
  };
}

// Findings are kept, and read by another release than the one that found them.
function unknownReason(found: Finding): FindingText {
  const text = `This release does not know ${quotedName(String(found.reason))}`;
  return { code: codeOf(found), place: describePosition(found.at), text, advice: '', page: 'findings/index' };
}

function placeOf(
  found: Finding,
  pointer: string | undefined,
  guide: Guide,
  dictionaries: readonly Dictionary[],
): GuidePlace | undefined {
  const { at, rule } = found;
  const endsInKey = found.reason === 'property-unknown' || found.reason === 'property-repeated';
  const written = pointer === undefined ? undefined : placeByPointer(guide, pointer, endsInKey);
  // What a rule misses may stand anywhere below the place that has the rule: the pointer leads to that, the position on.
  if (written !== undefined && (rule === undefined || isElementOf(written, at))) return written;
  // Which guide was taken is told of a set as a whole, though it stands at its ST.
  if (found.level === 'content' && rule === undefined && at.element === undefined) return undefined;
  // Envelopes have no place in a guide. What an acknowledgment tells has a segment, and no number of its set.
  if ((at.transaction ?? at.segment) === undefined || (at.pointer !== undefined && pointer === undefined))
    return undefined;
  // A loop that is missing is told by the tag of its first segment, too.
  const asked = found.reason.startsWith('loop-') ? { ...at, segmentId: undefined } : at;
  const place = placeByPosition(guide, asked, {
    isIt: (one) => isOf(one, found, guide),
    standardName: standardElement(guide, at.dataElement ?? '', dictionaries)?.name,
  });
  return place === undefined ? undefined : { ...place, path: written?.path ?? [] };
}

// A rule that judges a segment by itself is told at the element: then its keys say which variant of the segment it is.
function isElementOf(place: GuidePlace, { segmentId, element, component }: Position): boolean {
  return (
    element !== undefined &&
    guideReference(place) === elementReference({ interchange: 1, segmentId, element, component })
  );
}

// Of several variants of a segment, the one whose element has this number and just the codes that the finding tells; of
// those of which one is missing, one that must be there.
function isOf({ element, segment }: GuidePlace, { at, limits, reason }: Finding, guide: Guide): boolean {
  if (reason === 'segment-under-minimum') return segment?.x12.usage === 'R' || segment?.x12.mandatory === true;
  if (element === undefined) return at.dataElement === undefined;
  if (at.dataElement !== undefined && element.x12.element !== at.dataElement) return false;
  const { allowed, allowedTotal } = limits ?? {};
  const codes = allowed === undefined ? undefined : choicesOf(element, guide, []);
  if (allowed === undefined || codes === undefined) return true;
  return codes.length === allowedTotal && allowed.every((code, index) => codes[index]?.code === code);
}

function pathOf(pointer: string): readonly (string | number)[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) =>
    /^\d+$/.test(token) ? Number(token) : token.replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}

// The list of an overlay has no names where it took the place of a shared one: its base has them.
function namedChoices(
  place: GuidePlace,
  guide: Guide,
  dictionaries: readonly Dictionary[],
): readonly CodeChoice[] | undefined {
  const choices = choicesIn(place.variants ?? [place], guide, dictionaries);
  const base = baseOf(guide);
  if (choices === undefined || base === undefined || choices.some(({ name }) => name !== undefined)) return choices;
  const before = choicesIn([placeByKeys(base, place.keys)], base, []);
  const names = new Map(before?.map((one) => [one.code, one]));
  return choices.map((one) => names.get(one.code) ?? one);
}

function choicesIn(
  places: readonly GuidePlace[],
  guide: Guide,
  dictionaries: readonly Dictionary[],
): readonly CodeChoice[] | undefined {
  const choices = new Map<string, CodeChoice>();
  for (const { element } of places) {
    const own = element === undefined ? undefined : choicesOf(element, guide, dictionaries);
    if (own === undefined) return undefined;
    for (const one of own) choices.set(one.code, one);
  }
  return [...choices.values()];
}

interface Told {
  readonly reference: string;
  readonly guide: Guide;
}

/** `BEG03`, `CLM05-2`, `CLM`, `loop 2300`: what the place is called in a file. */
function referenceOf({ at }: Finding, place: GuidePlace): string {
  const own = elementReference({ ...at, repetition: undefined });
  const isElement = (place.element ?? place.composite ?? place.unused) !== undefined;
  return own !== undefined && isElement ? own : guideReference(place);
}

function factText(found: Finding, place: GuidePlace, { reference, guide }: Told): string {
  const { reason } = found;
  const { text } = REASONS[reason];
  const name = titleOf(place);
  if (reason === 'property-unknown') return keyFact(place, guide);
  if (reference === '' && name === undefined) return reason === 'value-type' ? sectionFact(place) : text;
  const called = name === undefined ? reference : calledText(name, reference);
  const fault = faultText(found, place);
  if (fault !== undefined) return `${called} ${fault}`;
  return reference !== '' && text.includes(reference) ? text : `${called}: ${text}`;
}

function faultText(found: Finding, place: GuidePlace): string | undefined {
  const { reason, severity, limits } = found;
  const format = formatWords(limits?.format);
  if (format !== undefined) return `is no ${format.one.replace(/^an? /, '')}: ${format.form}`;
  if ((place.list?.minItems ?? 0) > 1 && reason.endsWith('-under-minimum'))
    return 'occurs less often than this guide requires';
  if (reason === 'value-type' && limits?.given !== undefined) return `cannot hold ${limits.given}`;
  if (reason === 'element-character-set' && severity === 'warning')
    return 'has a character outside of the Extended character set';
  return FAULTS[reason];
}

// The whole, or one of its two or three parts, which have no name but their key.
function sectionFact({ path }: GuidePlace): string {
  return path.length === 0 ? 'The data is no object' : `"${printedKey(String(path.at(-1)))}" is no object`;
}

function calledText(name: string, reference: string): string {
  return reference === '' ? name : `${name} (${reference})`;
}

// What an overlay took out is known by its base, and so is its name.
function keyFact(place: GuidePlace, guide: Guide): string {
  const before = leftOut(place, guide);
  const left = titleOf(before);
  if (before !== undefined && left !== undefined) {
    return `${calledText(left, guideReference(before))} is not used by this guide`;
  }
  const { unused: _unused, ...parent } = place;
  const name = titleOf(parent);
  const key = `"${printedKey(String(place.path.at(-1) ?? ''))}"`;
  return name === undefined
    ? `The guide has no property ${key} here`
    : `${calledText(name, guideReference(parent))} has no property ${key}`;
}
