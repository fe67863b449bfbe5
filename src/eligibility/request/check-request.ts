import { compileForm, type FormCheck, isObject } from '../../form/check-form.js';
import { pointerTo } from '../../form/pointer.js';
import { requireForm } from '../../model/check-options.js';
import { type RequestProblem, type RequestRule, requestProblem } from './request-problem.js';
import { brokenRules } from './request-rules.js';
import { eligibilityRequestSchema } from './request-schema.js';

/** The delimiters that are written unless others are asked for. */
export const DEFAULT_DELIMITERS = '*>^~';
const NAMES = ['firstName', 'middleName', 'lastName', 'suffix'] as const;
const OWN_IDS: ReadonlySet<string> = new Set(['/externalPatientId', '/eligibilitySearchId']);
const checks = new Map<string, FormCheck>();

/** Where problems go: what may not be sent, and what is merely not as it should be. */
export interface Judgement {
  readonly problems: RequestProblem[];
  readonly warnings: RequestProblem[];
}

/** A request as it may be sent, and what is wrong with it. */
export interface CheckedRequest extends Judgement {
  /** Without what counts as absent (an empty `dependents`), backticks in names replaced. */
  readonly request: Readonly<Record<string, unknown>>;
}

/**
 * Judges a request: its schema, and the rules that no schema can say. Problems keep it from being sent, warnings do not.
 * Each names the property by JSON pointer; none repeats a value.
 * @param delimiters those that will be written, for no value may hold one.
 */
export function checkRequest(request: unknown, delimiters = DEFAULT_DELIMITERS): CheckedRequest {
  requireForm('checkRequest', 'delimiters', delimiters, 'text');
  const judgement: Judgement = { problems: [], warnings: [] };
  if (!isObject(request)) {
    judgement.problems.push(requestProblem('', 'type', 'Give an object.'));
    return { request: {}, ...judgement };
  }
  const repaired = withoutBackticks(withoutEmptyDependents(request), judgement);
  schemaCheck(delimiters)(repaired, {
    // Its schema has neither numbers nor properties without a place.
    problem: (pointer, rule, more) => judgement.problems.push(requestProblem(pointer, rule as RequestRule, more)),
    warning: (pointer, rule, more) => judgement.warnings.push(requestProblem(pointer, rule as RequestRule, more)),
  });
  // The schema has counted them already, but does not say why.
  if (hasManyDependents(repaired)) {
    const counted = judgement.problems.findIndex(
      ({ pointer, rule }) => pointer === '/dependents' && rule === 'entries',
    );
    judgement.problems.splice(counted, 1, requestProblem('/dependents', 'dependents-one'));
  }
  judgement.problems.push(...brokenRules(repaired));
  const { problems, warnings } = judgement;
  return { request: repaired, problems, warnings: warnings.filter((warning) => !isOfUnsent(warning)) };
}

/** In the client's own ids, which no payer sees, any letter may stand. */
function isOfUnsent({ rule, pointer }: RequestProblem): boolean {
  return rule === 'beyond-ascii' && OWN_IDS.has(pointer);
}

function schemaCheck(delimiters: string): FormCheck {
  const known = checks.get(delimiters);
  if (known !== undefined) return known;
  const check = compileForm(eligibilityRequestSchema, delimiters);
  checks.set(delimiters, check);
  return check;
}

function hasManyDependents({ dependents }: CheckedRequest['request']): boolean {
  return Array.isArray(dependents) && dependents.length > 1;
}

function withoutEmptyDependents(request: CheckedRequest['request']): CheckedRequest['request'] {
  if (!Array.isArray(request.dependents) || request.dependents.length > 0) return request;
  const { dependents: _, ...rest } = request;
  return rest;
}

function withoutBackticks(request: CheckedRequest['request'], judgement: Judgement): CheckedRequest['request'] {
  const subscriber = plainNames(request.subscriber, '/subscriber', judgement);
  const dependents: readonly unknown[] | undefined = Array.isArray(request.dependents) ? request.dependents : undefined;
  const persons = dependents?.map((one, index) => plainNames(one, pointerTo('/dependents', index), judgement));
  const changed = subscriber !== request.subscriber || persons?.some((one, index) => one !== dependents?.[index]);
  if (changed !== true) return request;
  return { ...request, subscriber, ...(persons === undefined ? {} : { dependents: persons }) };
}

function plainNames(person: unknown, pointer: string, { warnings }: Judgement): unknown {
  if (!isObject(person)) return person;
  let result = person;
  for (const name of NAMES) {
    const value = person[name];
    if (typeof value !== 'string' || !value.includes('`')) continue;
    result = { ...result, [name]: value.replaceAll('`', "'") };
    warnings.push(requestProblem(pointerTo(pointer, name), 'repaired-backtick'));
  }
  return result;
}
