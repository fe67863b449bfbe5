import type { RuleProgram, RulesPlan } from '../plan/rules-plan.js';
import { STATE_WORDS, type WalkState } from '../plan/walk-state.js';
import { type Counted, type OuterRegisters, RuleFrame, type SegmentPlace } from './rule-frame.js';

/** The registers of all programs of a guide: which are open, and those around them where a loop contains itself. */
export class OpenRegisters {
  readonly #plan: RulesPlan;
  readonly #state: WalkState;
  /** By the index of the program; those of segments once they were needed. */
  readonly #frames: (RuleFrame | undefined)[];
  readonly #outer = new Map<number, OuterRegisters[]>();

  constructor(plan: RulesPlan, state: WalkState) {
    this.#plan = plan;
    this.#state = state;
    // Those of loops may be opened by others, in the state.
    this.#frames = plan.programs.map((one) => (one.ofSegment ? undefined : new RuleFrame(one, plan.feeds, state)));
  }

  of(program: RuleProgram): RuleFrame {
    const { index } = program;
    const frame = this.#frames[index] ?? new RuleFrame(program, this.#plan.feeds, this.#state);
    this.#frames[index] = frame;
    return frame;
  }

  /** Those of a program, where they are open. */
  opened(program: number): RuleFrame | undefined {
    const frame = this.#frames[program];
    return frame?.isOpen === true ? frame : undefined;
  }

  /** Those of a program that were opened at a depth. */
  at(program: RuleProgram | undefined, depth: number): RuleFrame | undefined {
    const frame = program && this.opened(program.index);
    return frame?.depth === depth ? frame : undefined;
  }

  open(program: RuleProgram, depth: number, place: SegmentPlace): void {
    const frame = this.of(program);
    // What is still open at this depth or below belongs to a set that broke off: it is dropped unjudged.
    while (frame.isOpen && frame.depth >= depth) this.leave(program, frame);
    if (frame.isOpen) {
      const outer = this.#outer.get(program.index) ?? [];
      outer.push(frame.putAside());
      this.#outer.set(program.index, outer);
    }
    frame.open(place, depth);
  }

  leave({ index }: RuleProgram, frame: RuleFrame): void {
    frame.close();
    const outer = this.#outer.get(index)?.pop();
    if (outer !== undefined) frame.takeBack(outer);
  }

  /** What open loops would add up of a segment is not known. */
  lack(tagCode: number): void {
    for (const { program, sum } of this.#plan.summed.get(tagCode) ?? []) this.opened(program)?.sum(sum)?.break();
  }

  /** The same of all segments. */
  lackAll(): void {
    for (const tagCode of this.#plan.summed.keys()) this.lack(tagCode);
  }

  countOf(program: number, register: number): number {
    return this.opened(program)?.countOf(register) ?? 0;
  }

  counted(program: number, register: number): Counted | undefined {
    return this.opened(program)?.counted(register);
  }

  /** Lets go of all values. */
  forget(): void {
    if (this.#outer.size > 0) this.#outer.clear();
    for (const frame of this.#frames) frame?.forget();
    this.#state.words.fill(0, STATE_WORDS, this.#plan.words);
  }
}
