import { nearestName } from '../../model/nearest-name.js';
import { HOST_PATTERN, ID_PATTERN, type SchemaNode, URL_PATTERN } from './schema-node.js';
import { isPlaceholder } from './templates.js';

/** A place in a connection file, and what is wrong there. Never holds a value of the file. */
export interface ConnectionProblem {
  /** JSON pointer. */
  readonly pointer: string;
  readonly text: string;
}

/** Checks a value by a schema; gives the problems in the order of the file. */
export function checkNode(node: SchemaNode, value: unknown, pointer = ''): readonly ConnectionProblem[] {
  const problem = (text: string): readonly ConnectionProblem[] => [{ pointer: pointer === '' ? '/' : pointer, text }];
  if (typeof value === 'string' && isPlaceholder(value)) return problem('is still to be filled in');
  if ('anyOf' in node) {
    const inner = placeholdersIn(value, pointer);
    if (inner.length > 0) return inner;
    if (node.anyOf.some((branch) => checkNode(branch, value).length === 0)) return [];
    return problem(
      'x-ediloom' in node ? REFERENCE_TEXTS[node['x-ediloom']] : `must be ${node.anyOf.map(formOf).join(', or ')}`,
    );
  }
  if ('const' in node) return value === node.const ? [] : problem(`must be "${node.const}"`);
  if ('enum' in node) {
    return node.enum.some((one) => one === value) ? [] : problem(oneOfText(node.enum, value));
  }
  switch (node.type) {
    case 'object':
      return isObject(value) ? checkObject(node, value, pointer) : problem('must be an object');
    case 'array':
      if (!Array.isArray(value)) return problem('must be a list');
      if (value.length < (node.minItems ?? 0)) return problem(`must have at least ${node.minItems} entries`);
      return value.flatMap((one, index) => checkNode(node.items, one, `${pointer}/${index}`));
    case 'string':
      return checkString(node, value, problem);
    case 'boolean':
      return typeof value === 'boolean' ? [] : problem('must be true or false');
    default:
      return checkNumber(node, value, problem);
  }
}

/** `must be one of …`, and the one that was most likely meant; what was given is not told. */
export function oneOfText(known: readonly (string | number)[], given: unknown): string {
  const nearest = typeof given === 'string' ? nearestName(given, known.map(String)) : undefined;
  return `must be one of ${known.join(', ')}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** What is to be filled in, of forms that a value may have, is no reason to tell all of the forms. */
function placeholdersIn(value: unknown, pointer: string): readonly ConnectionProblem[] {
  if (typeof value === 'string') return isPlaceholder(value) ? [{ pointer, text: 'is still to be filled in' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => placeholdersIn(inner, `${pointer}/${name}`));
}

const REFERENCE_TEXTS = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is shown as it stands.
  secret: 'must be "${NAME}" of the environment or { "file": PATH }; secrets do not stand in a connection file',
  text: 'must be text or { "file": PATH }',
  bytes: 'must be { "file": PATH }',
} as const;

/** What patterns of the schema mean, where people meet them. */
const PATTERN_TEXTS: Readonly<Record<string, string>> = {
  [HOST_PATTERN]: 'must be the name or address of a host alone, without a scheme, port, user or path',
  [ID_PATTERN]: 'must be letters, digits and ._- without a blank, at most 100, and begin with a letter or digit',
  [URL_PATTERN]: 'must be a URL that begins with http:// or https://',
};

/** A form among others, in words. */
function formOf(node: SchemaNode): string {
  if ('enum' in node) return node.enum.join(', ');
  if ('properties' in node) return `an object of ${Object.keys(node.properties).join(', ')}`;
  return 'type' in node ? String(node.type) : 'another';
}

type Typed<Type> = Extract<SchemaNode, { readonly type: Type }>;
type NumberNode = Extract<SchemaNode, { readonly type: 'integer' | 'number' }>;
type Problem = (text: string) => readonly ConnectionProblem[];

function checkObject(
  { properties, required = [], additionalProperties: others }: Typed<'object'>,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): readonly ConnectionProblem[] {
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => ({ pointer: `${pointer}/${name}`, text: 'is missing' }));
  const wrong = Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const node = Object.hasOwn(properties, name) ? properties[name] : others;
    if (node === undefined || node === false) {
      const nearest = nearestName(name, Object.keys(properties));
      const meant =
        nearest === undefined ? `known are ${Object.keys(properties).join(', ')}` : `did you mean ${nearest}?`;
      return [{ pointer: at, text: `is not known here; ${meant}` }];
    }
    return inner === undefined ? [] : checkNode(node, inner, at);
  });
  return [...missing, ...wrong];
}

function checkString(node: Typed<'string'>, value: unknown, problem: Problem): readonly ConnectionProblem[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = node;
  if (typeof value !== 'string') return problem('must be text');
  if (value.length < minLength) return problem('must not be empty');
  if (value.length > maxLength) return problem(`must have at most ${maxLength} characters`);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    return problem(PATTERN_TEXTS[pattern] ?? `must be like ${pattern}`);
  }
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) return problem('must be a time as of ISO 8601');
  if (format === 'uri' && !URL.canParse(value)) return problem('must be a URL');
  return [];
}

function checkNumber(
  { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: NumberNode,
  value: unknown,
  problem: Problem,
): readonly ConnectionProblem[] {
  const fits = typeof value === 'number' && value >= minimum && value <= maximum;
  if (fits && (type === 'number' || Number.isInteger(value))) return [];
  return problem(`must be a ${type === 'integer' ? 'whole ' : ''}number from ${minimum} to ${maximum}`);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
