import { pointerTo, type RequestProblem, requestProblem } from './request-problem.js';
import type { RequestSchema } from './request-schema.js';

/** Where problems go: what may not be sent, and what is merely not as it should be. */
export interface Judgement {
  readonly problems: RequestProblem[];
  readonly warnings: RequestProblem[];
}

/** Checks a value against a schema; each text is shown to `look` as well. */
export interface SchemaCheck {
  check(value: unknown, pointer: string, judgement: Judgement): void;
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
    check(value, pointer, judgement) {
      if (!isObject(value)) return void judgement.problems.push(requestProblem(pointer, 'type'));
      for (const name of required) {
        if (value[name] === undefined) judgement.problems.push(requestProblem(pointerTo(pointer, name), 'required'));
      }
      for (const name of Object.keys(value)) {
        const inner = value[name];
        const check = checks.get(name);
        if (inner === undefined) continue;
        if (check !== undefined) check.check(inner, pointerTo(pointer, name), judgement);
        else judgement.warnings.push(requestProblem(pointerTo(pointer, name), 'property-unknown'));
      }
    },
  };
}

function arrayCheck({ items, minItems = 0, maxItems = Infinity }: ArraySchema, forbidden: RegExp): SchemaCheck {
  const inner = compileSchema(items, forbidden);
  return {
    check(value, pointer, judgement) {
      if (!Array.isArray(value)) return void judgement.problems.push(requestProblem(pointer, 'type'));
      if (value.length < minItems || value.length > maxItems)
        judgement.problems.push(requestProblem(pointer, 'entries'));
      const judged = value.slice(0, Math.min(value.length, maxItems));
      for (const [index, one] of judged.entries()) inner.check(one, pointerTo(pointer, index), judgement);
    },
  };
}

function stringCheck(schema: StringSchema, forbidden: RegExp): SchemaCheck {
  const { minLength = 0, maxLength = Infinity } = schema;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern);
  const codes = schema.enum === undefined ? undefined : new Set(schema.enum);
  return {
    check(value, pointer, { problems }) {
      if (typeof value !== 'string') problems.push(requestProblem(pointer, 'type'));
      else if (value.length < minLength || value.length > maxLength) problems.push(requestProblem(pointer, 'length'));
      else if (forbidden.test(value)) problems.push(requestProblem(pointer, 'delimiter-inside'));
      else if (pattern?.test(value) === false) problems.push(requestProblem(pointer, 'form'));
      else if (codes?.has(value) === false) problems.push(requestProblem(pointer, 'code-unknown'));
    },
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
