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
  for (const [path, schema] of [
    ['/source', source],
    ['/target', target],
  ] as const) {
    demandLength(`${path}/content`, schema?.content);
    demandLength(`${path}/connection`, JSON.stringify(schema?.connection));
  }
  demandLength('/lookup_tables', JSON.stringify(lookup_tables));
  const problems = [
    ...(await schemaProblems(customerCode, accountId, { path: '/source', schema: source })),
    ...(await schemaProblems(customerCode, accountId, { path: '/target', schema: target })),
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
function exampleOf({ content }: MappingSchema): unknown {
  const schema: unknown = JSON.parse(content);
  return isObject(schema) ? schema.default : undefined;
}

type MappingProblem = ProblemDetail & { readonly code: string };

function demandLength(path: string, text: string | undefined): void {
  if (text === undefined || text.length <= TEXT_LIMIT) return;
  const message = `${path.slice(1)} is longer than ${TEXT_LIMIT} characters. Make it shorter.`;
  throw new Problem('too-large', message, { code: 'request_too_large', errors: [{ path, message }] });
}

interface PlacedSchema {
  readonly path: '/source' | '/target';
  readonly schema: MappingSchema | undefined;
}

async function schemaProblems(
  customerCode: CustomerCode,
  accountId: string,
  { path, schema }: PlacedSchema,
): Promise<readonly MappingProblem[]> {
  if (schema === undefined) return [];
  const code = path === '/source' ? 'bad_source_schema' : 'bad_target_schema';
  const problem = (message: string): readonly MappingProblem[] => [{ path: `${path}/content`, code, message }];
  const unreadable = textProblem(schema);
  if (unreadable !== undefined) return problem(unreadable);
  try {
    await customerCode.checkSchema(schema.content, { accountId });
    return [];
  } catch (error) {
    return problem(refusalOf(error));
  }
}

/** What is wrong with the text of a schema before anybody looks at what it says. */
function textProblem({ content: text }: MappingSchema): string | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return 'The content is the text of a JSON Schema; this is not JSON.';
  }
  if (typeof content !== 'boolean' && !isObject(content)) return 'A JSON Schema is an object.';
  const exceeded = exceededLimit(content, CODE_LIMITS);
  return exceeded === undefined ? undefined : `The schema has more than ${CODE_LIMITS[exceeded]} ${exceeded}.`;
}

function targetProblems({ type, target }: MappingDefinition): readonly MappingProblem[] {
  if (type !== 'merge_with_target_example') return [];
  if (target !== undefined && (textProblem(target) !== undefined || exampleOf(target) !== undefined)) return [];
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
    return [{ path: '/mapping', code: 'bad_mapping', message: refusalOf(error) }];
  }
}

/** Why the worker did not take it. @throws what is no refusal: that it is busy, for one. */
function refusalOf(error: unknown): string {
  if (error instanceof CustomerCodeError && error.code !== 'busy') return error.message;
  throw error;
}
