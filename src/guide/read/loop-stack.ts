import { X12Error } from '../../model/error.js';
import type { BusinessUnit } from '../../model/finding.js';
import { DEFAULT_LIMITS } from '../../model/limits.js';
import type { GuidePlan, LoopPlan, Slot } from '../plan/plan.js';
import { STATE_DEPTHS, STATE_FRAMES, STATE_STRIDE, STATE_TOP, type WalkState, walkState } from '../plan/walk-state.js';
import type { RuleRunner } from '../rules/rule-runner.js';
import { judgeBrackets } from './brackets.js';
import { Frame } from './frame.js';
import { assumeLoop } from './hierarchy.js';
import { type HlLevels, levelAbove } from './hl-levels.js';
import type { JsonTree } from './json-tree.js';
import type { MissingLoops } from './missing-levels.js';
import { AwaitedSegments, isAstray, missingAt, missingIn } from './missing-slots.js';
import type { OpenLoops } from './short-walk.js';
import { type TransactionReaderOptions, takeOccurrence } from './transaction-read.js';
import type { WalkReport } from './walk-report.js';

export interface LoopStackParts {
  /** Of `stateOf`. */
  readonly state: WalkState;
  readonly report: WalkReport;
  readonly levels: HlLevels;
  readonly tree: JsonTree;
  readonly runner: RuleRunner | undefined;
  readonly options: TransactionReaderOptions;
}

/** The open loops of a set: how they open and close, and what there is to say of one as it closes. */
export class LoopStack implements OpenLoops {
  readonly frames: Frame[] = [];
  readonly #state: WalkState;
  readonly #slots: number;
  /** Open loops that seem to miss their trigger. */
  headless = 0;
  readonly awaited = new AwaitedSegments();
  readonly #report: WalkReport;
  readonly #levels: HlLevels;
  readonly #tree: JsonTree;
  readonly #runner: RuleRunner | undefined;
  readonly #options: TransactionReaderOptions;
  readonly #decode: boolean;

  constructor({ root, slots }: GuidePlan, { state, report, levels, tree, runner, options }: LoopStackParts) {
    this.#state = state;
    this.#slots = slots;
    this.at(0, root);
    this.#report = report;
    this.#levels = levels;
    this.#tree = tree;
    this.#runner = runner;
    this.#options = options;
    this.#decode = options.decode ?? true;
  }

  get top(): number {
    return this.#state.words[STATE_TOP] ?? 0;
  }

  set top(depth: number) {
    this.#state.words[STATE_TOP] = depth;
  }

