/** Deeper than any guide: what walks one by recursion must not exhaust the stack on a hostile one. */
export const DEEPEST_NODE = 200;

/** Whether objects and lists stand in each other more than so many levels deep; it looks no deeper than that. */
export function nestsDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  for (const inner of Object.values(value)) if (nestsDeeper(inner, most - 1)) return true;
  return false;
}
