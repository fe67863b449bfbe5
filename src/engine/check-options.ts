import { isObject } from '../guide/safe-read.js';
import { invalidOption as invalid, isOptions } from '../model/check-options.js';
import type { Guide } from '../model/guide.js';
import type { EngineOptions } from './engine-options.js';

// From JavaScript, or behind a cast, anything may come. What is no option is told before it is used: later it would be an error of ours.

/** @param maker what was given them. @throws X12Error `X12_OPTION_INVALID` that says what to write. */
export function requireEngineOptions(options: unknown, maker: string): asserts options is EngineOptions {
  const usage = `Write ${maker}({ guides: [guide] }).`;
  requireOptions(maker, options, usage);
  const { guides, dictionaries, clock } = options as Readonly<Record<string, unknown>>; // an object by now
  if (guides === undefined) throw invalid('guides', `${maker} needs guides, or [] to do without any. ${usage}`);
  for (const [at, guide] of listOf('guides', guides).entries()) requireGuide(`guides[${at}]`, guide);
  for (const [at, one] of listOf('dictionaries', dictionaries ?? []).entries()) {
    if (isObject(one) && typeof one.release === 'string') continue;
    throw invalid('dictionaries', `dictionaries[${at}] is no dictionary. Load them: await loadDictionaries().`);
  }
  if (clock !== undefined && typeof clock !== 'function')
    throw invalid('clock', 'clock is no function. Give one that returns milliseconds since 1970, such as now of Date.');
}

/**
 * @param verb what they were given to. @param usage how it is called.
 * @throws X12Error `X12_OPTION_INVALID` for options that are no object.
 */
export function requireOptions(verb: string, options: unknown, usage?: string): void {
  if (isOptions(options)) return;
  throw invalid('options', `The options of ${verb} are no object.${usage === undefined ? '' : ` ${usage}`}`);
}

function listOf(option: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isPromise(value)) throw invalid(option, `${option} is a promise. Await it.`);
  const advice = isGuide(value) ? ' Put the guide into one: guides: [guide].' : ' Give an array.';
  throw invalid(option, `${option} is no list.${advice}`);
}

/** @throws X12Error `X12_OPTION_INVALID` for what is no guide. @param place what it was given as. */
export function requireGuide(place: string, value: unknown): asserts value is Guide {
  if (isGuide(value)) return;
  if (isPromise(value)) throw invalid('guides', `${place} is a promise. Await it.`);
  if (isObject(value) && isGuide(value.guide)) throw invalid('guides', `${place} is a module. Give its guide.`);
  const how = "import { guide } from 'ediloom/guides/850-004010', or load some: await loadGuides(['850'])";
  throw invalid('guides', `${place} is no guide. Import one: ${how}.`);
}

function isGuide(value: unknown): value is Guide {
  return isObject(value) && isObject(value.x12) && typeof value.x12.transactionSet === 'string';
}

function isPromise(value: unknown): boolean {
  return isObject(value) && typeof value.then === 'function';
}
