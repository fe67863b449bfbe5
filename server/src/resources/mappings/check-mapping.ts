import { isObject } from '../../json.js';
import { invalid, Problem, type ProblemDetail } from '../../problems.js';
import { isStorable } from '../../store/bindable.js';
import { CODE_LIMITS, exceededLimit, TEXT_LIMIT } from '../../worker/code-limits.js';
import { type CustomerCode, CustomerCodeError } from '../../worker/customer-code.js';
import type { Mapping, MappingDefinition, MappingReplacement, MappingSchema } from './mapping.js';

/**
 * Whether a definition can be stored and run. It asks the worker, so it is called before a transaction, not in one.
 * @throws Problem `invalid` with everything that is wrong; `too-large` for a part that is too long.
 */
export async function checkMapping(
  customerCode: CustomerCode,
  accountId: string,
  definition: MappingDefinition,
): Promise<void> {
  const { mapping, source, target, lookup_tables = [] } = definition;
  demandLength('/mapping', mapping);
  demandLength('/source/content', source?.content);
  demandLength('/target/content', target?.content);
  demandLength('/lookup_tables', JSON.stringify(lookup_tables));
  const problems = [
    ...schemaProblems('/source', source),
    ...schemaProblems('/target', target),
    ...targetProblems(definition),
    ...tableProblems(lookup_tables.map(({ name }) => name)),
    ...textProblems(definition),
    ...(await expressionProblems(customerCode, accountId, mapping)),
  ];
  const [first] = problems;
  if (first !== undefined) throw invalid(first.message, { code: first.code, errors: problems });
}

/** The whole definition that a PUT asks for: required members that it leaves out stay, optional ones are cleared. */
export function replacementOf(
  before: Mapping,
  { name, type, mapping, ...rest }: MappingReplacement,
): MappingDefinition {
  return { name: name ?? before.name, type: type ?? before.type, mapping: mapping ?? before.mapping, ...rest };
}

/** The document that a schema shows as its example. */
export function exampleOf(schema: MappingSchema | undefined): unknown {
  if (schema === undefined) return undefined;
  const content: unknown = JSON.parse(schema.content);
  return isObject(content) ? content.default : undefined;
}

type MappingProblem = ProblemDetail & { readonly code: string };

function demandLength(path: string, text: string | undefined): void {
  if (text === undefined || text.length <= TEXT_LIMIT) return;
  const message = `${path.slice(1)} is longer than ${TEXT_LIMIT} characters. Make it shorter.`;
  throw new Problem('too-large', message, { code: 'request_too_large', errors: [{ path, message }] });
}

function schemaProblems(path: string, schema: MappingSchema | undefined): readonly MappingProblem[] {
  if (schema === undefined) return [];
  const problem = (message: string): readonly MappingProblem[] => [
    { path: `${path}/content`, code: path === '/source' ? 'bad_source_schema' : 'bad_target_schema', message },
  ];
  let content: unknown;
  try {
    content = JSON.parse(schema.content);
  } catch {
    return problem('The content is the text of a JSON Schema; this is not JSON.');
  }
  if (typeof content !== 'boolean' && !isObject(content)) {
    return problem('A JSON Schema is an object.');
  }
  const exceeded = exceededLimit(content, CODE_LIMITS);
  return exceeded === undefined ? [] : problem(`The schema has more than ${CODE_LIMITS[exceeded]} ${exceeded}.`);
}

function targetProblems({ type, target }: MappingDefinition): readonly MappingProblem[] {
  if (type !== 'merge_with_target_example' || schemaProblems('/target', target).length > 0) return [];
  if (exampleOf(target) !== undefined) return [];
  const message = 'merge_with_target_example needs a target whose schema has an example as its default.';
  return [{ path: '/target', code: 'bad_target_schema', message }];
}

function tableProblems(names: readonly string[]): readonly MappingProblem[] {
  if (new Set(names).size === names.length) return [];
  return [{ path: '/lookup_tables', code: 'bad_parameters', message: 'Two lookup tables have the same name.' }];
}

function textProblems({ name }: MappingDefinition): readonly MappingProblem[] {
  // All else is stored within JSON, where such characters are escaped.
  if (isStorable(name)) return [];
  return [{ path: '/name', code: 'bad_parameters', message: 'A name has no NUL and no half characters.' }];
}

async function expressionProblems(
  customerCode: CustomerCode,
  accountId: string,
  mapping: string,
): Promise<readonly MappingProblem[]> {
  try {
    await customerCode.checkExpression(mapping, { accountId });
    return [];
  } catch (error) {
    if (!(error instanceof CustomerCodeError) || error.code === 'busy') throw error;
    return [{ path: '/mapping', code: 'bad_mapping', message: error.message }];
  }
}
