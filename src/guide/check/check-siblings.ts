import type { CheckContext } from './check-context.js';
import { below, entries, isObject, type JsonObject, member } from './problems.js';
import { isTexts } from './shapes.js';

/** A child as matching sees it. */
interface Sibling {
  readonly key: string;
  readonly tag: string;
  readonly loop: string | undefined;
  readonly position: number;
  readonly unbounded: boolean;
  readonly required: boolean;
  readonly element: string | undefined;
  readonly codes: ReadonlySet<string> | undefined;
}

/**
 * Reports siblings that no reader could tell apart: the same tag, no discriminator that separates them, and nothing
 * between them that moves the reader on.
 */
export function checkSiblings(node: JsonObject, pointer: string, context: CheckContext): void {
  const siblings = entries(member(node, 'properties')).flatMap(([key, child]) => describe(key, child, context));
  const inLoop = member(member(node, 'x12'), 'loop') !== undefined;
  const free = inLoop ? siblings.slice(1) : siblings;
  checkLoopIds(free, pointer, context);
  const required = free.flatMap((one) => (one.required ? [one.position] : [])).sort((a, b) => a - b);
  const ofTag = new Map<string, Sibling[]>();
  for (const later of free) {
    // A guide of thousands that are alike has told enough.
    if (context.problems.isFull) return;
    const before = ofTag.get(later.tag) ?? [];
    ofTag.set(later.tag, before);
    for (const earlier of before) {
      if (toldApart(earlier, later)) continue;
      if (earlier.position !== later.position && movesOn(required, earlier, later)) continue;
      const text =
        `A reader cannot tell this from "${earlier.key}": both begin with ${later.tag}. ` +
        'Give both a discriminator with different codes on the same element, or different places.';
      context.problems.add(below(pointer, 'properties', later.key), text);
    }
    before.push(later);
  }
}

function checkLoopIds(siblings: readonly Sibling[], pointer: string, context: CheckContext): void {
  const seen = new Set<string>();
  for (const { key, loop } of siblings) {
    if (loop === undefined) continue;
    if (seen.has(loop))
      context.problems.add(
        below(pointer, 'properties', key),
        `Another loop here has the id ${loop}. Give each its own.`,
      );
    seen.add(loop);
  }
}

function describe(key: string, child: unknown, context: CheckContext): Sibling[] {
  const repeated = member(child, 'type') === 'array';
  const given = repeated ? member(child, 'items') : child;
  const ref = member(given, '$ref');
  const node = typeof ref === 'string' ? member(context.shared, ref.replace('#/$defs/', '')) : given;
  const x12 = member(node, 'x12');
  const loop = member(x12, 'loop');
  const first = entries(member(node, 'properties'))[0]?.[1];
  const tag = member(typeof loop === 'string' ? member(first, 'x12') : x12, 'segment');
  const position = member(x12, 'position');
  if (!isObject(node) || typeof tag !== 'string' || typeof position !== 'number') return [];
  const level = member(member(x12, 'hl'), 'level');
  const codes = member(member(x12, 'discriminator'), 'codes');
  const element = member(member(x12, 'discriminator'), 'element');
  return [
    {
      key,
      tag,
      loop: typeof loop === 'string' ? loop : undefined,
      position,
      unbounded: repeated && member(child, 'maxItems') === undefined,
      required: member(x12, 'usage') === 'R' || member(x12, 'mandatory') === true,
      element: typeof element === 'string' ? element : typeof level === 'string' ? '03' : undefined,
      codes: isTexts(codes) ? new Set(codes) : typeof level === 'string' ? new Set([level]) : undefined,
    },
  ];
}

function toldApart(a: Sibling, b: Sibling): boolean {
  if (a.codes === undefined || b.codes === undefined || a.element !== b.element) return false;
  for (const code of a.codes) if (b.codes.has(code)) return false;
  return true;
}

// With a limit on the earlier one, or something required between the two, order tells them apart.
function movesOn(required: readonly number[], earlier: Sibling, later: Sibling): boolean {
  if (!earlier.unbounded) return true;
  const next = required[firstAbove(required, earlier.position)];
  return next !== undefined && next < later.position;
}

/** The index of the first of ascending numbers that is larger. */
function firstAbove(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
