import { finish, type Steps } from '../../model/steps.js';
import { type Matcher, nativeMatcher, Patterns } from '../plan/matcher.js';
import { type CheckContext, RuleCount } from './check-context.js';
import { checkRequired } from './check-elements.js';
import { checkLoop, checkSection } from './check-structure.js';
import { DEEPEST_NODE, nestsDeeper } from './nests-deeper.js';
import { below, entries, type GuideProblem, isObject, type JsonObject, member, Problems } from './problems.js';
import { checkShape, SHAPES } from './shapes.js';

export type { GuideProblem } from './problems.js';

const SECTIONS = ['heading', 'detail', 'summary'];

/**
 * Checks that a JSON value is a guide of the dialect (`guides/README.md`), without any dependency.
 * @param options.matcher has to take every pattern of the guide. Default: that of JavaScript itself.
 * @returns what is wrong, at most 200 problems; empty for a sound guide. Whether the paths of its rules lead anywhere shows when it is compiled.
 */
export function checkGuide(
  json: unknown,
  { matcher = nativeMatcher }: { readonly matcher?: Matcher | undefined } = {},
): readonly GuideProblem[] {
  return findProblems(json, new Patterns(matcher));
}

/** The same for a guide whose patterns are kept, to compile it next. */
export function findProblems(json: unknown, patterns: Patterns): readonly GuideProblem[] {
  return finish(problemSteps(json, patterns));
}

/** The same, a segment a step. */
export function* problemSteps(json: unknown, patterns: Patterns): Steps<readonly GuideProblem[]> {
  const problems = new Problems();
  if (!isObject(json)) {
    problems.add('', 'A guide is a JSON object.');
    return problems.list;
  }
  if (nestsDeeper(json, DEEPEST_NODE)) {
    problems.add('', `It nests deeper than any guide (${DEEPEST_NODE} levels). Make it shallower.`);
    return problems.list;
  }
  checkShape(json, '', SHAPES.guide, problems);
  checkShape(json.x12, '/x12', SHAPES.guideX12, problems);
  checkId(json, problems);
  const shared = isObject(json.$defs) ? json.$defs : {};
  const context = { problems, shared, patterns, ruleCount: new RuleCount(patterns) };
  yield* checkSections(json, context);
  for (const [name, node] of entries(shared)) yield* checkShared(name, node, context);
  return problems.list;
}

// Documents name the guide by it; two ids of one guide would lead to two answers.
function checkId({ $id, x12 }: JsonObject, problems: Problems): void {
  const id = member(x12, 'id');
  if (id === undefined || typeof $id !== 'string' || $id.replace(/^.*:/, '') === id) return;
  problems.add('/x12/id', 'Write the end of $id, or leave it out.');
}

function* checkSections(guide: JsonObject, context: CheckContext): Steps<void> {
  const sections = entries(guide.properties);
  if (sections.length === 0) context.problems.add('/properties', 'Add a section: heading, detail or summary.');
  let last = -1;
  for (const [name, section] of sections) {
    const at = below('/properties', name);
    const place = SECTIONS.indexOf(name);
    if (place < 0) context.problems.add(at, 'The sections of a guide are heading, detail and summary.');
    else if (place < last) context.problems.add(at, 'Write the sections in the order heading, detail, summary.');
    last = Math.max(last, place);
    yield* checkSection(section, at, context);
  }
  checkRequired(guide, '', context);
}

function* checkShared(name: string, node: unknown, context: CheckContext): Steps<void> {
  const at = below('/$defs', name);
  if (isObject(node) && member(node.x12, 'loop') !== undefined) {
    yield* checkLoop(node, at, context, 0);
    return;
  }
  checkShape(node, at, SHAPES.codes, context.problems);
  const x12 = member(node, 'x12');
  if (x12 !== undefined) checkShape(x12, below(at, 'x12'), SHAPES.codesX12, context.problems);
}
