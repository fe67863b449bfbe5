import { X12Error } from './error.js';
import { nameAdvice, quotedName } from './nearest-name.js';

// From JavaScript, or behind a cast, anything may come. What is no option is told before it is used: later it would be an error of ours.

/** What an option is, as far as one look tells; whoever uses it judges its value. */
export type OptionForm = keyof typeof FORMS;

export interface OptionRule {
  readonly form: OptionForm;
  readonly needed: boolean;
  /** What to write, such as `createMemoryJournal()`; for one that is needed. */
  readonly example?: string | undefined;
}

/** All options there are, by name. Without `Options` the names are free. */
export type OptionRules<Options extends object = Readonly<Record<string, unknown>>> = {
  readonly [Name in keyof Options]-?: OptionRule;
};

const FORMS = {
  text: { name: 'text', fits: (value: unknown) => typeof value === 'string' },
  number: { name: 'number', fits: (value: unknown) => typeof value === 'number' },
  function: { name: 'function', fits: (value: unknown) => typeof value === 'function' },
  bytes: { name: 'Uint8Array', fits: (value: unknown) => value instanceof Uint8Array },
  list: { name: 'list', fits: (value: unknown) => Array.isArray(value) },
  iterable: { name: 'iterable', fits: isIterable },
  object: { name: 'object', fits: isOptions },
  anything: { name: 'value', fits: () => true },
} as const;

export function needed(form: OptionForm, example?: string): OptionRule {
  return { form, needed: true, example };
}

export function optional(form: OptionForm): OptionRule {
  return { form, needed: false };
}

/**
 * Looks at the options of a function: that there are some, that none is missing or of another form, and that none is unknown.
 * @param verb the function as its caller writes it: `createSftpTransport`
 * @throws X12Error `X12_OPTION_INVALID` that says what to write, with the option's name in `details`; no value stands in it.
 */
export function checkOptions(verb: string, options: unknown, rules: OptionRules): void {
  const usage = usageOf(verb, rules);
  requireObject(verb, options, usage);
  const entries = new Map(Object.entries(options));
  for (const [name, { form, needed, example }] of Object.entries(rules)) {
    // Not what the object has of its own: a class may give options by getters.
    const value = options[name];
    entries.delete(name);
    if (value === undefined && needed) {
      const advice = example === undefined ? '' : ` Write ${name}: ${example}.`;
      throw invalidOption(name, `${usage}: ${name} is missing.${advice}`);
    }
    if (value !== undefined && !FORMS[form].fits(value))
      throw invalidOption(name, `${name} of ${verb} is no ${FORMS[form].name}.`);
  }
  const [unknown] = [...entries.keys()];
  if (unknown === undefined) return;
  const advice = nameAdvice(unknown, Object.keys(rules));
  throw invalidOption(quotedName(unknown), `${verb} has no option ${quotedName(unknown)}.${advice}`);
}

/** @param usage a sentence without its stop, such as `tokenize takes { signal }` */
export function requireObject(
  verb: string,
  options: unknown,
  usage = `${verb} takes an object`,
): asserts options is Readonly<Record<string, unknown>> {
  if (!isOptions(options)) throw invalidOption('options', `The options of ${verb} are no object. ${usage}.`);
}

export function invalidOption(option: string, text: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', text, { details: { option } });
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** An object, and no promise of one: who forgets to await is told. */
export function isOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('then' in value);
}

function usageOf(verb: string, rules: OptionRules): string {
  const names = Object.entries(rules);
  const must = names.filter(([, rule]) => rule.needed).map(([name]) => name);
  const shown = must.length > 0 ? must : names.map(([name]) => name);
  return `${verb} ${must.length > 0 ? 'needs' : 'takes'} { ${shown.join(', ')} }`;
}

/**
 * Looks at what stands at a place of a call.
 * @throws X12Error `X12_OPTION_INVALID` with the place's name.
 */
export function requireForm(verb: string, name: string, value: unknown, form: OptionForm): void {
  if (!FORMS[form].fits(value))
    throw invalidOption(name, `${verb} needs ${name}: what is given is no ${FORMS[form].name}.`);
}
