import type { RuleCondition, RuleNode } from '../../model/guide.js';
import type { Steps } from '../../model/steps.js';
import { loopsOf } from '../plan/loops-of.js';
import { nativeMatcher, Patterns, type TextTest } from '../plan/matcher.js';
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';
import type {
  CompiledCondition,
  Feed,
  FeedAction,
  FeedGroup,
  RuleProgram,
  RulesPlan,
  SegmentWork,
  Summed,
  Target,
  ValueTest,
} from '../plan/rules-plan.js';
import { PROGRAM_WORDS, STATE_WORDS } from '../plan/walk-state.js';
import { compileCheck } from './compile-check.js';
import { gateOf, loopGateOf } from './gate.js';
import { byGate, byUse } from './order-of-work.js';
import { type Anchor, resolvePath } from './resolve-path.js';
import { registerWords } from './rule-frame.js';
import { brokenRule, parseRulePath } from './rule-path.js';
import { oneOf } from './value-test.js';

/**
 * Compiles all rules of a guide to registers, filled as segments pass, and checks over them: judging needs neither decoded
 * JSON nor memory that grows with the set. It yields before each rule.
 * @param options.narrowed the guide is one that an overlay took places out of: a rule that waits for something which is
 *   not there any more rests, instead of being refused.
 * @param options.patterns the tests of the guide. Default native ones.
 * @throws X12Error `X12_GUIDE_INVALID` naming rule and path, where a path leads nowhere or a code does not fit its place.
 */
export function compileRules(
  root: LoopPlan,
  { narrowed = false, patterns = new Patterns(nativeMatcher) }: { narrowed?: boolean; patterns?: Patterns } = {},
): Steps<RulesPlan> {
  return new RulesCompiler(narrowed, patterns).compile(root);
}

/** Where a rule is being compiled: its node, the loops around it, its program. */
export interface RuleScope {
  readonly rule: RuleNode;
  readonly anchor: Anchor;
  readonly program: RuleProgram;
  readonly compiler: RulesCompiler;
}

/** How a count register counts; registers of one program with equal keys are one. */
export interface CountOptions {
  readonly key: string;
  readonly test?: ValueTest | undefined;
  readonly keepLast?: boolean;
}

export class RulesCompiler {
  readonly #programs: RuleProgram[] = [];
  /** By the loop's slots: a loop that is shared or contains itself has one program. */
  readonly #loopPrograms = new Map<LoopPlan['slots'], RuleProgram>();
  readonly #segments = new Map<SegmentPlan, SegmentWork>();
  readonly #registers = new Map<string, number>();
  readonly #summed = new Map<number, Summed[]>();
  readonly #narrowed: boolean;
  readonly #patterns: Patterns;
  #count = 0;

  constructor(narrowed: boolean, patterns: Patterns) {
    this.#narrowed = narrowed;
    this.#patterns = patterns;
  }

  *compile(root: LoopPlan): Steps<RulesPlan> {
    yield* this.#walk(root, [], new Set());
    const loops = loopsOf(root);
    this.#gateLoops(loops);
    for (const loop of loops) loop.ruleProgram = this.#loopPrograms.get(loop.slots);
    for (const program of this.#programs) program.feeds.sort(byUse);
    const feeds: Feed[] = [];
    for (const work of this.#segments.values()) {
      work.feeds.sort((left, right) => Number(right.keeps) - Number(left.keeps));
      for (const group of work.feeds) group.feeds.sort(byUse);
      for (const feed of work.feeds.flatMap((group) => group.feeds)) feed.index = feeds.push(feed) - 1;
      work.judged.sort(byGate(work.judged));
    }
    for (const feed of this.#programs.flatMap((program) => program.feeds)) feed.index = feeds.push(feed) - 1;
    return {
      count: this.#count,
      segments: this.#segments,
      programs: this.#programs,
      feeds,
      words: this.#layOut(),
      summed: this.#summed,
      bounds: this.#patterns.rules,
    };
  }

  /** Places of a path below the anchor. */
  targets(scope: RuleScope, path: string): readonly Target[] {
    const parsed = parseRulePath(path, scope.rule.id);
    const targets = resolvePath(parsed, scope.anchor);
    if (targets.length === 0) throw brokenRule(scope.rule.id, path, 'leads to nothing in this guide');
    return targets;
  }

  /** The test of a pattern of `match`. */
  pattern(text: string): TextTest {
    return this.#patterns.test(text);
  }

  /** A register that counts values at the targets. */
  count(program: RuleProgram, targets: readonly Target[], options: CountOptions): number {
    const key = `${program.index} ${options.key}`;
    const known = this.#registers.get(key);
    if (known !== undefined) return known;
    const register = program.counts++;
    this.#registers.set(key, register);
    this.feed(program, targets, () => ({
      kind: 'count',
      register,
      test: options.test,
      keepLast: options.keepLast === true,
    }));
    return register;
  }

  feed(program: RuleProgram, targets: readonly Target[], action: (target: Target) => FeedAction): void {
    for (const target of targets) {
      const own = action(target);
      const needs = own.kind === 'add' && target.plan?.required === true ? own.sum : -1;
      const feed: Feed = { index: -1, program: program.index, element: target.element, target, action: own, needs };
      if (program.ofSegment) program.feeds.push(feed);
      else this.#group(target.segment, program.index, feed.action.kind === 'keep').feeds.push(feed);
      if (program.ofSegment || !('sum' in feed.action)) continue;
      const { tagCode } = target.segment;
      const sums = this.#summed.get(tagCode) ?? [];
      if (sums.push({ program: program.index, sum: feed.action.sum }) === 1) this.#summed.set(tagCode, sums);
    }
  }

  /** Says where the registers of each program lie. @returns the word behind them. */
  #layOut(): number {
    let at = STATE_WORDS;
    for (const program of this.#programs) {
      program.at = at;
      at += PROGRAM_WORDS + registerWords(program);
    }
    return at;
  }

  *#walk(loop: LoopPlan, around: readonly LoopPlan[], seen: Set<LoopPlan['slots']>): Steps<void> {
    if (seen.has(loop.slots)) return;
    seen.add(loop.slots);
    yield* this.#rules(loop.rules, { loop, segment: undefined }, around);
    for (const slot of loop.slots) {
      if (slot.kind === 'loop') yield* this.#walk(slot, [loop, ...around], seen);
      else yield* this.#rules(rulesOf(slot), { loop, segment: slot }, [loop, ...around]);
    }
  }

