import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { nameAdvice, quotedName } from 'ediloom/words';
import type { TSchema } from 'typebox';
import { invalid, type ProblemDetail } from '../problems.js';
import { FORMATS } from './formats.js';
import { choicesOf, knownMembers, ruleWords } from './shape-words.js';

/** Bodies with more values than this are answered with their first problem only, as a list of all could be larger than the body. */
const LIST_ALL_NODES = 10_000;
const MAX_PROBLEMS = 100;

// Schemas are the program's own; `strict` would complain of what the documentation adds to them. `verbose`: errors bring the schema that
// they broke, so that a message has its limits. Neither are schemas checked nor is the code made smaller, on which four fifths of the
// time went that the first request of a route made everybody wait.
const COMMON = {
  strict: false,
  logger: false,
  verbose: true,
  formats: FORMATS,
  validateSchema: false,
  code: { optimize: false, regExp: boundedExpression() },
} as const;
/** Bodies are taken as they are; parameters are text, so numbers and booleans are read from it. */
const AJV = {
  body: { first: new Ajv({ ...COMMON }), all: new Ajv({ ...COMMON, allErrors: true }) },
  text: {
    first: new Ajv({ ...COMMON, coerceTypes: 'array', useDefaults: true }),
    all: new Ajv({ ...COMMON, coerceTypes: 'array', useDefaults: true, allErrors: true }),
  },
} as const;

/** Letters that a pattern is tried on: all problems of a value are looked for, those of one whose length is wrong too, and time grows with it. */
const MOST_LETTERS = 10_000;

/** Expressions that let nothing through that is longer: no schema has a pattern for such. */
function boundedExpression() {
  const made = (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags);
    return {
      test: (text: string) => text.length <= MOST_LETTERS && expression.test(text),
      // By which Ajv knows one from another.
      toString: () => expression.toString(),
    };
  };
  // Names it in code that is written to a file, which none is.
  return Object.assign(made, { code: 'boundedExpression' });
}

export interface Place {
  readonly kind: keyof typeof AJV;
  /** What a message calls it. */
  readonly name: 'body' | 'file' | 'query' | 'path';
}

export type Check = (value: unknown, nodes?: number) => void;

/**
 * A check that throws Problem `invalid` with every problem. Compiled when it is first needed, as most routes are not called in the first second.
 * Messages have names and rules of the schema in them, and no value.
 */
export function checkOf(schema: TSchema, place: Place): Check {
  const ajv = AJV[place.kind];
  let first: ValidateFunction | undefined;
  let all: ValidateFunction | undefined;
  return (value, nodes = 0) => {
    first ??= ajv.first.compile(schema);
    if (first(value)) return;
    let errors = first.errors;
    if (nodes <= LIST_ALL_NODES) {
      all ??= ajv.all.compile(schema);
      all(value);
      errors = all.errors;
    }
    throw invalidRequest(problemsOf(errors ?? [], place));
  };
}

/** Problem `invalid` for what is wrong with a shape. */
export function invalidRequest(problems: readonly ProblemDetail[]) {
  const [problem] = problems;
  // Further ones are not looked for.
  const count = problems.length === MAX_PROBLEMS ? `${MAX_PROBLEMS} or more` : `${problems.length}`;
  const more = problems.length > 1 ? ` There are ${count} problems; see errors.` : '';
  return invalid(`${problem?.message ?? 'The request is not valid.'}${more}`, {
    code: 'VALIDATION_FAILED',
    errors: problems,
  });
}

function problemsOf(errors: readonly ErrorObject[], place: Place): readonly ProblemDetail[] {
  const problems: ProblemDetail[] = [];
  const seen = new Set<string>();
  for (const error of withChoices(errors)) {
    // Says only that the schema behind the condition has said something.
    if (error.keyword === 'if') continue;
    const problem = problemOf(error, place);
    const text = `${problem.path} ${problem.message}`;
    if (seen.has(text)) continue;
    seen.add(text);
    problems.push(problem);
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

const CHOICE = /\/anyOf\/\d+\/(?:const|type)$/;

/** A choice of literals is one problem with all of them, not one for each; and one of kinds of values, too. */
function withChoices(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = new Map<string, unknown[]>();
  for (const { keyword, instancePath, schemaPath, params } of errors) {
    if (keyword !== 'const' || !CHOICE.test(schemaPath)) continue;
    choices.set(instancePath, [...(choices.get(instancePath) ?? []), params.allowedValue]);
  }
  return withKinds(errors, choices)
    .filter(({ schemaPath, instancePath }) => !(CHOICE.test(schemaPath) && choices.has(instancePath)))
    .map((error) => {
      const allowedValues = error.keyword === 'anyOf' ? choices.get(error.instancePath) : undefined;
      return allowedValues === undefined ? error : { ...error, params: { allowedValues } };
    });
}

/**
 * Of a choice between text, null, …, but not between literals: one problem with all that it may be, where it is none of them; where it is one that breaks a rule of its
 * own, that rule alone.
 */
function withKinds(errors: readonly ErrorObject[], choices: ReadonlyMap<string, unknown>): readonly ErrorObject[] {
  const at = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    const there = at.get(error.instancePath);
    if (there === undefined) at.set(error.instancePath, [error]);
    else there.push(error);
  }
  const kindsOf = (choice: ErrorObject) =>
    (at.get(choice.instancePath) ?? []).filter(
      ({ keyword, schemaPath }) => keyword === 'type' && schemaPath.startsWith(`${choice.schemaPath}/`),
    );
  const told = new Set<ErrorObject>();
  const merged = errors.map((choice) => {
    if (choice.keyword !== 'anyOf' || !Array.isArray(choice.schema) || choices.has(choice.instancePath)) return choice;
    const kinds = kindsOf(choice);
    const left = choice.schema.length - kinds.length;
    if (left > 1) return choice;
    for (const kind of kinds) told.add(kind);
    if (left === 1) told.add(choice);
    if (left === 1) return choice;
    return { ...choice, keyword: 'type', params: { type: [...new Set(kinds.map(({ params }) => params.type))] } };
  });
  return merged.filter((error) => !told.has(error));
}

function problemOf(error: ErrorObject, place: Place): ProblemDetail {
  // `params` is a table by keyword; these members are names from the schema, or of members that the caller chose to send.
  const { missingProperty, additionalProperty, allowedValues } = error.params as {
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
  const name = missingProperty ?? (additionalProperty === undefined ? undefined : quotedName(additionalProperty));
  const pointer = name === undefined ? error.instancePath : `${error.instancePath}/${escaped(name)}`;
  const subject =
    place.kind === 'body'
      ? pointer === ''
        ? `The ${place.name}`
        : pointer
      : `The ${place.name} parameter ${pointer.slice(1)}`;
  if (place.name === 'query' && Array.isArray(error.data) && error.parentSchema?.type !== 'array') {
    return { message: `${subject} is given more than once. Give it once.`, path: pointer, code: 'INVALID_PARAMETER' };
  }
  const message =
    additionalProperty === undefined
      ? `${subject} ${allowedValues === undefined ? ruleWords(error) : `must be one of ${choicesOf(allowedValues, error.data)}`}.`
      : `${subject} is not known here.${nameAdvice(additionalProperty, knownMembers(error))}`;
  return { message, path: pointer, ...(place.name === 'body' ? {} : { code: 'INVALID_PARAMETER' }) };
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
