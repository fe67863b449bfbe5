import { pointerTo, type RequestProblem, type RequestRule, requestProblem } from './request-problem.js';
import type { RequestSchema } from './request-schema.js';
import { amountWords, codeWords, formWords, lengthWords } from './rule-words.js';

/** Where problems go: what may not be sent, and what is merely not as it should be. */
export interface Judgement {
  readonly problems: RequestProblem[];
  readonly warnings: RequestProblem[];
}

/** Names and indexes from the request down to the value at hand: a pointer is made of them only for a problem. */
type Trail = (string | number)[];

/** Checks a value against a schema. */
export interface SchemaCheck {
  check(value: unknown, trail: Trail, judgement: Judgement): void;
}

function problemAt(trail: Trail, rule: RequestRule, more?: string): RequestProblem {
  return requestProblem(
    trail.reduce<string>((pointer, name) => pointerTo(pointer, name), ''),
    rule,
    more,
  );
}

type ObjectSchema = Extract<RequestSchema, { type: 'object' }>;
type ArraySchema = Extract<RequestSchema, { type: 'array' }>;
type StringSchema = Extract<RequestSchema, { type: 'string' }>;

/** Makes a check of a schema, once. `forbidden` are the characters that no text may hold. */
export function compileSchema(schema: RequestSchema, forbidden: RegExp): SchemaCheck {
  if (schema.type === 'object') return objectCheck(schema, forbidden);
  return schema.type === 'array' ? arrayCheck(schema, forbidden) : stringCheck(schema, forbidden);
}

function objectCheck({ properties, required = [] }: ObjectSchema, forbidden: RegExp): SchemaCheck {
  const checks = new Map(Object.entries(properties).map(([name, schema]) => [name, compileSchema(schema, forbidden)]));
  return {
    check(value, trail, judgement) {
      if (!isObject(value)) return void judgement.problems.push(problemAt(trail, 'type', 'Give an object.'));
      for (const name of required) {
        if (value[name] === undefined) judgement.problems.push(problemAt([...trail, name], 'required'));
      }
      for (const name of Object.keys(value)) {
        const inner = value[name];
        const check = checks.get(name);
        if (inner === undefined) continue;
        trail.push(name);
        if (check !== undefined) check.check(inner, trail, judgement);
        else judgement.warnings.push(problemAt(trail, 'property-unknown'));
        trail.pop();
      }
    },
  };
}

function arrayCheck({ items, minItems = 0, maxItems = Infinity }: ArraySchema, forbidden: RegExp): SchemaCheck {
  const inner = compileSchema(items, forbidden);
  return {
    check(value, trail, judgement) {
      if (!Array.isArray(value)) return void judgement.problems.push(problemAt(trail, 'type', 'Give a list.'));
      if (value.length < minItems || value.length > maxItems) {
        judgement.problems.push(problemAt(trail, 'entries', `It takes ${amountWords(minItems, maxItems)}.`));
      }
      const judged = Math.min(value.length, maxItems);
      for (let index = 0; index < judged; index++) {
        trail.push(index);
        inner.check(value[index], trail, judgement);
        trail.pop();
      }
    },
  };
}

// Letters beyond it are a matter of agreement in X12, and of UTF-8 no payer is known to read any.
const BEYOND_ASCII = /[^ -~]/;

function stringCheck(schema: StringSchema, forbidden: RegExp): SchemaCheck {
  const { minLength = 0, maxLength = Infinity } = schema;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern);
  const codes = schema.enum === undefined ? undefined : new Set(schema.enum);
  return {
    check(value, trail, { problems, warnings }) {
      const broken = (rule: RequestRule, more?: string) => problems.push(problemAt(trail, rule, more));
      if (typeof value !== 'string') broken('type', 'Give text, in quotation marks.');
      else if (value.length < minLength || value.length > maxLength) broken('length', lengthWords(schema));
      else if (value !== '' && value.trim() === '') broken('blank');
      else if (forbidden.test(value)) broken('delimiter-inside');
      else if (pattern?.test(value) === false) broken('form', formWords(schema));
      else if (codes?.has(value) === false) broken('code-unknown', codeWords(schema));
      else if (BEYOND_ASCII.test(value)) warnings.push(problemAt(trail, 'beyond-ascii'));
    },
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
