import { entries, isObject, type JsonObject, member } from '../check/problems.js';
import { isCount, isTexts } from '../check/shapes.js';

/**
 * Brings the two sides of a patched node in step, so that an author need say a thing only once: `required` and
 * `x12.usage`, `pattern` and `x12.pattern`, string lengths and `x12.min`/`x12.max`; and a removed child becomes one that is not used.
 */
export function settle(base: unknown, patched: unknown): unknown {
  if (!isObject(patched) || !isObject(base)) return patched;
  return member(patched.x12, 'element') === undefined ? settleParent(base, patched) : settleElement(patched);
}

function settleParent(base: JsonObject, patched: JsonObject): JsonObject {
  const items = patched.items === undefined ? {} : { items: settle(base.items, patched.items) };
  if (!isObject(patched.properties) || !isObject(base.properties)) return { ...patched, ...items };
  const was = isTexts(base.required) ? base.required : [];
  const now = isTexts(patched.required) ? patched.required : [];
  const required = [...now];
  const children = Object.entries(patched.properties).map(([key, child]) => {
    const before = member(base.properties, key);
    const settled = settle(before, child);
    if (now.includes(key) && !was.includes(key)) return [key, demanded(settled)];
    if (!now.includes(key) && usage(settled) === 'R' && usage(before) !== 'R' && !singleCode(settled))
      required.push(key);
    return [key, settled];
  });
  const x12 = withRemoved(base, patched);
  return {
    ...patched,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(children),
    ...(x12 === undefined ? {} : { x12 }),
  };
}

function usage(child: unknown): unknown {
  return member(member(inner(child), 'x12'), 'usage');
}

function singleCode(child: unknown): boolean {
  const codes = member(child, 'enum');
  return isTexts(codes) && codes.length === 1;
}

function inner(child: unknown): unknown {
  return member(child, 'type') === 'array' ? member(child, 'items') : child;
}

function demanded(child: unknown): unknown {
  if (!isObject(child)) return child;
  if (child.type === 'array') return { ...child, items: demanded(child.items) };
  return isObject(child.x12) ? { ...child, x12: { ...child.x12, usage: 'R' } } : child;
}

// Of other types the JSON is another text than that of X12: what JSON Schema says of it has no counterpart in `x12`.
function settleElement(patched: JsonObject): JsonObject {
  const node = settleCodes(patched);
  const type = member(node.x12, 'type');
  return type === 'AN' || type === 'ID' ? settlePattern(settleLengths(node)) : node;
}

// A list of its own takes the place of the shared one.
function settleCodes({ $ref, ...node }: JsonObject): JsonObject {
  return $ref === undefined || node.enum !== undefined ? node : { $ref, ...node };
}

function settlePattern(node: JsonObject): JsonObject {
  const { pattern } = node;
  const own = member(node.x12, 'pattern');
  if (pattern !== undefined && own !== undefined) return node;
  if (pattern === undefined) return own === undefined ? node : { ...node, pattern: own };
  return { ...node, x12: { ...(isObject(node.x12) ? node.x12 : {}), pattern } };
}

function settleLengths(node: JsonObject): JsonObject {
  const { minLength, maxLength } = node;
  if (!isObject(node.x12) || (!isCount(minLength) && !isCount(maxLength))) return node;
  const min = Math.max(isCount(minLength) ? minLength : 0, isCount(node.x12.min) ? node.x12.min : 0);
  const max = Math.min(
    isCount(maxLength) ? maxLength : Number.POSITIVE_INFINITY,
    isCount(node.x12.max) ? node.x12.max : Number.POSITIVE_INFINITY,
  );
  return { ...node, minLength: min, maxLength: max, x12: { ...node.x12, min, max } };
}

// An element or segment that the overlay removes is known and forbidden (I10, I4), not unknown.
function withRemoved(base: JsonObject, patched: JsonObject): unknown {
  const removed = entries(base.properties).filter(([key]) => member(patched.properties, key) === undefined);
  if (removed.length === 0) return undefined;
  const x12 = isObject(patched.x12) ? patched.x12 : {};
  const tags = new Set(entries(patched.properties).map(([, child]) => member(member(inner(child), 'x12'), 'segment')));
  const notUsed = removed.flatMap(([key, child]) => {
    const own = member(inner(child), 'x12');
    const tag = member(own, 'segment');
    if (typeof tag === 'string') return tags.has(tag) ? [] : [[tag, { position: member(own, 'position') }]];
    const position = /_(\d\d)$/u.exec(key)?.[1];
    return position === undefined ? [] : [[position, unusedElement(inner(child), own)]];
  });
  if (notUsed.length === 0) return undefined;
  return { ...x12, notUsed: { ...(isObject(x12.notUsed) ? x12.notUsed : {}), ...Object.fromEntries(notUsed) } };
}

function unusedElement(node: unknown, x12: unknown): JsonObject {
  const facts = { ...(isObject(x12) ? x12 : {}), name: member(node, 'title') };
  const kept = ['element', 'composite', 'name', 'type', 'min', 'max'] as const;
  return Object.fromEntries(
    kept.flatMap((key) => (member(facts, key) === undefined ? [] : [[key, member(facts, key)]])),
  );
}
