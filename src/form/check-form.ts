import { nearestName } from '../model/nearest-name.js';
import { amountWords, codeWords, type FormRule, formWords, lengthWords } from './form-rules.js';
import type { ArraySchema, FormSchema, NumberSchema, ObjectSchema, StringSchema, WholeSchema } from './form-schema.js';
import { pointerOf, type Trail } from './pointer.js';

/** Hears of what is not as the schema has it. `more` is a sentence on what may stand there. */
export interface FormJudge {
  /** It may not be sent so. */
  problem(pointer: string, rule: FormRule, more?: string): void;
  /** It may, but somebody should know. */
  warning(pointer: string, rule: FormRule, more?: string): void;
}

/** Checks a value against a schema: all that is wrong at once, and never throws for data. */
export type FormCheck = (value: unknown, judge: FormJudge) => void;

type Check = (value: unknown, trail: Trail, judge: FormJudge) => void;

interface Characters {
  /** Those that no text may hold. */
  readonly forbidden: RegExp;
  /** A text in which nothing is to be found: ASCII that prints, and nothing that is forbidden. */
  readonly plain: RegExp;
}

interface Making {
  readonly whole: WholeSchema;
  readonly characters: Characters;
  /** Checks of the references, each made once. */
  readonly references: Map<string, Check>;
}

/** Makes a check of a schema, once. `delimiters` are those that will be written: no text may hold one. */
export function compileForm(schema: WholeSchema, delimiters: string): FormCheck {
  // Control characters too: no character set of X12 lets them into data.
  const set = `${delimiters.replace(/[\]\\^-]/g, '\\$&')}\\u0000-\\u001f\\u007f`;
  const characters = { forbidden: new RegExp(`[${set}]`), plain: new RegExp(`^[^${set}\\u0080-\\uffff]*$`) };
  const check = compile(schema, { whole: schema, characters, references: new Map() });
  return (value, judge) => {
    if (isAwaitable(value)) judge.problem('', 'type', 'It is a promise. Await it.');
    else check(value, [], judge);
  };
}

/** JSON may have a member of that name, but no function. */
function isAwaitable(value: unknown): boolean {
  return isObject(value) && typeof value.then === 'function';
}

function compile(schema: FormSchema, making: Making): Check {
  if ('$ref' in schema) return reference(schema.$ref, making);
  const { type } = schema;
  if (type === 'object') return objectCheck(schema, making);
  if (type === 'array') return arrayCheck(schema, making);
  if (type === 'string') return stringCheck(schema, making.characters);
  if (type === 'boolean') return booleanCheck;
  return type === undefined ? anyCheck(making.characters) : numberCheck(schema);
}

function reference(ref: string, making: Making): Check {
  const known = making.references.get(ref);
  if (known !== undefined) return known;
  const target = making.whole.$defs?.[ref.replace('#/$defs/', '')];
  if (target === undefined) throw new Error(`The schema has nothing at ${ref}.`);
  const check = compile(target, making);
  making.references.set(ref, check);
  return check;
}

function objectCheck({ properties, required = [] }: ObjectSchema, making: Making): Check {
  const checks = new Map(
    Object.entries(properties).map(([name, inner]) => [
      name,
      { check: compile(inner, making), isSent: inner.x12 !== false },
    ]),
  );
  return (value, trail, judge) => {
    if (!isObject(value)) return judge.problem(pointerOf(trail), 'type', 'Give an object.');
    for (const name of required) {
      if (value[name] === undefined || (value[name] === '' && mayBeEmpty(properties[name])))
        judge.problem(pointerOf([...trail, name]), 'required');
    }
    let unknown = 0;
    for (const name of Object.keys(value)) {
      const inner = value[name];
      if (inner === undefined) continue;
      const known = checks.get(name);
      trail.push(name);
      if (known === undefined) {
        const more = unknown++ < MOST_MEANT ? meantBy(name, checks) : undefined;
        judge.warning(pointerOf(trail), 'property-unknown', more);
      } else {
        if (!known.isSent) judge.warning(pointerOf(trail), 'no-place');
        known.check(inner, trail, judge);
      }
      trail.pop();
    }
  };
}

