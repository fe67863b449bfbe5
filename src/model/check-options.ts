import { X12Error } from './error.js';
import { nameAdvice, quotedName } from './nearest-name.js';
import {
  allowedBy,
  FORMS,
  isInRange,
  isOptions,
  type NeededOption,
  type OptionRule,
  type OptionRules,
} from './option-rules.js';

// From JavaScript, or behind a cast, anything may come. What is no option is told before it is used: later it would be an error of ours, or
// would fall back to a default in silence.

/** What is wrong with an option: its path, such as `limits.findings`, and a text without any value. */
export interface OptionFault {
  readonly option: string;
  readonly text: string;
}

/** Where a value was given. */
interface Place {
  readonly verb: string;
  /** `''`: the options themselves. */
  readonly path: string;
}

/**
 * Looks at the options of a function: that there are some, that none is missing or of another form, and that none is unknown.
 * @param verb the function as its caller writes it: `createSftpTransport`
 * @param tables all its options, in one table or several.
 * @throws X12Error `X12_OPTION_INVALID` that says what to write, with the option's path in `details`; no value stands in it.
 */
export function checkOptions(verb: string, options: unknown, ...tables: readonly OptionRules[]): void {
  if (!isOptions(options)) return requireObject(verb, options, usageOf(verb, tables));
  refuse(membersFault(options, tables, { verb, path: '' }));
}

/**
 * Looks at what stands at a place of a call.
 * @throws X12Error `X12_OPTION_INVALID` with the place's name.
 */
export function requireForm(verb: string, name: string, value: unknown, rule: OptionRule): void {
  refuse(optionFault(value, rule, { verb, path: name }));
}

/** @param usage a sentence without its stop, such as `tokenize takes { signal }` */
export function requireObject(
  verb: string,
  options: unknown,
  usage?: string,
): asserts options is Readonly<Record<string, unknown>> {
  if (isOptions(options)) return;
  const advice = isPromise(options) ? ' Await it.' : usage === undefined ? '' : ` ${usage}.`;
  throw invalidOption('options', `The options of ${verb} are no object.${advice}`);
}

export function invalidOption(option: string, text: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', text, { details: { option } });
}

function refuse(fault: OptionFault | undefined): void {
  if (fault !== undefined) throw invalidOption(fault.option, fault.text);
}

/** The first fault of a value by its rule; `undefined` where it fits. */
export function optionFault(value: unknown, rule: OptionRule, place: Place): OptionFault | undefined {
  const { verb, path } = place;
  if (typeof rule === 'object') {
    if ('members' in rule && isOptions(value)) return membersFault(value, [rule.members], place);
    if ('each' in rule && Array.isArray(value)) return itemsFault(value, rule.each, place);
    // Who gave an object, where one with members may be given, is told of its members; else the last rule has the fault.
    if ('anyOf' in rule && isOptions(value)) {
      const meant = rule.anyOf.find((one) => typeof one === 'object' && 'members' in one);
      if (meant !== undefined) return optionFault(value, meant, place);
    }
  }
  if (fits(value, rule)) return undefined;
  return { option: path, text: `${path} of ${verb} ${complaint(value, rule)}` };
}

function fits(value: unknown, rule: OptionRule): boolean {
  if (typeof rule === 'string') return FORMS[rule].fits(value);
  if ('fits' in rule) return rule.fits(value);
  if ('values' in rule) return typeof value === 'string' && rule.values.includes(value);
  if ('least' in rule) return isInRange(value, rule);
  if ('anyOf' in rule) return rule.anyOf.some((one) => fits(value, one));
  return 'calls' in rule && isOptions(value) && rule.calls.every((call) => typeof value[call] === 'function');
}

function complaint(value: unknown, rule: OptionRule): string {
  if (isPromise(value)) return 'is a promise. Await it.';
  const advice = typeof rule === 'object' && 'instead' in rule ? rule.instead?.(value) : undefined;
  return advice ?? `must be ${allowedBy(rule)}.`;
}

// A list may be long: the path is made for an item that is wrong.
function itemsFault(list: readonly unknown[], rule: OptionRule, { verb, path }: Place): OptionFault | undefined {
  const at = list.findIndex((item) => optionFault(item, rule, { verb, path }) !== undefined);
  return at < 0 ? undefined : optionFault(list[at], rule, { verb, path: `${path}[${at}]` });
}

function membersFault(
  given: Readonly<Record<string, unknown>>,
  tables: readonly OptionRules[],
  { verb, path }: Place,
): OptionFault | undefined {
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const table of tables)
    for (const name of Object.keys(table)) {
      // Not what the object has of its own: a class may give options by getters.
      const value = given[name];
      const rule = table[name];
      if (rule === undefined || (value === undefined && !isNeeded(rule))) continue;
      // Every call of a verb comes here: places are named for what is in doubt. bench: `npm run bench:small`.
      if (typeof rule === 'string' && FORMS[rule].fits(value)) continue;
      const fault = memberFault(value, rule, { verb, path: pathOf(name) });
      if (fault !== undefined) return fault;
    }
  const unknown = unknownOf(given, tables);
  if (unknown === undefined) return undefined;
  const name = quotedName(unknown);
  const advice = nameAdvice(unknown, tables.flatMap(Object.keys));
  return { option: pathOf(name), text: `${path === '' ? verb : `${path} of ${verb}`} has no option ${name}.${advice}` };
}

// Who builds options of parts may have members that are undefined.
function unknownOf(given: Readonly<Record<string, unknown>>, tables: readonly OptionRules[]): string | undefined {
  for (const name of Object.keys(given))
    if (given[name] !== undefined && !tables.some((table) => Object.hasOwn(table, name))) return name;
  return undefined;
}

function memberFault(value: unknown, rule: OptionRule | NeededOption, place: Place): OptionFault | undefined {
  if (!isNeeded(rule)) return optionFault(value, rule, place);
  const { verb, path } = place;
  const missing = { option: path, text: `${path} is missing: ${verb} needs it.` };
  const fault = value === undefined ? missing : optionFault(value, rule.needed, place);
  if (fault?.option !== path || rule.example === undefined) return fault;
  return { option: path, text: `${fault.text} Write ${path}: ${rule.example}.` };
}

function isNeeded(rule: OptionRule | NeededOption): rule is NeededOption {
  return typeof rule === 'object' && 'needed' in rule;
}

export function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/** The options that are needed; of a function that needs none, all. */
function usageOf(verb: string, tables: readonly OptionRules[]): string {
  const all = tables.flatMap((table) => Object.entries(table));
  const must = all.filter(([, rule]) => isNeeded(rule));
  const names = (must.length > 0 ? must : all).map(([name]) => name);
  return `${verb} ${must.length > 0 ? 'needs' : 'takes'} { ${names.join(', ')} }`;
}
