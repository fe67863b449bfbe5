import { below, entries, isObject, type JsonObject, member, type Problems } from '../check/problems.js';
import { isCount, isTexts } from '../check/shapes.js';

/** Both guides' `$defs`, to see through code lists, and where problems go. */
interface Comparison {
  readonly base: JsonObject;
  readonly patched: JsonObject;
  readonly problems: Problems;
}

/** Members of `x12` that say what a node is: an overlay may not change them. */
const IDENTITY = [
  'segment',
  'loop',
  'element',
  'composite',
  'type',
  'position',
  'format',
  'pattern',
  'hl',
  'mandatory',
] as const;

/** Reports every place where the patched guide accepts what its base refuses, or is no longer about the same thing. */
export function findWidening(base: JsonObject, patched: JsonObject, problems: Problems): void {
  const defs = (guide: JsonObject): JsonObject => (isObject(guide.$defs) ? guide.$defs : {});
  const comparison = { base: defs(base), patched: defs(patched), problems };
  compareIdentity(base, patched, problems);
  compareNode(base, patched, '', comparison);
  for (const [name, node] of entries(base.$defs)) {
    const at = below('/$defs', name);
    const now = member(patched.$defs, name);
    if (member(member(node, 'x12'), 'loop') !== undefined) compareNode(node, now, at, comparison);
  }
  for (const [name] of entries(patched.$defs)) {
    if (member(base.$defs, name) === undefined)
      problems.add(below('/$defs', name), 'An overlay adds nothing to $defs. Write the codes as an enum.');
  }
}

function compareIdentity(base: JsonObject, patched: JsonObject, problems: Problems): void {
  for (const name of ['$schema', 'type', 'additionalProperties'] as const) {
    if (patched[name] !== base[name]) problems.add(below('', name), `An overlay cannot change "${name}".`);
  }
  for (const name of ['id', 'standard', 'transactionSet', 'functionalId', 'version', 'implementation'] as const) {
    if (member(patched.x12, name) === member(base.x12, name)) continue;
    problems.add(below('/x12', name), `An overlay cannot change "${name}": it narrows the same guide.`);
  }
  for (const [element, most] of entries(member(base.x12, 'digits'))) {
    const now = member(member(patched.x12, 'digits'), element);
    if (isCount(most) && (!isCount(now) || now > most))
      problems.add(below('/x12', 'digits', element), `The base has at most ${most} digits: it may only fall.`);
  }
}

function compareNode(base: unknown, patched: unknown, pointer: string, comparison: Comparison): void {
  const { problems } = comparison;
  if (!isObject(base)) return;
  if (!isObject(patched)) {
    problems.add(pointer, 'This cannot be taken out or replaced.');
    return;
  }
  if (base.type === 'array' || patched.type === 'array') {
    compareRepeated(base, patched, pointer, comparison);
    return;
  }
  compareX12(base.x12, patched.x12, below(pointer, 'x12'), problems);
  if (member(base.x12, 'element') === undefined) compareParent(base, patched, pointer, comparison);
  else compareElement(base, patched, pointer, comparison);
}

function compareRepeated(base: JsonObject, patched: JsonObject, pointer: string, comparison: Comparison): void {
  const { problems } = comparison;
  if (base.type !== patched.type) {
    problems.add(pointer, 'A list stays a list and a single object stays single. Narrow a list with maxItems.');
    return;
  }
  const [was, now] = [limit(base.maxItems), limit(patched.maxItems)];
  if (now > was) problems.add(below(pointer, 'maxItems'), `The base allows ${was} at most. Lower maxItems.`);
  const [least, given] = [base.minItems ?? 0, patched.minItems ?? 0];
  if (isCount(least) && isCount(given) && given < least)
    problems.add(below(pointer, 'minItems'), `The base wants ${least} at least.`);
  compareNode(base.items, patched.items, below(pointer, 'items'), comparison);
}

function limit(value: unknown): number {
  return isCount(value) ? value : Number.POSITIVE_INFINITY;
}

function compareX12(base: unknown, patched: unknown, pointer: string, problems: Problems): void {
  for (const name of IDENTITY) {
    const was = member(base, name);
    if (was === undefined && (name === 'pattern' || name === 'format')) continue; // more to obey is narrower
    if (JSON.stringify(was) === JSON.stringify(member(patched, name))) continue;
    problems.add(below(pointer, name), `An overlay cannot change "${name}".`);
  }
  if (member(base, 'usage') === 'R' && member(patched, 'usage') !== 'R') {
    problems.add(below(pointer, 'usage'), 'The base requires this; an overlay cannot make it optional.');
  }
  keepsAll(member(base, 'syntax'), member(patched, 'syntax'), below(pointer, 'syntax'), problems);
  keepsAll(member(base, 'rules'), member(patched, 'rules'), below(pointer, 'rules'), problems);
  for (const [name] of entries(member(base, 'notUsed'))) {
    if (member(member(patched, 'notUsed'), name) === undefined) {
      problems.add(below(pointer, 'notUsed', name), 'The base does not use this; an overlay cannot bring it back.');
    }
  }
  const codes = member(member(base, 'discriminator'), 'codes');
  const given = member(member(patched, 'discriminator'), 'codes');
  if (codes === undefined) return;
  const same = member(member(base, 'discriminator'), 'element') === member(member(patched, 'discriminator'), 'element');
  if (!same || !isTexts(codes) || !isTexts(given) || given.some((code) => !codes.includes(code))) {
    problems.add(below(pointer, 'discriminator'), 'A discriminator keeps its element and may only lose codes.');
  }
}

