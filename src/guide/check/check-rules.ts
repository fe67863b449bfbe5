import { isValueFormat, VALUE_FORMATS } from '../../model/value-format.js';
import { type CheckContext, checkPattern } from './check-context.js';
import { below, entries, isObject, member, type Problems } from './problems.js';
import { isCount, isTexts } from './shapes.js';

const CODES = new Set(['I6', 'I9', 'I12', 'I13', 'I7', '2', '7', '10']);
const MEMBERS = new Set(['id', 'code', 'severity', 'when', 'then', 'note']);
/** What each `must` needs beside it. */
const THEN: Readonly<Record<string, readonly string[]>> = {
  exist: [],
  notExist: ['path'],
  beOneOf: ['path', 'values'],
  notBeOneOf: ['path', 'values'],
  match: ['path', 'pattern'],
  conform: ['path', 'format'],
  ascend: ['path'],
  occur: ['path'],
  equalSum: ['path', 'equals'],
  equal: ['path', 'to'],
  differ: ['path', 'to'],
};

/** Checks the form of situational rules; their paths are resolved, and refused if wrong, when the guide is compiled. */
export function checkRules(rules: unknown, pointer: string, context: CheckContext): void {
  if (!Array.isArray(rules)) return;
  const { problems, ruleCount } = context;
  const list: readonly unknown[] = rules;
  const ids = new Set<unknown>();
  for (const [index, rule] of list.entries()) {
    const at = below(pointer, String(index));
    if (!isObject(rule)) {
      problems.add(at, 'A rule is an object with id and then.');
      continue;
    }
    if (ruleCount.passesBound(partsOf(rule))) problems.add(at, ruleCount.problem);
    for (const name of Object.keys(rule)) {
      if (!MEMBERS.has(name))
        problems.add(below(at, name), `Remove "${name}": a rule has only ${[...MEMBERS].join(', ')}.`);
    }
    if (typeof rule.id !== 'string' || rule.id === '')
      problems.add(below(at, 'id'), 'Give the rule an id: findings name it.');
    else if (ids.has(rule.id))
      problems.add(below(at, 'id'), 'Another rule of this node has the same id. Give each its own.');
    ids.add(rule.id);
    checkWords(rule, at, problems);
    checkConditions(rule.when, below(at, 'when'), problems);
    checkThen(rule.then, below(at, 'then'), context);
  }
}

// What a rule costs: itself, each condition, each path beyond the first.
function partsOf({ when, then }: Readonly<Record<string, unknown>>): number {
  const lists: readonly unknown[] = [when, member(then, 'anyOf'), member(then, 'equals')];
  return lists.reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 1);
}

function checkWords(rule: Readonly<Record<string, unknown>>, at: string, problems: Problems): void {
  const { code, severity } = rule;
  if (code !== undefined && !(typeof code === 'string' && CODES.has(code))) {
    problems.add(below(at, 'code'), `The code of a rule is one of ${[...CODES].join(', ')}.`);
  }
  if (severity !== undefined && severity !== 'error' && severity !== 'warning' && severity !== 'notice') {
    problems.add(below(at, 'severity'), 'The severity of a rule is "error", "warning" or "notice".');
  }
}

function checkConditions(when: unknown, pointer: string, problems: Problems): void {
  if (when === undefined) return;
  if (!Array.isArray(when)) {
    problems.add(pointer, '"when" is a list of conditions.');
    return;
  }
  const list: readonly unknown[] = when;
  for (const [index, condition] of list.entries()) {
    const at = below(pointer, String(index));
    const { path, is, not, ...rest } = isObject(condition) ? condition : {};
    const right = typeof path === 'string' && (is === undefined || isTexts(is)) && (not === undefined || not === true);
    if (!right || Object.keys(rest).length > 0)
      problems.add(at, 'A condition has path, and perhaps is (a list of values) and not (true).');
  }
}

function checkThen(then: unknown, pointer: string, context: CheckContext): void {
  const { problems } = context;
  const must = member(then, 'must');
  const needed = typeof must === 'string' && Object.hasOwn(THEN, must) ? THEN[must] : undefined;
  if (needed === undefined) {
    problems.add(pointer, `"then" needs must: ${Object.keys(THEN).join(', ')}.`);
    return;
  }
  for (const name of needed) {
    if (member(then, name) === undefined) problems.add(pointer, `"${String(must)}" needs ${name}.`);
  }
  if (must === 'exist' && member(then, 'path') === undefined && member(then, 'anyOf') === undefined) {
    problems.add(pointer, '"exist" needs path or anyOf.');
  }
  for (const [name, value] of entries(then)) checkThenMember(name, value, below(pointer, name), context);
}

function checkThenMember(name: string, value: unknown, pointer: string, context: CheckContext): void {
  const { problems } = context;
  switch (name) {
    case 'must':
      return;
    case 'path':
    case 'to':
      if (typeof value !== 'string') problems.add(pointer, `"${name}" is an element path.`);
      return;
    case 'pattern':
      if (typeof value !== 'string') problems.add(pointer, '"pattern" is a regular expression.');
      checkPattern(value, pointer, context);
      return;
    case 'format':
      if (!isValueFormat(value)) problems.add(pointer, `"format" is one of ${Object.keys(VALUE_FORMATS).join(', ')}.`);
      return;
    case 'values':
    case 'anyOf':
    case 'equals':
      if (!isTexts(value)) problems.add(pointer, `"${name}" is a list of different, non-empty strings.`);
      return;
    case 'min':
    case 'max':
      if (!isCount(value)) problems.add(pointer, `"${name}" is a whole number, 0 or more.`);
      return;
    default:
      problems.add(pointer, `Remove "${name}": "then" does not have it.`);
  }
}
