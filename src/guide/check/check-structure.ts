import type { Steps } from '../../model/steps.js';
import type { CheckContext } from './check-context.js';
import { checkElements, checkRepeated, checkRequired, hasPosition, isRequired } from './check-elements.js';
import { checkRules } from './check-rules.js';
import { checkSiblings } from './check-siblings.js';
import { below, entries, isObject, type JsonObject, member } from './problems.js';
import { checkShape, isCount, isTexts, SHAPES } from './shapes.js';

/** No set of the standard nests half as deep; a guide that does would only exhaust the stack. */
const DEEPEST_LOOP = 40;

export function* checkSection(node: unknown, pointer: string, context: CheckContext): Steps<void> {
  const { problems } = context;
  if (!checkShape(node, pointer, SHAPES.section, problems) || !isObject(node)) return;
  const x12 = member(node, 'x12');
  if (x12 !== undefined) checkShape(x12, below(pointer, 'x12'), SHAPES.sectionX12, problems);
  checkRules(member(x12, 'rules'), below(pointer, 'x12', 'rules'), context);
  yield* checkChildren(node, pointer, context, 0);
}

/** Checks a loop and all below it. */
export function* checkLoop(node: JsonObject, pointer: string, context: CheckContext, depth: number): Steps<void> {
  const { problems } = context;
  if (depth > DEEPEST_LOOP) {
    problems.add(pointer, `Loops nest deeper than ${DEEPEST_LOOP}. Flatten the guide.`);
    return;
  }
  const right = checkShape(node, pointer, SHAPES.loop, problems);
  const x12 = member(node, 'x12');
  if (isObject(x12)) {
    checkShape(x12, below(pointer, 'x12'), SHAPES.loopX12, problems);
    if (x12.hl !== undefined) checkShape(x12.hl, below(pointer, 'x12', 'hl'), SHAPES.hl, problems);
    checkRules(x12.rules, below(pointer, 'x12', 'rules'), context);
  }
  if (!right) return;
  checkTrigger(node, pointer, context);
  yield* checkChildren(node, pointer, context, depth + 1);
}

function checkTrigger(node: JsonObject, pointer: string, context: CheckContext): void {
  const [first] = entries(member(node, 'properties'));
  const trigger = first?.[1];
  if (!isObject(trigger) || member(trigger.x12, 'segment') === undefined) {
    const text = 'The first property of a loop is its trigger segment, one plain object: it begins every occurrence.';
    context.problems.add(below(pointer, 'properties'), text);
    return;
  }
  checkDiscriminator(member(node.x12, 'discriminator'), trigger, pointer, context);
  const level = member(member(node.x12, 'hl'), 'level');
  if (member(node.x12, 'hl') !== undefined && member(trigger.x12, 'segment') !== 'HL') {
    context.problems.add(below(pointer, 'x12', 'hl'), 'Only a loop that begins with HL is a level. Take hl out.');
  } else if (level !== undefined && !hasPosition(trigger, '03')) {
    context.problems.add(
      below(pointer, 'x12', 'hl', 'level'),
      'The HL segment has no element 03 that could hold the level code.',
    );
  }
}

function* checkChildren(node: JsonObject, pointer: string, context: CheckContext, depth: number): Steps<void> {
  let last = 0;
  for (const [key, child] of entries(member(node, 'properties'))) {
    const at = below(pointer, 'properties', key);
    const inner = yield* checkChild(key, child, at, context, depth);
    const position = member(member(inner, 'x12'), 'position');
    // A level inside its own kind has the position that it has outside.
    if (typeof position !== 'number' || member(member(inner, 'x12'), 'hl') !== undefined) continue;
    if (position < last) {
      context.problems.add(
        at,
        `Position ${position} stands after ${last}. Write the children in the order of their positions.`,
      );
    }
    last = Math.max(last, position);
  }
  checkRequired(node, pointer, context);
  checkSiblings(node, pointer, context);
}

