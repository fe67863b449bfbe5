import { X12Error } from '../model/error.js';
import type { Dictionary, Guide, SectionName } from '../model/guide.js';
import { finish, type Steps } from '../model/steps.js';
import { problemSteps } from './check-guide.js';
import { CompileContext } from './compile-context.js';
import { type Child, type LoopBody, LoopCompiler, objectMaker } from './compile-loop.js';
import { type Matcher, nativeMatcher, Patterns } from './matcher.js';
import { PackedMap } from './packed-map.js';
import type { GuidePlan, LoopPlan, Slot } from './plan.js';
import { loopPlan } from './plan-shapes.js';
import { compileRules } from './rules/compile-rules.js';
import { standardLookup } from './standard-lookup.js';

const SECTIONS: readonly SectionName[] = ['heading', 'detail', 'summary'];
const NO_DICTIONARIES: readonly Dictionary[] = [];
const compiled = new WeakMap<Guide, Compiled>();

interface Compiled {
  readonly dictionaries: readonly Dictionary[];
  readonly matcher: Matcher;
  readonly plan: GuidePlan;
}

export interface CompileOptions {
  /** Base dictionaries of all releases at hand: with them a breach of the standard and one of the guide get their own codes. Default none. */
  readonly dictionaries?: readonly Dictionary[] | undefined;
  /** What tests values by the guide's patterns. Default: JavaScript's own expressions. */
  readonly matcher?: Matcher | undefined;
}

/**
 * Compiles a guide to the tables that reading and writing use. Done once for each guide object, set of dictionaries and
 * matcher: the result is cached by identity, so do not change a guide after its first use.
 * @throws X12Error `X12_GUIDE_INVALID` with `details.problems` when the guide breaks the dialect, or naming the rule whose
 *   path leads nowhere.
 */
export function compileGuide(guide: Guide, options: CompileOptions = {}): GuidePlan {
  return finish(compileInSteps(guide, options));
}

/** The plan of a guide for who looks at its structure alone: compiled with whatever dictionaries and matcher. @throws X12Error as {@link compileGuide}. */
export function planOf(guide: Guide): GuidePlan {
  return compiled.get(guide)?.plan ?? compileGuide(guide);
}

/**
 * The same for who must answer others meanwhile, and runs it step by step: one checks or compiles a segment, or a rule. An engine
 * that is made of the guide later, with the same dictionaries and matcher, has nothing left to compile.
 * @throws X12Error as {@link compileGuide}, from a step.
 */
export function* compileInSteps(
  guide: Guide,
  { dictionaries = NO_DICTIONARIES, matcher = nativeMatcher }: CompileOptions = {},
): Steps<GuidePlan> {
  const known = compiled.get(guide);
  if (known?.matcher === matcher && isSame(known.dictionaries, dictionaries)) return known.plan;
  const patterns = new Patterns(matcher);
  const problems = yield* problemSteps(guide, patterns);
  const first = problems[0];
  if (first !== undefined) {
    const text = `The guide is not valid at ${first.pointer || '/'}: ${first.text} (${problems.length} in all; see details.problems)`;
    throw new X12Error('X12_GUIDE_INVALID', text, { details: { problems } });
  }
  const plan = yield* compile(guide, dictionaries, patterns);
  compiled.set(guide, { dictionaries, matcher, plan });
  return plan;
}

// By their contents: every engine has a list of its own. Each is found by its release, so that their order says nothing.
function isSame(a: readonly Dictionary[], b: readonly Dictionary[]): boolean {
  return a.length === b.length && a.every((dictionary) => b.includes(dictionary));
}

function* compile(guide: Guide, dictionaries: readonly Dictionary[], patterns: Patterns): Steps<GuidePlan> {
  const body: LoopBody = { slots: [], byTag: new PackedMap(), brackets: [], requiredSlots: [] };
  const sections = SECTIONS.filter((name) => guide.properties[name] !== undefined);
  yield* new LoopCompiler(new CompileContext(guide, patterns)).fill(body, childrenOf(guide, sections), false);
  const root = rootLoop(guide, body);
  const rules = yield* compileRules(root, { narrowed: isOverlaid(guide), patterns });
  return {
    id: guide.$id.replace(/^.*:/, ''),
    title: guide.title,
    guide,
    sections,
    root,
    tags: collectTags(body.slots),
    standard: standardLookup(guide.x12.standard, dictionaries, guide.$defs),
    rules,
  };
}

// Overlays put their name behind the id of the guide that they narrow.
function isOverlaid(guide: Guide): boolean {
  return guide.$id.includes('+');
}

function childrenOf(guide: Guide, sections: readonly SectionName[]): Child[] {
  return sections.flatMap((section) =>
    Object.entries(guide.properties[section]?.properties ?? {}).map(([key, node]) => ({ key, node, section })),
  );
}

function rootLoop(guide: Guide, body: LoopBody): LoopPlan {
  const sections = Object.values(guide.properties);
  return loopPlan({
    ...body,
    kind: 'loop',
    loopId: '',
    key: '',
    aliases: [],
    title: guide.title,
    index: 0,
    rank: 0,
    section: undefined,
    array: false,
    min: 1,
    max: 1,
    required: true,
    mandatory: true,
    discriminator: undefined,
    trigger: undefined,
    create: objectMaker(),
    ruleProgram: undefined,
    hlLevel: undefined,
    bracketedBy: undefined,
    notUsed: new Set(sections.flatMap((section) => Object.keys(section.x12?.notUsed ?? {}))),
    rules: sections.flatMap((section) => section.x12?.rules ?? []),
  });
}

function collectTags(slots: readonly Slot[], tags = new Set<number>(), seen = new Set<readonly Slot[]>()): Set<number> {
  if (seen.has(slots)) return tags;
  seen.add(slots);
  for (const slot of slots) {
    if (slot.kind === 'segment') tags.add(slot.tagCode);
    else collectTags(slot.slots, tags, seen);
  }
  return tags;
}
