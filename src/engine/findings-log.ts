import { type Finding, finding } from '../model/finding.js';
import { freshList } from '../model/fresh-list.js';

/** Where findings are kept: those of one set, group, interchange, or of the input. */
export type Findings = Finding[];

/** Sorts findings to the level they belong to, and keeps no more than the limit in all. Where no level is opened, all are of the input. */
export class FindingsLog {
  readonly #limit: number;
  #input: Findings = freshList();
  #interchange: Findings | undefined;
  #group: Findings | undefined;
  #set: Findings | undefined;
  #total = 0;

  /** @param limit findings kept of one input; the others are counted. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Begins a new input. */
  reset(): void {
    this.#input = freshList();
    this.#interchange = undefined;
    this.#group = undefined;
    this.#set = undefined;
    this.#total = 0;
  }

  /** Findings in all, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** What belongs to no interchange; where findings were left out, the last one says so. */
  get input(): readonly Finding[] {
    return this.#input;
  }

  openInterchange(): Findings {
    this.#interchange = freshList();
    return this.#interchange;
  }

  openGroup(): Findings {
    this.#group = freshList();
    return this.#group;
  }

  openSet(): Findings {
    this.#set = freshList();
    return this.#set;
  }

  closeSet(): void {
    this.#set = undefined;
  }

  closeGroup(): void {
    this.#group = undefined;
  }

  closeInterchange(): void {
    this.#interchange = undefined;
  }

  add(found: Finding): void {
    this.#total++;
    if (this.#total <= this.#limit) this.#listFor(found).push(found);
    else if (this.#total === this.#limit + 1) this.#input.push(finding('findings-limit', found.at));
  }

  #listFor({ level, at }: Finding): Findings {
    const interchange = this.#interchange ?? this.#input;
    if (level === 'interchange') return interchange;
    const group = this.#group ?? interchange;
    if (level === 'group') return group;
    if (level === 'content' && at.group === undefined) return interchange;
    if (level === 'content' && at.transaction === undefined) return group;
    return this.#set ?? group;
  }
}
