import type { ElementType } from '../../model/guide.js';
import { LONGEST_WITH_PATTERN } from '../plan/matcher.js';
import { isNumeric, isText, jsonPattern } from '../values/json-form.js';
import { type CheckContext, checkPattern } from './check-context.js';
import { below, type JsonObject, member, type Problems } from './problems.js';
import { isCount } from './shapes.js';

// A guide says most things twice: to JSON Schema, and in `x12` to the engine. Where the two differ, one of them would be a promise
// that nobody keeps; so they have to agree (guides/README.md, "What counts").

/** Checks that the JSON Schema keywords of an element say what its `x12` says. */
export function checkSchemaSide(node: JsonObject, pointer: string, context: CheckContext): void {
  // The shape of x12 has been checked: its type is one of these.
  const type = member(node.x12, 'type') as ElementType;
  checkJsonType(node, pointer, type, context.problems);
  checkLengths(node, pointer, type, context.problems);
  checkPatterns(node, pointer, type, context);
  if (isText(type)) return;
  const advice = isNumeric(type) ? 'List its values in x12.pattern: "^(1|2)$".' : 'Take it out.';
  for (const name of ['enum', '$ref'] as const) {
    if (node[name] !== undefined)
      context.problems.add(below(pointer, name), `Codes are for the types AN and ID. ${advice}`);
  }
}

function checkJsonType(node: JsonObject, pointer: string, type: ElementType, problems: Problems): void {
  const given = node.type === undefined && typeof node.$ref === 'string' ? 'string' : node.type;
  const number = isNumeric(type);
  const right = number
    ? Array.isArray(given) && given.length === 2 && given.includes('number') && given.includes('string')
    : given === (type === 'B' ? 'object' : 'string');
  if (right) return;
  const advice = number ? '["number","string"]' : type === 'B' ? '"object"' : '"string"';
  problems.add(below(pointer, 'type'), `An element of X12 type ${type} has the JSON type ${advice}.`);
}

function checkLengths(node: JsonObject, pointer: string, type: ElementType, problems: Problems): void {
  const { min, max } = { min: member(node.x12, 'min'), max: member(node.x12, 'max') };
  if (isCount(min) && isCount(max) && (max < 1 || min > max)) {
    problems.add(below(pointer, 'x12', 'max'), 'max is below 1 or below min. Give the lengths of the data element.');
  }
  for (const [name, own, value] of [
    ['minLength', 'min', min],
    ['maxLength', 'max', max],
  ] as const) {
    const given = node[name];
    if (given === undefined || (isText(type) && given === value)) continue;
    const advice = isText(type)
      ? `${name} and x12.${own} say different lengths. Give both the same.`
      : `The JSON of type ${type} has another length than its X12 text. Take ${name} out; x12.${own} counts.`;
    problems.add(below(pointer, name), advice);
  }
}

function checkPatterns(node: JsonObject, pointer: string, type: ElementType, context: CheckContext): void {
  const own = member(node.x12, 'pattern');
  const at = below(pointer, 'x12', 'pattern');
  checkPattern(own, at, context);
  if (own !== undefined && type === 'B') context.problems.add(at, 'Binary data has no pattern. Take it out.');
  const max = member(node.x12, 'max');
  if (own !== undefined && isCount(max) && max > LONGEST_WITH_PATTERN) {
    context.problems.add(at, `A pattern is for elements of up to ${LONGEST_WITH_PATTERN} characters. Lower x12.max.`);
  }
  const { pattern } = node;
  if (pattern === undefined) return;
  if (!isText(type)) {
    if (type !== 'B' && pattern === jsonPattern(type)) return;
    const advice = `The pattern of type ${type} is that of its JSON, and always the same. One over the X12 text goes into x12.pattern.`;
    context.problems.add(below(pointer, 'pattern'), advice);
  } else if (pattern !== own) {
    if (own === undefined) checkPattern(pattern, below(pointer, 'pattern'), context);
    context.problems.add(below(pointer, 'pattern'), 'Say the same in x12.pattern: that is what the engine goes by.');
  }
}