/** Checks one child; returns its node, for a `$ref` the shared one. */
function* checkChild(
  key: string,
  child: unknown,
  pointer: string,
  context: CheckContext,
  depth: number,
): Steps<unknown> {
  const { problems } = context;
  if (!isObject(child)) {
    problems.add(pointer, 'This should be a segment or a loop, an object.');
    return undefined;
  }
  const repeated = child.type === 'array';
  if (repeated && !checkRepeated(child, pointer, problems)) return undefined;
  if (isCount(child.minItems) && child.minItems > 1 && !isRequired(child, context.shared)) {
    const text =
      'More than one at least is asked of what is required only. Say "usage": "R" in its x12, or lower minItems.';
    problems.add(below(pointer, 'minItems'), text);
  }
  const node = repeated ? child.items : child;
  const at = repeated ? below(pointer, 'items') : pointer;
  if (!isObject(node)) return undefined;
  if (node.$ref !== undefined) return checkReference(key, node, at, context);
  if (member(node.x12, 'loop') !== undefined) {
    checkLoopKey(key, node, at, context);
    yield* checkLoop(node, at, context, depth);
  } else if (member(node.x12, 'segment') !== undefined) {
    yield;
    checkSegment(key, node, at, context);
  } else
    problems.add(at, 'Give the node x12.segment (a segment) or x12.loop (a loop): without it its kind is unknown.');
  return node;
}

function checkReference(key: string, node: JsonObject, pointer: string, context: CheckContext): unknown {
  checkShape(node, pointer, SHAPES.reference, context.problems);
  const name = typeof node.$ref === 'string' ? /^#\/\$defs\/(.+)$/u.exec(node.$ref)?.[1] : undefined;
  const target = name === undefined ? undefined : member(context.shared, name);
  if (!isObject(target) || member(target.x12, 'loop') === undefined) {
    const text = `${String(node.$ref)} is no loop of this guide. Add it to $defs or correct the $ref.`;
    context.problems.add(below(pointer, '$ref'), text);
    return undefined;
  }
  checkLoopKey(key, target, pointer, context);
  return target;
}

function checkLoopKey(key: string, node: JsonObject, pointer: string, context: CheckContext): void {
  const [first] = entries(member(node, 'properties'));
  if (first === undefined || key === `${first[0]}_loop`) return;
  context.problems.add(pointer, `Name the loop by its first segment: "${first[0]}_loop".`);
}

function checkSegment(key: string, node: JsonObject, pointer: string, context: CheckContext): void {
  const { problems } = context;
  const right = checkShape(node, pointer, SHAPES.segment, problems);
  const x12 = member(node, 'x12');
  checkShape(x12, below(pointer, 'x12'), SHAPES.segmentX12, problems);
  checkRules(member(x12, 'rules'), below(pointer, 'x12', 'rules'), context);
  const tag = member(x12, 'segment');
  if (!/^[a-z0-9_]+_[A-Z][A-Z0-9]{1,2}$/u.test(key) || !key.endsWith(`_${String(tag)}`)) {
    problems.add(pointer, `Name the segment in snake case with its tag at the end: "…_${String(tag)}".`);
  }
  if (!right) return;
  checkElements(node, pointer, context, 'element');
  checkDiscriminator(member(x12, 'discriminator'), node, pointer, context);
}

function checkDiscriminator(value: unknown, segment: JsonObject, pointer: string, context: CheckContext): void {
  const { problems } = context;
  if (value === undefined) return;
  const at = below(pointer, 'x12', 'discriminator');
  if (!checkShape(value, at, SHAPES.discriminator, problems)) return;
  const [element = '', component] = String(member(value, 'element')).split('-');
  const node = childAt(segment, element);
  const target = component === undefined ? node : childAt(node, component);
  if (target === undefined) {
    problems.add(
      below(at, 'element'),
      'The discriminator points to no element of the segment. Write "01", or "01-01" for a component.',
    );
    return;
  }
  const allowed = codesOf(target, context);
  const strange = allowed === undefined ? [] : texts(member(value, 'codes')).filter((code) => !allowed.includes(code));
  if (strange.length > 0)
    problems.add(below(at, 'codes'), `The element does not allow ${strange.join(', ')}: such a value never arrives.`);
}

function childAt(node: unknown, position: string): unknown {
  const found = entries(member(node, 'properties')).find(([key]) => key.endsWith(`_${position}`))?.[1];
  return member(found, 'type') === 'array' ? member(found, 'items') : found;
}

function codesOf(element: unknown, context: CheckContext): readonly string[] | undefined {
  const own = member(element, 'enum');
  if (isTexts(own)) return own;
  const ref = member(element, '$ref');
  const shared =
    typeof ref === 'string' ? member(member(context.shared, ref.replace('#/$defs/', '')), 'enum') : undefined;
  return isTexts(shared) ? shared : undefined;
}

function texts(value: unknown): readonly string[] {
  return isTexts(value) ? value : [];
}
