import { hasNestedQuantifiers } from '../guide/plan/nested-quantifiers.js';

/** Deeper than any sound guide or overlay. */
const DEEPEST = 200;
const MOST_WARNINGS = 200;

const SLOW =
  'Warning: this pattern repeats what repeats itself, and may take years on a hostile value; see guides/README.md, Patterns.';

/** What is allowed in a guide or overlay and may be a mistake, or worse: lines for people. The verdict is another thing. */
export function guideWarnings(json: unknown): readonly string[] {
  const lines: string[] = [];
  for (const { pointer, pattern } of patternsIn(json, '', 0)) {
    if (hasNestedQuantifiers(pattern)) lines.push(`${pointer}: ${SLOW}`);
    if (lines.length === MOST_WARNINGS) break;
  }
  return lines;
}

/** Those of elements and of rules alike. */
function* patternsIn(
  node: unknown,
  above: string,
  depth: number,
): Generator<{ readonly pointer: string; readonly pattern: string }> {
  if (typeof node !== 'object' || node === null || depth > DEEPEST) return;
  for (const [key, value] of Object.entries(node)) {
    const pointer = `${above}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === 'pattern' && typeof value === 'string') yield { pointer, pattern: value };
    else yield* patternsIn(value, pointer, depth + 1);
  }
}
