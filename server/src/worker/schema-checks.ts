import { compileFunction } from 'node:vm';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { CODE_LIMITS, exceededLimit } from './code-limits.js';
import { Failure } from './failure.js';
import { isMultipleOf } from './multiple-of.js';

/** One thing that a schema does not allow in a document. */
export interface SchemaError {
  /** The keyword of the schema. */
  readonly code: string;
  readonly message: string;
  /** Where in the document; `/` is all of it. */
  readonly json_pointer: string;
  /** Where in the schema. */
  readonly json_schema_pointer: string;
}

interface Check {
  readonly first: ValidateFunction;
  /** Compiled when a document is wrong for the first time. */
  all(): ValidateFunction;
}

/** Of one document. */
const MOST_ERRORS = 100;
/** Characters of all of them: pointers have names of the document in them, and messages those of the schema, of any length. */
const MOST_CHARACTERS = 256 * 1024;
/** For documents with more values than this, the first error alone is reported: the list of all errors is made before it can be cut. */
const LIST_ALL = { ...CODE_LIMITS, nodes: 20_000 };
/** What Ajv says of a schema may quote much of it. */
const MOST_WORDS = 500;
/** Characters of the schemas whose compiled checks are kept; a check takes many times the memory of its text. */
const KEPT_CHARACTERS = 1_000_000;

/** Documents held against JSON Schemas of the draft 2020-12, each compiled once. */
export class SchemaChecks {
  readonly #checks = new Map<string, Check>();
  #characters = 0;

  /** @throws Failure `invalid` where it is no schema that can be used. */
  async compile(text: string): Promise<Check> {
    const known = this.#checks.get(text);
    if (known !== undefined) return known;
    const make = await compiler();
    const schema: unknown = JSON.parse(text);
    let all: ValidateFunction | undefined;
    const check: Check = {
      first: make(schema, 'first'),
      all: () => {
        all ??= make(schema, 'all');
        return all;
      },
    };
    this.#characters += text.length;
    if (this.#characters > KEPT_CHARACTERS) {
      this.#checks.clear();
      this.#characters = text.length;
    }
    this.#checks.set(text, check);
    return check;
  }

  /** @param what the schema is called where it cannot be used. @throws Failure `invalid`. */
  async errorsOf(text: string, document: unknown, what: string): Promise<readonly SchemaError[]> {
    const { first, all } = await this.compile(text).catch((error: unknown) => {
      throw error instanceof Failure ? new Failure('invalid', `The ${what} schema: ${error.message}`) : error;
    });
    if (first(document)) return [];
    if (exceededLimit(document, LIST_ALL) !== undefined) return shownErrors(first.errors ?? []);
    const every = all();
    every(document);
    return shownErrors(every.errors ?? []);
  }
}

function shownErrors(errors: readonly ErrorObject[]): readonly SchemaError[] {
  const shown: SchemaError[] = [];
  let left = MOST_CHARACTERS;
  for (const { keyword, message = '', instancePath, schemaPath } of errors.slice(0, MOST_ERRORS)) {
    const error = {
      code: keyword,
      message,
      json_pointer: instancePath === '' ? '/' : instancePath,
      json_schema_pointer: pointerOf(schemaPath),
    };
    left -= message.length + instancePath.length + schemaPath.length;
    // The first is always reported, as an answer without any would say nothing.
    if (left < 0 && shown.length > 0) break;
    shown.push(left < 0 ? { ...error, message: message.slice(0, MOST_WORDS), json_pointer: '/' } : error);
  }
  return shown;
}

/** Ajv writes the place in a schema as a fragment of an address. */
function pointerOf(schemaPath: string): string {
  const fragment = schemaPath.replace(/^#/, '');
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

type Make = (schema: unknown, errors: 'first' | 'all') => ValidateFunction;

let made: Promise<Make> | undefined;

/** Loaded with the first schema: most workers never see one. */
function compiler(): Promise<Make> {
  made ??= loadCompiler();
  return made;
}

async function loadCompiler(): Promise<Make> {
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  return (schema, errors) => {
    // One for each schema, as what a schema calls itself, and what it defines, is known to all of one.
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      allErrors: errors === 'all',
      // A definition that is used a thousand times would be written out a thousand times.
      inlineRefs: false,
      addUsedSchema: false,
      // A document has what stands in it: `constructor` and `toString` stand in none by themselves.
      ownProperties: true,
    });
    ajv.removeKeyword('multipleOf').addKeyword({
      ...{ keyword: 'multipleOf', type: 'number', schemaType: 'number', errors: false },
      error: { message: ({ schema }) => `must be multiple of ${schema}` },
      validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
    });
    formats.default(ajv);
    // Texts of schemas are objects and booleans, which was looked at before they were stored.
    return withCode(() => demandPlain(ajv.compile(schema as object)));
  };
}

/** A schema may ask for checks that go on later, which nobody waits for. */
function demandPlain(check: ValidateFunction): ValidateFunction {
  if ('$async' in check && check.$async === true) throw new Failure('invalid', 'It says $async, which is not taken.');
  return check;
}

/**
 * Ajv makes functions of text, which the process forbids so that expressions cannot. While Ajv compiles, and nothing else runs, `Function` is one
 * that goes by `node:vm`, which is not forbidden. Expressions never see it: JSONata gives them no globals.
 */
function withCode<Result>(compile: () => Result): Result {
  const before = globalThis.Function;
  const made = function made(...texts: string[]) {
    return compileFunction(texts.pop() ?? '', texts);
  };
  Object.assign(globalThis, { Function: made });
  try {
    return compile();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      'invalid',
      `It cannot be used: ${error instanceof Error ? error.message.slice(0, MOST_WORDS) : ''}`,
    );
  } finally {
    Object.assign(globalThis, { Function: before });
  }
}
