import { requireForm } from '../../model/check-options.js';
import { X12Error } from '../../model/error.js';
import type { Guide } from '../../model/guide.js';
import { RuleCount } from '../check/check-context.js';
import { findProblems, type GuideProblem } from '../check/check-guide.js';
import { checkRules } from '../check/check-rules.js';
import { below, entries, isObject, type JsonObject, Problems } from '../check/problems.js';
import { compileGuide } from '../compile/compile.js';
import { withBase } from '../describe/base-of.js';
import { type Matcher, nativeMatcher, Patterns } from '../plan/matcher.js';
import { attachRules, type PlacedRule } from './attach-rules.js';
import { mergePatch } from './merge-patch.js';
import { placedIn } from './placed-in.js';
import { settle } from './settle.js';
import { findWidening } from './widening.js';

/** A companion guide or a partner's requirements: a narrower form of a guide. */
export interface Overlay<Name extends string = string> {
  /** A short name: `cms-hets`. The result's id is `<base>+<name>`. */
  readonly overlay: Name;
  /** Id of the guide that it narrows: `270-005010X279A1`. */
  readonly base: string;
  readonly description?: string;
  readonly confidence?: 'high' | 'medium' | 'low';
  readonly notes?: readonly string[];
  /**
   * RFC 7386 merge patch on the guide: `null` takes a child out (it is then known and not used), a list replaces a list.
   * To narrow one use of a shared code list, give the element its own `enum`.
   */
  readonly patch?: Readonly<Record<string, unknown>>;
  readonly rules?: readonly PlacedRule[];
}

type OverlaidId<Id extends string, Name extends string> = string extends Id ? string : `${Id}+${Name}`;

const MEMBERS = new Set(['overlay', 'base', 'description', 'confidence', 'notes', 'patch', 'rules']);

/**
 * The base guide narrowed by the overlay; its JSON has the types of the base. `required` and `x12.usage`, and string lengths and `x12` lengths, are brought
 * in step: saying one is enough.
 * @param options.matcher has to take every pattern of the result. Default: that of JavaScript itself.
 * @throws X12Error `X12_GUIDE_INVALID` with `details.problems` when the overlay is of another form or another base, names
 *   a place that the guide does not have, or accepts anything that the base refuses.
 */
export function applyOverlay<Id extends string, Data, Loops, const Name extends string>(
  base: Guide<Id, Data, Loops>,
  overlay: Overlay<Name>,
  { matcher = nativeMatcher }: { readonly matcher?: Matcher | undefined } = {},
): Guide<OverlaidId<Id, Name>, Data, Loops> {
  requireForm('applyOverlay', 'base', base, 'object');
  requireForm('applyOverlay', 'base.$id', base.$id, 'text');
  const problems = new Problems();
  const patterns = new Patterns(matcher);
  checkOverlay(base, overlay, problems);
  refuse(problems.list, 'overlay');
  refuse(problemsOfRules(overlay.rules ?? [], patterns), 'overlay');
  const merged = mergePatch(base, overlay.patch ?? {});
  // Guides are JSON objects: the comparison reads them member by member.
  findWidening(base as unknown as JsonObject, isObject(merged) ? merged : {}, problems);
  const inOverlay = (found: readonly GuideProblem[]): readonly GuideProblem[] =>
    found.map(({ pointer, text }) => ({ pointer: placedIn(overlay.patch, pointer), text }));
  refuse(inOverlay(problems.list), 'overlay');
  const settled = settleGuide(base, merged);
  const $id = `${base.$id}+${overlay.overlay}`;
  const guide: unknown = { ...settled, $id, x12: mergeX12(settled.x12, overlay, $id.replace(/^.*:/, '')) };
  refuse(inOverlay(findProblems(guide, patterns)), 'guide');
  const { guide: result, missing } = attachRules(guide as Guide, overlay.rules ?? []); // checked on the line before
  for (const at of missing)
    problems.add('/rules', `The guide has no place ${at}. Write loop ids, a tag and an element: 2110C/EB/03.`);
  refuse(problems.list, 'overlay');
  refuse(findProblems(result, patterns), 'guide');
  // What the overlay takes out lets rules of the base rest; its own rules have to lead somewhere in the base.
  if (overlay.rules !== undefined) compileGuide(attachRules(base, overlay.rules).guide, { matcher });
  // What it accepts, its base accepts as well: the types of the base hold. The id was given above.
  return withBase(result, base) as Guide<OverlaidId<Id, Name>, Data, Loops>;
}

function checkOverlay(base: Guide, overlay: unknown, problems: Problems): void {
  if (!isObject(overlay)) {
    problems.add('', 'An overlay is a JSON object with overlay, base, patch and rules.');
    return;
  }
  for (const name of Object.keys(overlay)) {
    if (!MEMBERS.has(name))
      problems.add(below('', name), `Remove "${name}": an overlay has only ${[...MEMBERS].join(', ')}.`);
  }
  if (typeof overlay.overlay !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/u.test(overlay.overlay)) {
    problems.add('/overlay', 'Give the overlay a short name of letters, digits, dots and hyphens.');
  }
  const id = base.$id.replace(/^.*:/u, '');
  if (overlay.base !== id)
    problems.add('/base', `This overlay is for another guide than ${id}. Apply it to the guide that its base names.`);
  if (overlay.patch !== undefined && !isObject(overlay.patch)) problems.add('/patch', 'The patch is a JSON object.');
  if (overlay.rules !== undefined && !isRules(overlay.rules)) {
    problems.add('/rules', 'The rules are a list of { at, rule }.');
  }
}

function isRules(rules: unknown): boolean {
  if (!Array.isArray(rules)) return false;
  const list: readonly unknown[] = rules;
  return list.every((placed) => isObject(placed) && typeof placed.at === 'string' && isObject(placed.rule));
}

/** Rules are checked where their author wrote them, before each goes to its places. */
function problemsOfRules(rules: readonly PlacedRule[], patterns: Patterns): readonly GuideProblem[] {
  const ruleCount = new RuleCount(patterns);
  return rules.flatMap(({ rule }, index) => {
    const problems = new Problems();
    checkRules([rule], '', { problems, shared: {}, patterns, ruleCount });
    return problems.list.map(({ pointer, text }) => ({ pointer: pointer.replace('/0', `/rules/${index}/rule`), text }));
  });
}

// The root and each shared loop are settled like any node with children.
function settleGuide(base: Guide, merged: unknown): JsonObject {
  const guide = settle(base, merged);
  if (!isObject(guide)) return {};
  if (!isObject(guide.$defs)) return guide;
  const shared = entries(guide.$defs).map(([name, node]) => [name, settle(base.$defs?.[name], node)]);
  return { ...guide, $defs: Object.fromEntries(shared) };
}

function mergeX12(x12: unknown, overlay: Overlay, id: string): unknown {
  if (!isObject(x12)) return x12;
  const notes = [...(Array.isArray(x12.notes) ? x12.notes : []), ...(overlay.notes ?? [])];
  return {
    ...x12,
    id,
    ...(overlay.confidence === undefined ? {} : { confidence: overlay.confidence }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function refuse(problems: readonly GuideProblem[], part: string): void {
  const [first] = problems;
  if (first === undefined) return;
  const text = `The overlay is refused at ${first.pointer || '/'} of the ${part}: ${first.text} (${problems.length} in all; see details.problems)`;
  throw new X12Error('X12_GUIDE_INVALID', text, { details: { problems } });
}