  *#rules(rules: readonly RuleNode[], anchor: Anchor, around: readonly LoopPlan[]): Steps<void> {
    for (const rule of rules) {
      yield;
      this.#rule(rule, anchor, around);
    }
  }

  #rule(rule: RuleNode, anchor: Anchor, around: readonly LoopPlan[]): void {
    if (this.#narrowed && this.#rests(rule, anchor, around)) return;
    const { segment } = anchor;
    const program = segment === undefined ? this.#loopProgram(anchor.loop) : this.#program(true);
    const scope: RuleScope = { rule, anchor, program, compiler: this };
    const gate = segment && gateOf(rule, segment);
    const conditions = rule.when ?? [];
    const when = conditions
      .filter((condition) => condition !== gate?.condition)
      .map((condition) => this.#condition(condition, scope, around));
    const gated = gate?.condition && this.targets(scope, gate.condition.path)[0];
    program.rules.push({
      id: rule.id,
      note: rule.note,
      limits: rule.then.must === 'conform' ? { format: rule.then.format } : undefined,
      severity: rule.severity,
      when,
      gated,
      conditional: conditions.length > 0,
      check: compileCheck(scope),
    });
    this.#count++;
    if (segment === undefined) return;
    // A rule of a segment runs only when the element that decides about it calls for it.
    this.#work(segment).judged.push({ program, element: gate?.element ?? 0, values: gate?.values });
  }

  /** True when a condition asks for something that no data of this guide can have. */
  #rests(rule: RuleNode, anchor: Anchor, around: readonly LoopPlan[]): boolean {
    const scopes = [anchor, ...around.map((loop) => ({ loop, segment: undefined }))];
    return (rule.when ?? []).some(({ path, not }) => {
      const parsed = parseRulePath(path, rule.id);
      return not !== true && scopes.every((scope) => resolvePath(parsed, scope).length === 0);
    });
  }

  #condition(condition: RuleCondition, scope: RuleScope, around: readonly LoopPlan[]): CompiledCondition {
    const path = parseRulePath(condition.path, scope.rule.id);
    let program = scope.program;
    let targets = resolvePath(path, scope.anchor);
    if (path.steps.length > 0) {
      for (const loop of around) {
        if (targets.length > 0) break;
        targets = resolvePath(path, { loop, segment: undefined });
        if (targets.length > 0) {
          program = this.#loopProgram(loop);
          program.shared = true;
        }
      }
    }
    if (targets.length === 0) throw brokenRule(scope.rule.id, condition.path, 'leads to nothing in this guide');
    const key = `${condition.path} is ${condition.is?.join('|') ?? ''}`;
    const register = this.count(program, targets, { key, test: condition.is && oneOf(condition.is) });
    return { program: program.index, register, negate: condition.not === true };
  }

  #gateLoops(loops: Iterable<LoopPlan>): void {
    for (const loop of loops) {
      const program = this.#loopPrograms.get(loop.slots);
      if (program === undefined || program.shared || program.gate !== undefined || loop.trigger === undefined) continue;
      program.gate = loopGateOf(loop.rules, loop);
      if (program.gate !== undefined) this.#work(loop.trigger).opens.push(program);
    }
  }

  #group(segment: SegmentPlan, program: number, keeps: boolean): FeedGroup {
    const { feeds } = this.#work(segment);
    let group = feeds.find((g) => g.program === program && g.keeps === keeps);
    if (group === undefined) {
      group = { program, keeps, feeds: [] };
      feeds.push(group);
    }
    return group;
  }

  #work(segment: SegmentPlan): SegmentWork {
    let work = this.#segments.get(segment);
    if (work === undefined) {
      work = { opens: [], feeds: [], judged: [] };
      this.#segments.set(segment, work);
    }
    return work;
  }

  #loopProgram(loop: LoopPlan): RuleProgram {
    let program = this.#loopPrograms.get(loop.slots);
    if (program === undefined) {
      program = this.#program(false);
      this.#loopPrograms.set(loop.slots, program);
    }
    return program;
  }

  #program(ofSegment: boolean): RuleProgram {
    const program: RuleProgram = {
      ofSegment,
      index: this.#programs.length,
      at: 0,
      rules: [],
      counts: 0,
      sums: 0,
      texts: 0,
      feeds: [],
      shared: false,
      gate: undefined,
    };
    this.#programs.push(program);
    return program;
  }
}

function rulesOf(segment: SegmentPlan): readonly RuleNode[] {
  const elements = segment.elements.flatMap((element) =>
    element === undefined ? [] : [element, ...element.components],
  );
  return [...segment.rules, ...elements.flatMap((element) => element?.rules ?? [])];
}