  at(depth: number, loop: LoopPlan): Frame {
    const known = this.frames[depth];
    if (known !== undefined) return known;
    const { words } = this.#state;
    const stride = words[STATE_STRIDE] ?? 0;
    // What is nested deeper than guides are has numbers of its own.
    const frame =
      depth < (words[STATE_DEPTHS] ?? 0)
        ? new Frame(loop, this.#state, (words[STATE_FRAMES] ?? 0) + depth * stride, this.#slots)
        : new Frame(loop, walkState(stride), 0, this.#slots);
    this.frames[depth] = frame;
    return frame;
  }

  /** Begins a set. */
  begin(root: LoopPlan): void {
    this.headless = 0;
    this.awaited.forget();
    this.top = 0;
    this.frame(0).open(root, 0, 1, 0);
    this.#tree.begin(this.frame(0));
    this.openRules(root);
  }

  /** Ends the set: all loops close, the outermost, too. */
  end(): void {
    this.closeTo(0);
    this.#close(this.frame(0), 0);
  }

  forget(): void {
    for (const frame of this.frames) frame.forget();
    this.#tree.begin(this.frame(0));
    this.awaited.forget();
  }

  frame(depth: number): Frame {
    const frame = this.frames[depth];
    if (frame === undefined) throw new RangeError(`no open loop at depth ${depth}`);
    return frame;
  }

  /** The business unit of the innermost loop that has one. */
  unit(): BusinessUnit | undefined {
    for (let depth = this.top; depth >= 0; depth--) {
      const { unit } = this.frame(depth);
      if (unit !== undefined) return unit;
    }
    return undefined;
  }

  /** Opens an occurrence of a loop, the `count`th, inside of the innermost; its rules and its JSON are another matter. */
  push(loop: LoopPlan, count: number): Frame {
    const limit = this.#options.depth ?? DEFAULT_LIMITS.depth;
    if (this.top >= limit) {
      const text = `More than ${limit} loops are nested. Raise limits.depth if this is meant.`;
      throw new X12Error('X12_LIMIT_EXCEEDED', text, { details: { limit: 'depth', value: limit } });
    }
    this.top++;
    this.#report.loopId = loop.loopId;
    const frame = this.at(this.top, loop);
    frame.open(loop, count - 1, this.#report.ordinal, this.#report.offset);
    return frame;
  }

  /** Hangs the JSON of a loop that has opened below that of its parent; one that is streamed stands alone. */
  hang(frame: Frame, parent: Frame, count: number): void {
    if (!this.#decode) return;
    if (frame.loop.loopId === this.#options.streamLoop) frame.object = new frame.loop.create();
    else this.#tree.open(parent, frame, count);
  }

  openRules(loop: LoopPlan): void {
    if (loop.ruleProgram === undefined) return;
    this.#runner?.openLoop(loop, this.top, this.#report.ordinal, this.#report.offset);
  }

  /**
   * Opens loops whose triggers are missing. Each level of HL is one finding, at the segment that shows it; what else its loop would have to hold
   * goes without saying.
   */
  openMissing({ depth, loops }: MissingLoops, id: string): void {
    this.closeTo(depth);
    this.#tree.settle();
    const { ordinal, offset } = this.#report;
    for (const loop of loops) {
      const parent = this.frame(this.top);
      const above = levelAbove(this.frames, this.top);
      const count = parent.fill(loop, ordinal, offset);
      if (loop.hlLevel !== undefined) {
        this.#levels.skip();
        const at = { segment: ordinal, segmentOffset: offset, loopId: loop.loopId };
        this.#options.onFinding(missingAt(loop, at, this.#report));
      }
      const frame = this.push(loop, count);
      this.hang(frame, parent, count);
      assumeLoop(frame, above, id);
    }
  }

  /**
   * Closes the loops inside frame `depth`.
   * @param goesOn something comes behind the outermost of them in which a segment that it lacks may yet come.
   */
  closeTo(depth: number, goesOn = false): void {
    if (this.top > depth) this.endAwaited();
    while (this.top > depth) {
      this.#close(this.frame(this.top), this.top, goesOn && this.top === depth + 1);
      this.top--;
      this.#report.loopId = this.frame(this.top).loop.loopId;
    }
  }

  /** Says what was awaited and did not come. */
  endAwaited(): void {
    this.awaited.end(this.#options.onFinding);
  }

  #close(frame: Frame, depth: number, goesOn = false): void {
    if (frame.assumed) this.#closeAssumed(frame, depth);
    else this.#judge(frame, depth, goesOn);
    if (depth > 0) this.built(frame, depth, this.#report.ordinal);
  }

  /** The JSON of the loop at `depth` is whole: the segment of that ordinal closes it. One that is streamed is handed out. */
  built(frame: Frame, depth: number, ordinal: number): void {
    this.#tree.close(frame);
    const { streamLoop, onLoop } = this.#options;
    if (streamLoop === undefined) return;
    if (frame.loop.loopId === streamLoop) onLoop?.(takeOccurrence(this.frames, depth, ordinal, this.#report.set));
    // With the last streamed loop of it, all of this loop went out: were it kept, memory would grow with the set.
    else if (frame.deliveredTo === ordinal && this.#decode) this.#tree.detach(this.frame(depth - 1), frame.loop);
  }

  #closeAssumed({ loop, doubt, ordinal, offset }: Frame, depth: number): void {
    this.#runner?.dropLoop(loop, depth);
    if (doubt?.headless === undefined) return;
    this.headless--;
    this.#options.onFinding(missingAt(loop, { segment: ordinal, segmentOffset: offset }, this.#report));
  }

  #judge(frame: Frame, depth: number, goesOn: boolean): void {
    const { loop } = frame;
    const report = this.#report;
    for (const slot of frame.doubt?.guessed === true ? [] : loop.requiredSlots) {
      if ((frame.counts[slot.index] ?? 0) < slot.min) this.#missing(frame, slot, goesOn);
    }
    if (loop.brackets.length > 0) judgeBrackets(frame, report, this.#decode ? this.#tree : undefined);
    if (loop.ruleProgram !== undefined) this.#runner?.closeLoop(loop, depth, report.ordinal, report.offset, frame);
    if (loop.hlLevel === undefined) return;
    const before = frame.object[loop.trigger?.key ?? ''];
    this.#levels.close(frame);
    this.#tree.closeLevel(frame, before);
  }

  // A missing SE is the envelope's to report, as IK502 2.
  #missing(frame: Frame, slot: Slot, mayCome: boolean): void {
    if (slot.kind === 'segment' && (slot.tag === 'SE' || isAstray(frame, slot))) return;
    const missing = missingIn(frame, slot, this.#report);
    if (slot.kind === 'segment') this.#runner?.lack(slot.tagCode);
    if (mayCome && slot.kind === 'segment') this.awaited.await(slot, missing);
    else this.#options.onFinding(missing);
    if (this.#decode && slot.kind === 'segment' && slot.tag === 'LE') this.#tree.lack(frame, slot);
  }
}
