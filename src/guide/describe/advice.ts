import type { Finding } from '../../model/finding.js';
import { CASE_TEXT, type PlaceForm } from '../../model/finding-words.js';
import type { Dictionary, ElementNode, Guide } from '../../model/guide.js';
import { REASONS } from '../../model/reasons.js';
import { baseOf } from './base-of.js';
import { brokenRule } from './broken-rule.js';
import { allowedSentence, type CodeChoice, choicesOf, choicesText, standardElement } from './code-choices.js';
import { MISSING_REASONS, VALUE_REASONS } from './faults.js';
import { type GuidePlace, placeByKeys } from './guide-place.js';
import { keyAdvice } from './key-advice.js';
import { leftOut } from './left-out.js';
import { countText, exampleText, formatsText, lengthText, notesOf, syntaxText, wantedText } from './wanted.js';

export interface Advised {
  readonly found: Finding;
  readonly place: GuidePlace;
  readonly guide: Guide;
  readonly dictionaries: readonly Dictionary[];
  readonly form: PlaceForm;
  /** Codes that may stand there. */
  readonly allowed: readonly CodeChoice[] | undefined;
  /** `BEG03`. */
  readonly reference: string;
}

/** Nobody has agreed on a set: what is outside of the usual one is told as a warning. */
const USUAL_SET_TEXT = 'Write it with characters that every partner reads, or agree on more with yours.';
/** A longer expression tells a person nothing. */
const LONGEST_PATTERN = 60;

/** What to do, in sentences: the first is the deed, the others say what the guide knows. */
export function adviceText(about: Advised): readonly string[] {
  const { found, place } = about;
  const { reason } = found;
  if (reason === 'property-unknown') return leftOutText(about).length === 0 ? keyText(about) : leftOutText(about);
  if (MISSING_REASONS.has(reason)) return missingText(about);
  if (VALUE_REASONS.has(reason)) return [valueAdvice(about), ...allowedText(about)];
  switch (reason) {
    case 'element-code':
    case 'element-code-not-used':
      return codeText(about);
    case 'element-too-long':
    case 'element-too-short':
      return lengthAdvice(about);
    case 'element-date':
    case 'element-time':
      return [formText(about)];
    case 'element-pattern':
      return [patternText(place.element), ...narrowedText(about)];
    case 'element-exclusive':
      return [...syntaxOf(about), ...(syntaxOf(about).length === 0 ? [REASONS[reason].advice] : [])];
    case 'element-repetitions':
    case 'segment-over-maximum':
    case 'loop-over-maximum':
      return [place.list?.maxItems === undefined ? 'Send it once.' : `Send at most ${place.list.maxItems}.`];
    case 'element-character':
      return ['Remove it.'];
    case 'element-character-set':
      return [found.severity === 'warning' ? USUAL_SET_TEXT : REASONS[reason].advice];
    case 'element-not-used':
      return leftOutText(about).length === 0 ? [REASONS[reason].advice] : leftOutText(about);
    default:
      return [REASONS[reason].advice];
  }
}

// A value has no keys: what may stand there instead is told.
function keyText(about: Advised): readonly string[] {
  const advice = keyAdvice(about.place);
  if (advice !== undefined) return [advice];
  return about.place.keys.length === 0 ? [REASONS['property-unknown'].advice] : [valueAdvice(about)];
}

function valueAdvice(about: Advised): string {
  const [format] = formats(about);
  if (format === undefined) return `Write ${wantedText(about.place, about.form)}.`;
  return about.form === 'json' ? `Write it as a string, ${format}.` : `Write it ${format}.`;
}

function missingText(about: Advised): readonly string[] {
  const { place, form, found } = about;
  const wanted = wantedText(place, form);
  const key = place.keys.at(-1);
  const nodeIsElement = place.element !== undefined || place.composite !== undefined;
  const noun = form === 'json' && key !== undefined ? `Give "${key}", ${wanted}.` : undefined;
  const least = place.list?.minItems ?? 0;
  const first = noun ?? (nodeIsElement ? `Send it: ${wanted}.` : least > 1 ? `Send at least ${least}.` : 'Send it.');
  const notes = found.reason === 'element-conditional-missing' ? syntaxOf(about) : [];
  return [
    first,
    ...anyOfText(about),
    ...notes,
    ...formats(about).map((text) => `Write it ${text}.`),
    ...allowedText(about),
  ];
}

// A rule that takes one of several is broken at the first of them.
function anyOfText({ found, place }: Advised): readonly string[] {
  const rule = brokenRule(found, place);
  const tag = place.segment?.x12.segment;
  if (rule === undefined || tag === undefined || !('anyOf' in rule.then)) return [];
  const names = rule.then.anyOf.map((path) => (/^\d\d/.test(path) ? `${tag}${path}` : path));
  return names.length < 2 ? [] : [`One of ${names.join(', ')} is enough.`];
}

function allowedText({ allowed, place, guide }: Advised): readonly string[] {
  if (allowed !== undefined) return [allowedSentence(allowed, guide, place.element)];
  const list = place.element?.x12.codeSet;
  return list === undefined || list === 'dictionary' ? [] : [`It is a code of this list: ${list}.`];
}

