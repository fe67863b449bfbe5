import { buildImage } from '../../../src/guide/compile/build-image.js';
import { NO_IMAGE } from '../../../src/guide/plan/image.js';
import { type ElementPlan, Kind, type LoopPlan, type SegmentPlan, type Slot } from '../../../src/guide/plan/plan.js';
import type { RulesPlan } from '../../../src/guide/plan/rules-plan.js';
import { compileRules } from '../../../src/guide/rules/compile-rules.js';
import type { RulePlace } from '../../../src/guide/rules/rule-place.js';
import { type RuleExtras, RuleRunner } from '../../../src/guide/rules/rule-runner.js';
import type { RuleNode } from '../../../src/model/guide.js';
import { tagCode } from '../../../src/model/segments.js';
import { finish } from '../../../src/model/steps.js';
import { textSource } from './text-source.js';

// Plans made by hand, with what rules look at and nothing more.

const slot = {
  aliases: [],
  index: 0,
  rank: 0,
  section: undefined,
  array: true,
  min: 0,
  max: 99,
  mandatory: false,
  discriminator: undefined,
  row: 0,
  image: NO_IMAGE,
};

export interface SegmentOptions {
  readonly rules?: readonly RuleNode[];
  readonly required?: boolean;
  /** By position from 1: `AN`, `R`, `N2`, `AN*` (repeating) or the number of components of a composite. */
  readonly elements?: readonly (string | number)[];
  readonly elementRules?: Readonly<Record<number, readonly RuleNode[]>>;
}

export function segment(tag: string, options: SegmentOptions = {}): SegmentPlan {
  const types = options.elements ?? Array.from({ length: 9 }, () => 'AN');
  return {
    ...slot,
    kind: 'segment',
    key: tag.toLowerCase(),
    title: tag,
    tag,
    tagCode: tagCode(tag),
    required: options.required === true,
    elements: [
      undefined,
      ...types.map((type, index) => element(type, index + 1, options.elementRules?.[index + 1] ?? [])),
    ],
    create: Object as unknown as SegmentPlan['create'],
    requiredLow: 0,
    requiredHigh: 0,
    syntax: [],
    rules: options.rules ?? [],
  };
}

function element(type: string | number, position: number, rules: readonly RuleNode[]): ElementPlan {
  const components =
    typeof type === 'number' ? [undefined, ...Array.from({ length: type }, (_, i) => element('AN', i + 1, []))] : [];
  const integer = typeof type === 'string' && type.startsWith('N');
  let kind: Kind = Kind.text;
  if (typeof type === 'number') kind = Kind.composite;
  else if (integer) kind = Kind.integer;
  else if (type === 'R') kind = Kind.decimal;
  return {
    position,
    key: `element_${position}`,
    aliases: [],
    title: '',
    number: `${100 + position}`,
    kind,
    type: kind === Kind.composite ? 'composite' : 'AN',
    scale: integer ? Number(type.slice(1)) : 0,
    min: 1,
    max: 99,
    digits: Number.POSITIVE_INFINITY,
    repeat: 1,
    repeatMin: 0,
    array: type === 'AN*',
    required: false,
    mandatory: false,
    notUsed: false,
    codes: undefined,
    single: undefined,
    pattern: undefined,
    listed: undefined,
    format: 0,
    components,
    requiredComponents: 0,
    formatComponent: 0,
    syntax: [],
    rules,
    row: 0,
  };
}

export function loop(loopId: string, slots: Slot[], rules: readonly RuleNode[] = []): LoopPlan {
  const first = slots[0];
  return {
    ...slot,
    kind: 'loop',
    key: loopId,
    title: loopId,
    required: false,
    loopId,
    slots,
    trigger: loopId === '' || first?.kind !== 'segment' ? undefined : first,
    hlLevel: undefined,
    quick: 0,
    ruleProgram: undefined,
    bracketedBy: undefined,
    create: Object as unknown as LoopPlan['create'],
    brackets: [],
    notUsed: new Set(),
    requiredSlots: [],
    rules,
  };
}

/** `open`, `close` or a segment with its elements, `EB*1**30`. */
export type Step = readonly ['open', LoopPlan] | readonly ['close', LoopPlan] | readonly [SegmentPlan, string];

export interface Broken {
  readonly reason: string;
  readonly where: RulePlace;
  readonly extras: RuleExtras;
}

/** The rules of a plan, laid out in its image. */
export function rulesOf(root: LoopPlan): RulesPlan {
  const rules = finish(compileRules(root));
  finish(buildImage(root, rules));
  return rules;
}

/** Runs one set; the root is opened and closed around the steps. Segments count from 1, each ten bytes long. */
export function run(root: LoopPlan, steps: readonly Step[]): Broken[] {
  const broken: Broken[] = [];
  const plan = rulesOf(root);
  const runner = new RuleRunner(plan, (reason, where, extras) => broken.push({ reason, where, extras }));
  let depth = 0;
  let ordinal = 1;
  runner.openLoop(root, 0, 1, 0);
  for (const [what, about] of steps) {
    if (what === 'open')
      runner.openLoop(about as LoopPlan, ++depth, ordinal, ordinal * 10); // the tuple says so
    else if (what === 'close')
      runner.closeLoop(about as LoopPlan, depth--, ordinal, ordinal * 10); // the tuple says so
    else {
      const source = textSource(about as string); // the tuple says so
      if (plan.segments.has(what)) runner.segment(what, depth, source, ordinal, ordinal * 10);
      ordinal++;
    }
  }
  runner.closeLoop(root, 0, ordinal, ordinal * 10);
  return broken;
}
