import { X12Error } from '../../model/error.js';
import type { Dictionary, Guide, SectionName } from '../../model/guide.js';
import { objectMaker } from '../../model/object-maker.js';
import { finish, type Steps } from '../../model/steps.js';
import { NO_IMAGE } from '../plan/image.js';
import { loopsOf } from '../plan/loops-of.js';
import { type Matcher, nativeMatcher, Patterns } from '../plan/matcher.js';
import type { GuidePlan, LoopPlan, Slot } from '../plan/plan.js';
import { loopPlan } from '../plan/plan-shapes.js';
import { standardLookup } from '../plan/standard-lookup.js';
import { compileRules } from '../rules/compile-rules.js';
import { buildImage } from './build-image.js';
import { CompileContext } from './compile-context.js';
import { type Child, type LoopBody, LoopCompiler } from './compile-loop.js';

const SECTIONS: readonly SectionName[] = ['heading', 'detail', 'summary'];
const NO_DICTIONARIES: readonly Dictionary[] = [];
const compiled = new WeakMap<Guide, Compiled>();

interface Compiled {
  readonly isChecked: boolean;
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
 * Compiles a guide that is known to be sound, without looking for faults in it: the check is a tenth of the engine's code.
 * @throws X12Error `X12_GUIDE_INVALID` when it cannot be compiled; a fault that compiling does not meet reads or writes wrong.
 */
export function compileSound(guide: Guide, options: CompileOptions = {}): GuidePlan {
  try {
    return finish(soundInSteps(guide, options));
  } catch (cause) {
    if (cause instanceof X12Error) throw cause;
    throw new X12Error('X12_GUIDE_INVALID', 'The guide cannot be compiled. See what checkGuide says of it.', { cause });
  }
}

/** The same step by step, behind a check, if any. @param check what looks for faults first, and throws. */
export function* soundInSteps(
  guide: Guide,
  { dictionaries = NO_DICTIONARIES, matcher = nativeMatcher }: CompileOptions,
  check?: (patterns: Patterns) => Steps<void>,
): Steps<GuidePlan> {
  const known = compiled.get(guide);
  const isSeen = check === undefined || known?.isChecked === true;
  if (isSeen && known?.matcher === matcher && isSame(known.dictionaries, dictionaries)) return known.plan;
  const patterns = new Patterns(matcher);
  if (check !== undefined) yield* check(patterns);
  const plan = yield* compile(guide, dictionaries, patterns);
  compiled.set(guide, { isChecked: check !== undefined, dictionaries, matcher, plan });
  return plan;
}

/** The plan that a guide was compiled to last, with whatever dictionaries and matcher. */
export function lastPlanOf(guide: Guide): GuidePlan | undefined {
  return compiled.get(guide)?.plan;
}

// By their contents: every engine has a list of its own. Each is found by its release, so that their order says nothing.
function isSame(a: readonly Dictionary[], b: readonly Dictionary[]): boolean {
  return a.length === b.length && a.every((dictionary) => b.includes(dictionary));
}

function* compile(guide: Guide, dictionaries: readonly Dictionary[], patterns: Patterns): Steps<GuidePlan> {
  const body: LoopBody = { slots: [], brackets: [], requiredSlots: [] };
  const sections = SECTIONS.filter((name) => guide.properties[name] !== undefined);
  yield* new LoopCompiler(new CompileContext(guide, patterns)).fill(body, childrenOf(guide, sections));
  const root = rootLoop(guide, body);
  const rules = yield* compileRules(root, { narrowed: isOverlaid(guide), patterns });
  yield* buildImage(root, rules);
  return {
    id: guide.$id.replace(/^.*:/, ''),
    title: guide.title,
    guide,
    sections,
    root,
    tags: collectTags(body.slots),
    standard: standardLookup(guide.x12.standard, dictionaries, guide.$defs),
    rules,
    slots: 2 * Math.ceil(Math.max(...loopsOf(root).map((loop) => loop.slots.length)) / 2),
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
    quick: 0,
    ruleProgram: undefined,
    hlLevel: undefined,
    bracketedBy: undefined,
    notUsed: new Set(sections.flatMap((section) => Object.keys(section.x12?.notUsed ?? {}))),
    row: 0,
    image: NO_IMAGE,
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