// Who says "the standard" of what a partner left out sends people to the wrong book.
function codeText(about: Advised): readonly string[] {
  const { found, allowed, guide, place } = about;
  const near = found.limits?.onlyCaseDiffers === true ? [CASE_TEXT] : [];
  const narrowed = narrowedText(about);
  if (narrowed.length > 0) return [...near, ...narrowed];
  const told = allowed ?? found.limits?.allowed?.map((code) => ({ code }));
  if (told === undefined) return near.length > 0 ? near : [REASONS[found.reason].advice];
  // Who is told how to write it needs no list that is too long for a sentence.
  if (near.length > 0 && choicesText(told) === undefined) return near;
  return [...near, allowedSentence(told, guide, place.element)];
}

function lengthAdvice(about: Advised): readonly string[] {
  const { element } = about.place;
  if (element === undefined) return [REASONS[about.found.reason].advice];
  const { type } = element.x12;
  if (type === 'DT' || type === 'TM') return [formText(about)];
  const list = about.allowed === undefined ? allowedText(about) : [];
  return [`Write ${lengthText(element.x12)}.`, ...list, ...narrowedText(about)];
}

function formText(about: Advised): string {
  const { place, form, found } = about;
  if (found.limits?.isReversed === true) return 'The range ends before it begins.';
  const [format] = formats(about);
  if (format !== undefined) return `Write it ${format}.`;
  const type = place.element?.x12.type;
  if (place.element === undefined || (type !== 'DT' && type !== 'TM')) return REASONS[found.reason].advice;
  const example = exampleText(place.element.x12, form);
  return type === 'DT' ? `Write the date as ${example}; the day has to exist.` : `Write the time as ${example}.`;
}

// The form of a value whose qualifier names it (DE 1251 by DE 1250).
function formats({ place, guide, reference }: Advised): readonly string[] {
  const format = place.element?.x12.format;
  if (format === undefined) return [];
  const parent = place.composite ?? place.segment;
  const key = Object.keys(parent?.properties ?? {}).find((one) => one.endsWith(`_${format}`));
  const qualifier = key === undefined ? undefined : parent?.properties[key];
  const isElement = qualifier !== undefined && 'x12' in qualifier && 'element' in qualifier.x12;
  const codes = isElement ? choicesOf(qualifier as ElementNode, guide, []) : undefined; // its `x12.element` says so
  const component = place.composite !== undefined;
  const name = component ? reference.replace(/-\d+$/, `-${Number(format)}`) : reference.replace(/\d\d$/, format);
  const text = formatsText(codes?.map(({ code }) => code) ?? ['D8', 'RD8'], name);
  return text === undefined ? [] : [text];
}

function patternText(element: ElementNode | undefined): string {
  const pattern = element?.x12.pattern;
  const advice = REASONS['element-pattern'].advice;
  return pattern === undefined || pattern.length > LONGEST_PATTERN ? advice : `It has to match ${pattern} as X12 text.`;
}

function syntaxOf({ place, found, reference }: Advised): readonly string[] {
  const { component, element } = found.at;
  const broken = found.limits?.syntax;
  if (component !== undefined)
    return syntaxText(broken ?? notesOf(place.composite, component), `${reference.replace(/-\d+$/, '')}-`);
  return syntaxText(broken ?? notesOf(place.segment, element ?? 0), place.segment?.x12.segment ?? '');
}

/** What an overlay has made narrower: the codes or the limits that its base has beside. */
function narrowedText(about: Advised): readonly string[] {
  const { found, place, guide, dictionaries, allowed } = about;
  const base = baseOf(guide);
  const before = base === undefined ? undefined : placeByKeys(base, place.keys).element;
  const { element } = place;
  if (base === undefined || before === undefined || element === undefined) return [];
  const owner = ownerOf(base);
  if (found.reason === 'element-code' || found.reason === 'element-code-not-used') {
    if (allowed === undefined) return [];
    const has =
      choicesOf(before, base, dictionaries) ??
      standardElement(base, before.x12.element, dictionaries)?.codes?.map(asChoice);
    const beside = has?.filter(({ code }) => !allowed.some((one) => one.code === code)) ?? [];
    if (has !== undefined && beside.length === 0) return [];
    const listed = choicesText(allowed) ?? `${allowed.length} codes`;
    const more = beside.length === 0 ? 'has more' : `also has ${choicesText(beside) ?? `${beside.length} others`}`;
    return [`This guide allows only ${listed}; ${owner} ${more}.`];
  }
  if (before.x12.min === element.x12.min && before.x12.max === element.x12.max) return [];
  const unit = lengthText(element.x12).includes('digit') ? 'digit' : 'character';
  return [`This guide narrows it: ${owner} has ${countText(before.x12.min, before.x12.max, unit)}.`];
}

/** Who owns what an overlay has narrowed. */
function ownerOf(base: Guide): string {
  return base.x12.kind === 'base' ? 'the standard' : 'its base guide';
}

function leftOutText({ place, guide }: Advised): readonly string[] {
  const base = baseOf(guide);
  if (base === undefined || leftOut(place, guide) === undefined) return [];
  return [`Leave it out: ${ownerOf(base)} has it, and this guide does not.`];
}

function asChoice(code: string): CodeChoice {
  return { code };
}