function keepsAll(base: unknown, patched: unknown, pointer: string, problems: Problems): void {
  if (!Array.isArray(base)) return;
  const left = new Set((Array.isArray(patched) ? patched : []).map((item) => JSON.stringify(item)));
  if (base.some((item) => !left.has(JSON.stringify(item)))) {
    problems.add(pointer, 'A list in a patch replaces the whole list: repeat what the base says and add to it.');
  }
}

function compareParent(base: JsonObject, patched: JsonObject, pointer: string, comparison: Comparison): void {
  const { problems } = comparison;
  if (base.$ref !== patched.$ref) problems.add(below(pointer, '$ref'), 'An overlay cannot point elsewhere.');
  if (base.additionalProperties !== patched.additionalProperties) {
    problems.add(below(pointer, 'additionalProperties'), 'Guide JSON stays closed: additionalProperties is false.');
  }
  for (const [key, child] of entries(base.properties)) {
    const at = below(pointer, 'properties', key);
    const now = member(patched.properties, key);
    if (now !== undefined) compareNode(child, now, at, comparison);
    else if (isDemanded(child)) problems.add(at, 'The base requires this; an overlay cannot take it out.');
  }
  for (const [key] of entries(patched.properties)) {
    if (member(base.properties, key) !== undefined) continue;
    problems.add(below(pointer, 'properties', key), 'The base does not have this; an overlay adds no properties.');
  }
  const required = isTexts(patched.required) ? patched.required : [];
  for (const key of isTexts(base.required) ? base.required : []) {
    if (required.includes(key) || member(patched.properties, key) === undefined) continue;
    if (singleCode(member(patched.properties, key))) continue;
    problems.add(
      below(pointer, 'required'),
      `The base requires "${key}". A list in a patch replaces the whole list: keep it there.`,
    );
  }
}

// Encode fills in a single code, so the schema need not demand it (DECISIONS A5).
function singleCode(child: unknown): boolean {
  const codes = member(child, 'enum');
  return isTexts(codes) && codes.length === 1;
}

function isDemanded(child: unknown): boolean {
  const node = member(child, 'type') === 'array' ? member(child, 'items') : child;
  const x12 = member(node, 'x12');
  return member(x12, 'usage') === 'R' || member(x12, 'mandatory') === true;
}

function compareElement(base: JsonObject, patched: JsonObject, pointer: string, comparison: Comparison): void {
  const { problems } = comparison;
  for (const name of ['type', 'pattern'] as const) {
    if (base[name] === undefined || JSON.stringify(base[name]) === JSON.stringify(patched[name])) continue;
    problems.add(below(pointer, name), `An overlay cannot change "${name}" of its base.`);
  }
  compareLengths(base.x12, patched.x12, ['min', 'max'], below(pointer, 'x12'), problems);
  // Where an enum takes the place of lengths, these may go.
  const lengths = patched.enum === undefined ? patched : { ...base, ...patched };
  compareLengths(base, lengths, ['minLength', 'maxLength'], pointer, problems);
  const allowed = codesOf(base, comparison.base);
  if (allowed === undefined) return;
  const given = codesOf(patched, comparison.patched);
  if (given === undefined) {
    problems.add(pointer, 'The base has a code list here. Narrow it with enum; do not take it out.');
    return;
  }
  const added = given.filter((code) => !allowed.includes(code));
  if (added.length > 0)
    problems.add(below(pointer, 'enum'), `The base does not allow ${added.join(', ')}. Take that out of the list.`);
}

function compareLengths(
  base: unknown,
  patched: unknown,
  [least, most]: readonly [string, string],
  pointer: string,
  problems: Problems,
): void {
  const low = member(base, least);
  const high = member(base, most);
  const min = member(patched, least);
  const max = member(patched, most);
  if (isCount(low) && (!isCount(min) || min < low))
    problems.add(below(pointer, least), `The base has ${least} ${low}: it may only rise.`);
  if (isCount(high) && (!isCount(max) || max > high))
    problems.add(below(pointer, most), `The base has ${most} ${high}: it may only fall.`);
}

function codesOf(element: JsonObject, shared: JsonObject): readonly string[] | undefined {
  if (isTexts(element.enum)) return element.enum;
  const ref = element.$ref;
  const codes = typeof ref === 'string' ? member(member(shared, ref.replace('#/$defs/', '')), 'enum') : undefined;
  return isTexts(codes) ? codes : undefined;
}
