import type { CheckContext } from './check-context.js';
import { checkRules } from './check-rules.js';
import { checkSchemaSide } from './check-schema-side.js';
import { below, entries, isObject, type JsonObject, member, type Problems } from './problems.js';
import { checkShape, isCount, isTexts, SHAPES } from './shapes.js';

/** The engine keeps which elements are there as bits; no segment or composite of the standard has as many. */
const LAST_REQUIRED = { element: 60, component: 30 };

/** Checks the elements of a segment or the components of a composite: keys, order, each node, `required`, not-used ones. */
export function checkElements(
  node: JsonObject,
  pointer: string,
  context: CheckContext,
  kind: 'element' | 'component',
): void {
  const { problems } = context;
  let last = 0;
  const seen = new Set<string>();
  for (const [key, child] of entries(member(node, 'properties'))) {
    const at = below(pointer, 'properties', key);
    const position = /^[a-z0-9_]+_(\d\d)$/u.exec(key)?.[1];
    if (position === undefined || position === '00') {
      problems.add(at, `Name ${kind}s in snake case with their two-digit position at the end, such as "date_05".`);
      continue;
    }
    if (seen.has(position)) problems.add(at, `Position ${position} is taken by another ${kind}. Give each its own.`);
    else if (Number(position) < last)
      problems.add(at, `Write the ${kind}s in the order of their positions: ${position} stands too late.`);
    seen.add(position);
    last = Number(position);
    if (last > LAST_REQUIRED[kind] && isRequired(child, context.shared))
      problems.add(at, `Only up to position ${LAST_REQUIRED[kind]} can one be required.`);
    checkChild(child, at, context, kind, node);
  }
  checkNotUsed(member(member(node, 'x12'), 'notUsed'), below(pointer, 'x12', 'notUsed'), seen, problems);
  checkRequired(node, pointer, context);
}

/** Every key of `required` must be a property, and one that `x12` requires too: the engine goes by that. */
export function checkRequired(node: JsonObject, pointer: string, { problems, shared }: CheckContext): void {
  const required = member(node, 'required');
  const properties = member(node, 'properties');
  if (!isTexts(required)) return;
  for (const [index, key] of required.entries()) {
    const at = below(pointer, 'required', String(index));
    const child = member(properties, key);
    if (child === undefined) {
      problems.add(at, `"${key}" is required but is not in properties. Add it or take it out.`);
    } else if (!isRequired(child, shared)) {
      problems.add(
        at,
        `"${key}" is required here and not in its x12. Say "usage": "R" there too, or take it out here.`,
      );
    }
  }
}

/** Whether `x12` requires a node: by usage, by the standard, or, of a section, by something in it. */
export function isRequired(child: unknown, shared: JsonObject): boolean {
  const given = member(child, 'type') === 'array' ? member(child, 'items') : child;
  const ref = member(given, '$ref');
  const node = member(given, 'x12') === undefined && typeof ref === 'string' ? member(shared, nameIn(ref)) : given;
  const x12 = member(node, 'x12');
  if (member(x12, 'usage') === 'R' || member(x12, 'mandatory') === true) return true;
  const isSection = ['segment', 'loop', 'element', 'composite'].every((kind) => member(x12, kind) === undefined);
  return isSection && entries(member(node, 'properties')).some(([, inner]) => isRequired(inner, shared));
}

function nameIn(ref: string): string {
  return ref.replace('#/$defs/', '');
}

function checkNotUsed(value: unknown, pointer: string, used: ReadonlySet<string>, problems: Problems): void {
  for (const [position, node] of entries(value)) {
    const at = below(pointer, position);
    if (!/^\d\d$/u.test(position) || position === '00')
      problems.add(at, 'Name not-used elements by their two-digit position, such as "08".');
    if (used.has(position))
      problems.add(at, `Position ${position} is both used and not used. Take it out of one of the two.`);
    checkShape(node, at, SHAPES.notUsed, problems);
  }
}