// A text of no characters is written as nothing. Of other schemas its own check tells.
function mayBeEmpty(schema: FormSchema | undefined): boolean {
  if (schema === undefined || '$ref' in schema || schema.type !== 'string') return false;
  return (schema.minLength ?? 0) === 0 && schema.pattern === undefined && schema.enum === undefined;
}

/** Names of one object that are compared with all that there are: more are no slips. */
const MOST_MEANT = 20;

/** The property that was most likely meant. */
function meantBy(name: string, known: ReadonlyMap<string, unknown>): string | undefined {
  const near = nearestName(name, [...known.keys()]);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

function arrayCheck({ items, minItems = 0, maxItems = Infinity }: ArraySchema, making: Making): Check {
  const inner = compile(items, making);
  return (value, trail, judge) => {
    if (!Array.isArray(value)) return judge.problem(pointerOf(trail), 'type', 'Give a list.');
    if (value.length < minItems || value.length > maxItems)
      judge.problem(pointerOf(trail), 'entries', `It takes ${amountWords(minItems, maxItems)}.`);
    const judged = Math.min(value.length, maxItems);
    for (let index = 0; index < judged; index++) {
      trail.push(index);
      inner(value[index], trail, judge);
      trail.pop();
    }
  };
}

// With the flag, two halves that make one character are that character; one alone cannot be written in any encoding.
const HALF_CHARACTER = /\p{Surrogate}/u;

// Letters beyond it are a matter of agreement in X12, and of UTF-8 no payer is known to read any.
const BEYOND_ASCII = /[^ -~]/;

function stringCheck(schema: StringSchema, { forbidden, plain }: Characters): Check {
  const { minLength = 0, maxLength = Infinity } = schema;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern);
  const codes = schema.enum === undefined ? undefined : new Set(schema.enum);
  return (value, trail, judge) => {
    const broken = (rule: FormRule, more?: string) => judge.problem(pointerOf(trail), rule, more);
    // Nearly all texts are: one look at their characters in place of three. bench: `npm run bench:claims`
    const isPlain = typeof value === 'string' && plain.test(value);
    if (typeof value !== 'string') broken('type', 'Give text, in quotation marks.');
    else if (value.length < minLength || value.length > maxLength) broken('length', lengthWords(schema));
    else if (value !== '' && value.trim() === '') broken('blank');
    // Who writes 2026-01-31T00:00:00 for a date has to know what a date looks like, not that a colon is a delimiter.
    else if (!isPlain && forbidden.test(value))
      broken('delimiter-inside', pattern?.test(value) === false ? formWords(schema) : undefined);
    else if (!isPlain && HALF_CHARACTER.test(value)) broken('half-character');
    else if (pattern?.test(value) === false) broken('form', formWords(schema));
    else if (codes?.has(value) === false) broken('code-unknown', codeWords(schema));
    else if (!isPlain && BEYOND_ASCII.test(value)) judge.warning(pointerOf(trail), 'beyond-ascii');
  };
}

function numberCheck({ type, minimum = -Infinity, maximum = Infinity }: NumberSchema): Check {
  const isRight = type === 'integer' ? Number.isInteger : Number.isFinite;
  return (value, trail, judge) => {
    if (!isRight(value))
      judge.problem(pointerOf(trail), 'type', type === 'integer' ? 'Give a whole number.' : 'Give a number.');
    else if ((value as number) < minimum || (value as number) > maximum)
      judge.problem(pointerOf(trail), 'range', `It takes ${amountWords(minimum, maximum)}.`);
  };
}

/** Of values of any type the text is judged, or the texts that an object or a list holds; nothing lies deeper. */
function anyCheck(characters: Characters): Check {
  const text = stringCheck({ type: 'string' }, characters);
  return (value, trail, judge) => {
    if (typeof value === 'string') return text(value, trail, judge);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      trail.push(name);
      if (typeof inner === 'string' || typeof inner === 'object') text(inner, trail, judge);
      trail.pop();
    }
  };
}

const booleanCheck: Check = (value, trail, judge) => {
  if (typeof value !== 'boolean') judge.problem(pointerOf(trail), 'type', 'Give true or false.');
};

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