function checkChild(child: unknown, pointer: string, context: CheckContext, kind: string, parent: JsonObject): void {
  if (!isObject(child)) {
    context.problems.add(pointer, `This should be an ${kind}, an object.`);
    return;
  }
  if (child.type === 'array') {
    if (kind === 'component') context.problems.add(pointer, 'A component cannot repeat. Make it a plain element.');
    if (!checkRepeated(child, pointer, context.problems)) return;
    checkNode(child.items, below(pointer, 'items'), context, kind, parent);
  } else checkNode(child, pointer, context, kind, parent);
}

/** Checks the array around a node that may repeat. */
export function checkRepeated(node: JsonObject, pointer: string, problems: Problems): boolean {
  if (!checkShape(node, pointer, SHAPES.repeated, problems)) return false;
  const { minItems, maxItems } = node;
  if (isCount(maxItems) && maxItems < Math.max(1, isCount(minItems) ? minItems : 0)) {
    problems.add(
      below(pointer, 'maxItems'),
      'maxItems is below 1 or below minItems. Raise it, or leave it out for no limit.',
    );
  }
  return true;
}

function checkNode(node: unknown, pointer: string, context: CheckContext, kind: string, parent: JsonObject): void {
  if (member(member(node, 'x12'), 'composite') === undefined) checkElement(node, pointer, context, parent);
  else if (kind === 'component') context.problems.add(pointer, 'A composite cannot stand inside a composite.');
  else checkComposite(node, pointer, context);
}

function checkComposite(node: unknown, pointer: string, context: CheckContext): void {
  const right = checkShape(node, pointer, SHAPES.composite, context.problems);
  if (!isObject(node)) return;
  checkShape(member(node, 'x12'), below(pointer, 'x12'), SHAPES.compositeX12, context.problems);
  checkRules(member(member(node, 'x12'), 'rules'), below(pointer, 'x12', 'rules'), context);
  if (right) checkElements(node, pointer, context, 'component');
}

function checkElement(node: unknown, pointer: string, context: CheckContext, parent: JsonObject): void {
  const { problems } = context;
  checkShape(node, pointer, SHAPES.element, problems);
  if (!isObject(node)) return;
  const x12 = node.x12;
  if (!checkShape(x12, below(pointer, 'x12'), SHAPES.elementX12, problems)) return;
  checkRules(member(x12, 'rules'), below(pointer, 'x12', 'rules'), context);
  checkSchemaSide(node, pointer, context);
  checkCodes(node, pointer, context);
  const format = member(x12, 'format');
  if (typeof format === 'string' && !hasPosition(parent, format)) {
    problems.add(
      below(pointer, 'x12', 'format'),
      `There is no element at position ${format}. Point to the sibling that names the format.`,
    );
  }
}

/** True when a segment or composite has a used element at the position. */
export function hasPosition(node: JsonObject, position: string): boolean {
  return entries(member(node, 'properties')).some(([key]) => key.endsWith(`_${position}`));
}

function checkCodes(node: JsonObject, pointer: string, context: CheckContext): void {
  if (member(node.x12, 'codeSet') === 'dictionary') {
    const text = 'A guide holds its codes itself. Give an enum, or a $ref to a code list in $defs, and take this out.';
    context.problems.add(below(pointer, 'x12', 'codeSet'), text);
  }
  const ref = node.$ref;
  if (typeof ref !== 'string') return;
  if (node.enum !== undefined) context.problems.add(below(pointer, '$ref'), 'Use enum or $ref, not both.');
  const name = /^#\/\$defs\/(.+)$/u.exec(ref)?.[1];
  const target = name === undefined ? undefined : member(context.shared, name);
  if (!isTexts(member(target, 'enum'))) {
    context.problems.add(
      below(pointer, '$ref'),
      `${ref} is no code list of this guide. Add it to $defs or correct the $ref.`,
    );
  }
}
